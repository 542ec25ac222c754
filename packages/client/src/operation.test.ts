import { contract } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { operationsOf, parseDates } from "./operation.ts";

describe("client operations", () => {
  const operations = operationsOf(contract);

  test("lists every operation of the contract with method and path, without schemas", () => {
    for (const [feature, group] of Object.entries(contract)) {
      expect(Object.keys(operations[feature] ?? {})).toEqual(Object.keys(group));
    }
    expect(operations.bookings?.confirm).toMatchObject({ method: "POST", path: "/v2/bookings/{bookingId}/confirm" });
    expect(JSON.parse(JSON.stringify(operations))).toEqual(operations);
  });

  test("finds date fields in lists, optional fields and records", () => {
    const { query } = operations.services ?? {};
    expect(query?.moments).toMatchObject({ services: { createdDate: true, supportedSlugs: { createdDate: true } } });
  });

  test("decodes dates in responses the same way as zod", () => {
    const text = "2026-09-01T10:00:00+03:00";
    const answer = { availabilityEntries: [], deep: { at: text, none: null, many: [{ at: text }, {}] } };
    const at = { at: true } as const;
    const read = parseDates(structuredClone(answer), { deep: { ...at, none: true, missing: true, many: at } });
    const date = z.coerce.date().parse(text);
    expect(read).toEqual({ availabilityEntries: [], deep: { at: date, none: null, many: [{ at: date }, {}] } });
    expect(parseDates({ a: text, b: text }, { "*": true })).toEqual({ a: date, b: date });
  });
});
