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
  ["has a POST form if no POST operation has its path", "/v1/a", "/v1/b", true],
  ["has no POST form at the path of a POST operation", "/v1/a", "/v1/a", false],
  ["has a POST form if a POST path only continues its path", "/v1/a/{id}", "/v1/a/{id}/cancel", true],
  ["has no POST form if its parameter could match a POST path", "/v1/a/{id}", "/v1/a/query", false],
  ["has no POST form if the parameter of a POST path could match it", "/v1/a/report", "/v1/a/{id}", false],
  ["has no POST form if parameters of both paths overlap", "/v1/{x}/c", "/v1/b/{y}", false],
  [
    "has no POST form if its parameter with slashes matches a POST path",
    "/v2/items/{id*}",
    "/v2/items/truncate",
    false,
  ],
])("a GET operation %s (GET %s, POST %s)", (_, get, post, expected) => {
  const group = { get: operation("GET", get), post: operation("POST", post) };
  expect(operationsWithPostForm({ group }).has(group.get)).toBe(expected);
});

test("a GET operation has no POST form if a gateway prefix makes its path collide with a POST", () => {
  const group = { get: operation("GET", "/a", ["/bookings"]), post: operation("POST", "/bookings/a") };
  expect(operationsWithPostForm({ group }).size).toBe(0);
});

test("reading an item has no POST form, because its path would also match other operations", () => {
  const found = operationsWithPostForm(contract);
  expect(found.has(contract.items.get)).toBe(false);
  expect(found.has(contract.collections.list)).toBe(false);
  expect(found.has(contract.authentication.logout)).toBe(true);
});
