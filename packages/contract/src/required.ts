/**
 * Returns a value that must exist, such as an element of a list that was just filled. Throws an error
 * with its name otherwise: that is a defect of the program, not an invalid input.
 */
export function required<Value>(value: Value, name: string): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}
