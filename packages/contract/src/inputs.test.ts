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

/** Whether the schema is free-form JSON, which is limited only by body size and nesting depth. */
const isFreeJson = ({ anyOf = [] }: Schema) =>
  anyOf.map(({ type }) => type).join() === "string,number,boolean,null,array,object";

/** Returns the paths at which a schema has lists without a maximum length. */
function unlimitedListPaths(schema: unknown, path: string): string[] {
  if (schema === null || typeof schema !== "object") return [];
  if (isFreeJson(schema as Schema)) return [];
  const { type, maxItems } = schema as Schema;
  const isList = [type].flat().includes("array");
  const inner = Object.entries(schema).flatMap(([name, each]) => unlimitedListPaths(each, `${path}/${name}`));
  return isList && maxItems === undefined ? [path, ...inner] : inner;
}

describe("list limits of operation inputs", () => {
  test.each(named)("limits every list in the input of %s", (_, { input, listLimit: most }) => {
    const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;
    expect(unlimitedListPaths(schema, "")).toEqual([]);
    if (!most) return;
    const { [most.list]: list } = schema.properties as Record<string, Schema>;
    expect(list?.maxItems).toBe(most.count);
  });
});

test("every POST operation with a read-only name is marked as reading, and no other operation is", () => {
  const names = /^(query|search|count|list|get|is|read|aggregate|find)(?![a-z])/;
  for (const [name, { method, reads }] of named) {
    if (reads) expect(method, name).toBe("POST");
    else if (method === "POST") expect(name.split(".")[1], name).not.toMatch(names);
  }
});
