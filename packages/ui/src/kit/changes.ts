import { keysOf } from "@uola/contract/entries";

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields of a draft that differ from its initial state. */
export function changedOf<Draft extends object>(from: Draft, to: Draft): Partial<Draft> {
  const names = keysOf(to);
  return Object.fromEntries(
    names.filter((name) => !isSame(from[name], to[name])).map((name) => [name, to[name]]),
  ) as Partial<Draft>;
}

/**
 * Merges another user's concurrent changes into the draft; where both changed a field, the draft
 * takes precedence. Also returns the other user's changes to report.
 */
export function mergeDrafts<Draft extends object>(
  from: Draft,
  mine: Draft,
  theirs: Draft,
): { draft: Draft; told: Partial<Draft> } {
  return { draft: { ...theirs, ...changedOf(from, mine) }, told: changedOf(from, theirs) };
}
