/**
 * The keys of an object, with their type. Only for an object whose type lists all of its keys, such as
 * a constant table: TypeScript allows objects with more keys than their type.
 */
export const keysOf = <Of extends object>(object: Of): (keyof Of & string)[] =>
  Object.keys(object) as (keyof Of & string)[];

/** The entries of an object, with the type of their keys; see `keysOf`. */
export const entriesOf = <Of extends object>(object: Of): [keyof Of & string, Of[keyof Of]][] =>
  keysOf(object).map((key) => [key, object[key]]);
