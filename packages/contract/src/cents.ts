/** A sum in euro as whole cents, for reckoning: 12.5 is 1250. */
export const inCents = (euros: number): number => Math.round(euros * 100);

/** A price as operations have it, in whole cents. */
export const centsOf = ({ value }: { value: string }): number => inCents(Number(value));
