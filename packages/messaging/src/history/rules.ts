import type { HistoryEntry } from "@uola/contract";

type Changes = HistoryEntry["changes"];
type Value = Exclude<Changes[number]["from"], undefined>;

/** They change with every change, and say nothing of it. */
const always = new Set(["revision", "updatedDate"]);
const changesMax = 500;

const isObject = (value: unknown): value is Record<string, Value> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Each field that differs, by its dotted path, in the order of its name; a list is one field. What is null is not there. */
export function changesBetween(before: unknown, after: unknown): Changes {
  const from = leavesOf(before);
  const to = leavesOf(after);
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter((field) => JSON.stringify(from.get(field)) !== JSON.stringify(to.get(field)))
    .toSorted()
    .slice(0, changesMax)
    .map((field) => {
      const [was, is] = [from.get(field), to.get(field)];
      return { field, ...(was !== undefined && { from: was }), ...(is !== undefined && { to: is }) };
    });
}

function leavesOf(value: unknown, path = "", found = new Map<string, Value>()): Map<string, Value> {
  if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (path === "" && always.has(name)) continue;
      leavesOf(inner, path ? `${path}.${name}` : name, found);
    }
  } else if (value !== null && value !== undefined) found.set(path || "value", value as Value);
  return found;
}
