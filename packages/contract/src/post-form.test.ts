import { expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { contract } from "./index.ts";
import { operationsWithPostForm } from "./post-form.ts";

const operation = (method: "GET" | "POST", path: string, gateways: string[] = []) =>
  endpoint({
    method,
    path,
    gateways,
    access: "anyone",
    input: z.object({}),
    output: z.object({}),
    errors: [],
    summary: "",
  });

test.each([
  ["has a POST form at a path of its own", "/v1/a", "/v1/b", true],
  ["has none at the path of a POST", "/v1/a", "/v1/a", false],
  ["has a POST form beside a longer path", "/v1/a/{id}", "/v1/a/{id}/cancel", true],
  ["has none where a parameter could be the name of a POST", "/v1/a/{id}", "/v1/a/query", false],
  ["has none where a POST takes its name for a parameter", "/v1/a/report", "/v1/a/{id}", false],
  ["has none where two parameters cross", "/v1/{x}/c", "/v1/b/{y}", false],
  ["has none where a parameter with slashes covers a POST", "/v2/items/{id*}", "/v2/items/truncate", false],
])("a GET operation %s: %s, %s", (_, get, post, expected) => {
  const group = { get: operation("GET", get), post: operation("POST", post) };
  expect(operationsWithPostForm({ group }).has(group.get)).toBe(expected);
});

test("a GET operation has no POST form where a gateway prefix leads to the path of a POST", () => {
  const group = { get: operation("GET", "/a", ["/bookings"]), post: operation("POST", "/bookings/a") };
  expect(operationsWithPostForm({ group }).size).toBe(0);
});

test("the POST form of reading an item, which would reach other operations, does not exist", () => {
  const found = operationsWithPostForm(contract);
  expect(found.has(contract.items.get)).toBe(false);
  expect(found.has(contract.collections.list)).toBe(false);
  expect(found.has(contract.authentication.logout)).toBe(true);
});
