/** Converts an amount in euros to whole cents for calculation: 12.5 becomes 1250. */
export const centsFromEuros = (euros: number): number => Math.round(euros * 100);

/** Converts a price in the API's format to whole cents. */
export const centsOf = ({ value }: { value: string }): number => centsFromEuros(Number(value));
