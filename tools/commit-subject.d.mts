/** What is wrong with the first line of a commit message; undefined if nothing is. */
export function problemOf(message: string): string | undefined;
