import type { HistoryEntry } from "@uola/contract";

export type Line = { name: string; from: string; to: string };

/**
 * Returns the changes of a history entry that the form has labels for; several stored fields that
 * belong to one form field become one line.
 */
export function historyEntryLines(
  { changes }: Pick<HistoryEntry, "changes">,
  label: (field: string) => string | undefined,
  show: (field: string, value: unknown) => string,
): Line[] {
  const lines = new Map<string, Line>();
  for (const { field, from, to } of changes) {
    const name = label(field);
    if (!name || lines.has(name)) continue;
    const line = { name, from: show(field, from), to: show(field, to) };
    if (line.from !== line.to) lines.set(name, line);
  }
  return [...lines.values()];
}
