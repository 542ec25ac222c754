type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined };

/** First and last name together; empty for somebody who has given neither. */
export const fullName = ({ firstName, lastName }: Names): string => [firstName, lastName].filter(Boolean).join(" ");
