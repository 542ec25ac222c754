type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined };

/** Returns the first and last name; empty if both are missing. */
export const fullName = ({ firstName, lastName }: Names): string => [firstName, lastName].filter(Boolean).join(" ");
