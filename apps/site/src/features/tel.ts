/** A Lithuanian number as it is dialled. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, "")}`;
