/**
 * Parses a typed amount ("64", "64,50", "64 €") into cents. Returns undefined for text that is not
 * an amount, and for amounts outside the limits, which are in euros.
 */
export function centsOf(sum: string, { least, most }: { least: number; most: number }): number | undefined {
  const read = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(sum.replace(/[\s€]/g, ""));
  if (!read) return undefined;
  const cents = Number(read[1]) * 100 + Number((read[2] ?? "").padEnd(2, "0"));
  return cents >= least * 100 && cents <= most * 100 ? cents : undefined;
}
