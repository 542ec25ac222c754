/** The schema.org vocabulary as declared by `schema-dts`, to check the pages' structured data against. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

type Shape = { properties: Map<string, string[]>; parents: string[] };

const declared = readFileSync(join(dirname(fileURLToPath(import.meta.resolve("schema-dts"))), "schema.d.ts"), "utf8");

/**
 * The properties of each type, by the name of its declaration, with the value types each property
 * accepts.
 */
const shapes = new Map<string, Shape>();
for (const [, name = "", parents = "", body = ""] of declared.matchAll(
  /^(?:export )?interface (\w+) extends ([^{]+) \{\n(.*?)^\}/gms,
)) {
  const properties = new Map(
    Array.from(body.matchAll(/^ {4}"(\w+)"\?: SchemaValue<(.+), "\1">;/gm), ([, property = "", takes = ""]) => [
      property,
      takes.split(" | "),
    ]),
  );
  shapes.set(name, { properties, parents: parents.split(", ") });
}
/** The alternatives a type accepts: its subtypes, named values and plain text. */
const members = new Map(
  Array.from(declared.matchAll(/^export type (\w+) = (.+);$/gm), ([, name = "", of = ""]) => [name, of.split(" | ")]),
);

function takenBy(declaration: string, property: string): string[] | undefined {
  const shape = shapes.get(declaration);
  if (!shape) return undefined;
  return (
    shape.properties.get(property) ??
    shape.parents.map((parent) => takenBy(parent, property)).find((takes) => takes !== undefined)
  );
}

/** Returns a type, all its subtypes and the values that may be used in its place. */
function reach(type: string, seen = new Set<string>()): Set<string> {
  if (seen.has(type)) return seen;
  seen.add(type);
  for (const member of members.get(type) ?? []) reach(member, seen);
  return seen;
}

function isTaken(value: unknown, takes: readonly string[]): boolean {
  const all = new Set(takes.flatMap((type) => [...reach(type)]));
  if (typeof value === "string") return all.has("string") || all.has(`"${value}"`);
  if (typeof value === "number" || typeof value === "boolean") return all.has(typeof value);
  const { "@type": type, "@id": id } = value as Record<string, unknown>;
  return type === undefined ? id !== undefined && all.has("IdReference") : all.has(`${type}Leaf`);
}

/**
 * Returns the parts of an object that violate the vocabulary, each with its path; empty if it is
 * valid.
 */
export function vocabularyViolations(thing: unknown, place = "it"): string[] {
  const { "@type": type, ...said } = thing as Record<string, unknown>;
  if (!shapes.has(`${type}Leaf`)) return [`${place} is a ${type}, which is no type`];
  return Object.entries(said).flatMap(([property, value]) => {
    if (value === undefined || property === "@id") return [];
    const here = `${place}.${property}`;
    const takes = takenBy(`${type}Leaf`, property);
    if (!takes) return [`${here}: a ${type} has no such property`];
    return [value].flat().flatMap((each) => {
      if (!isTaken(each, takes)) return [`${here} does not take ${JSON.stringify(each)}`];
      return typeof each === "object" && each !== null && "@type" in each ? vocabularyViolations(each, here) : [];
    });
  });
}
