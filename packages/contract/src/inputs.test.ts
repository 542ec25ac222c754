import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contract, type Endpoint } from "./index.ts";

type Schema = {
  type?: string | string[];
  maxItems?: number;
  anyOf?: Schema[];
  [key: string]: unknown;
};

const named = Object.entries(contract as Record<string, Record<string, Endpoint>>).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
);

/** JSON of any shape: what it holds is bounded by the size of a body and by how deep one may nest. */
const isFreeJson = ({ anyOf = [] }: Schema) =>
  anyOf.map(({ type }) => type).join() === "string,number,boolean,null,array,object";

/** Where a schema has lists without an end. */
function endless(schema: unknown, path: string): string[] {
  if (schema === null || typeof schema !== "object") return [];
  if (isFreeJson(schema as Schema)) return [];
  const { type, maxItems } = schema as Schema;
  const isList = [type].flat().includes("array");
  const inner = Object.entries(schema).flatMap(([name, each]) => endless(each, `${path}/${name}`));
  return isList && maxItems === undefined ? [path, ...inner] : inner;
}

describe("every list of an input has an end", () => {
  test.each(named)("%s", (_, { input, most }) => {
    const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;
    expect(endless(schema, "")).toEqual([]);
    if (!most) return;
    const { [most.list]: list } = schema.properties as Record<string, Schema>;
    expect(list?.maxItems).toBe(most.count);
  });
});

test("what only reads by its name says so, and what says so has no other method than POST", () => {
  const names = /^(query|search|count|list|get|is|read|aggregate|find)(?![a-z])/;
  for (const [name, { method, reads }] of named) {
    if (reads) expect(method, name).toBe("POST");
    else if (method === "POST") expect(name.split(".")[1], name).not.toMatch(names);
  }
});
