/** Arithmetic in whole cents. */

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/**
 * `amount × part / whole` in whole cents. Half a cent is rounded away from zero, so that a refund
 * equals the original share.
 */
export function shareOf(amount: number, part: number, whole: number): number {
  const size = Math.floor((2 * Math.abs(amount) * part + whole) / (2 * whole));
  return amount < 0 && size > 0 ? -size : size;
}

/**
 * Divides an amount in proportion to weights, into whole cents that sum to it. The cents that are
 * left after rounding down go to the largest remainders; of equal remainders, to the first. No
 * share is larger than its weight if the amount is not larger than the sum of the weights.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const total = sumOf(weights);
  if (total === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((amount * weight) / total));
  const left = amount - sumOf(parts);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % total }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
