/**
 * Returns a value that must exist, such as an element of a list that was just filled. Otherwise
 * throws an error with the given name, because a missing value is a bug, not an invalid input.
 */
export function required<Value>(value: Value, name: string): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}
