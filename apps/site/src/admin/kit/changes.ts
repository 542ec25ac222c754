const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a draft that differ from what it began as. */
export function changedOf<Draft extends object>(from: Draft, to: Draft): Partial<Draft> {
  const names = Object.keys(to) as (keyof Draft)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(from[name], to[name])).map((name) => [name, to[name]]),
  ) as Partial<Draft>;
}

/** What somebody else wrote meanwhile, with what was typed here over it, and what of theirs there is to be told. */
export function mergeOf<Draft extends object>(
  from: Draft,
  mine: Draft,
  theirs: Draft,
): { draft: Draft; told: Partial<Draft> } {
  return { draft: { ...theirs, ...changedOf(from, mine) }, told: changedOf(from, theirs) };
}
