import { required } from "@uola/contract/required";
/** A run of text that is in both versions, or only in the earlier or the later one. */
export type Run = { kind: "same" | "gone" | "new"; text: string };

const tokensMax = 1200;
const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

/**
 * Compares two texts word by word, by the longest common subsequence. Long texts are compared as a
 * whole.
 */
export function diffOf(before: string, after: string): Run[] {
  const from = tokensOf(before);
  const to = tokensOf(after);
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const head = from.slice(0, start).join("");
  const tail = end > 0 ? from.slice(-end).join("") : "";
  const middle = between(from.slice(start, from.length - end), to.slice(start, to.length - end));
  return joined([{ kind: "same", text: head }, ...middle, { kind: "same", text: tail }]);
}

function between(from: readonly string[], to: readonly string[]): Run[] {
  if (from.length > tokensMax || to.length > tokensMax) {
    return [
      { kind: "gone", text: from.join("") },
      { kind: "new", text: to.join("") },
    ];
  }
  const width = to.length + 1;
  const lengths = new Uint16Array((from.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row--) {
    for (let column = to.length - 1; column >= 0; column--) {
      const same = from[row] === to[column];
      lengths[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const runs: Run[] = [];
  let row = 0;
  let column = 0;
  while (row < from.length || column < to.length) {
    const same = row < from.length && column < to.length && from[row] === to[column];
    if (same) {
      runs.push({ kind: "same", text: required(from[row], "row of the first text") });
      row++;
      column++;
    } else if (column >= to.length || (row < from.length && at(row + 1, column) >= at(row, column + 1))) {
      runs.push({ kind: "gone", text: required(from[row++], "row of the first text") });
    } else runs.push({ kind: "new", text: required(to[column++], "row of the second text") });
  }
  return runs;
}

function joined(runs: readonly Run[]): Run[] {
  const whole: Run[] = [];
  for (const run of runs) {
    const last = whole.at(-1);
    if (!run.text) continue;
    if (last?.kind === run.kind) last.text += run.text;
    else whole.push({ ...run });
  }
  return whole;
}

/**
 * Returns the keys whose values differ, in the given order; properties set by the platform are
 * ignored.
 */
export const changedKeys = (
  keys: readonly string[],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): string[] => keys.filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null));
