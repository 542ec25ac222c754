import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonBody } from "./response-body.ts";

const textOf = (body: string | Uint8Array) => (typeof body === "string" ? body : Buffer.from(body).toString());

test("serializes any value exactly as JSON.stringify does", () => {
  const unwritten = fc.constantFrom(undefined, () => 0, Symbol("x"), new Date(0), Number.NaN);
  const value = fc.oneof(fc.jsonValue(), unwritten, fc.array(fc.oneof(fc.jsonValue(), unwritten)));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), value)), (answer) => {
      expect(textOf(jsonBody(answer))).toBe(JSON.stringify(answer));
    }),
  );
  expect(jsonBody(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"');
});

test.each([1, 40, 400, 12_000])(
  "serializes a list of %i items as JSON.stringify does, including non-ASCII characters",
  (count) => {
    const items = Array.from({ length: count }, (_, n) => ({
      id: n,
      name: `Žąsų kalnas 🧗 "${n}"`,
      note: "x".repeat(n % 300),
    }));
    for (const answer of [
      { items },
      { items, names: items.map(({ name }) => name), total: count },
      { all: [items, null] },
      { items, whole: "ž".repeat(400_000), last: items },
    ]) {
      expect(textOf(jsonBody(answer))).toBe(JSON.stringify(answer));
    }
  },
);
