import type { HistoryEntry } from "@uola/contract";

type Changes = HistoryEntry["changes"];
type Value = Exclude<Changes[number]["from"], undefined>;

/** These fields change with every write, so they carry no information for the owner. */
const ignoredFields = new Set(["revision", "updatedDate"]);
const changesMax = 500;

const isObject = (value: unknown): value is Record<string, Value> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns the fields that differ, sorted by dotted path. A list counts as one value. null counts as
 * absent.
 */
export function changesBetween(before: unknown, after: unknown): Changes {
  const from = leavesOf(before);
  const to = leavesOf(after);
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter((field) => JSON.stringify(from.get(field)) !== JSON.stringify(to.get(field)))
    .toSorted()
    .slice(0, changesMax)
    .map((field) => {
      const [previous, current] = [from.get(field), to.get(field)];
      return {
        field,
        ...(previous !== undefined && { from: previous }),
        ...(current !== undefined && { to: current }),
      };
    });
}

function leavesOf(value: unknown, path = "", found = new Map<string, Value>()): Map<string, Value> {
  if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (path === "" && ignoredFields.has(name)) continue;
      leavesOf(inner, path ? `${path}.${name}` : name, found);
    }
  } else if (value !== null && value !== undefined) found.set(path || "value", value as Value);
  return found;
}
