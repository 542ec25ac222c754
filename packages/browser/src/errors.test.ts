import { PlatformError } from "@uola/client";
import { describe, expect, test } from "vitest";
import { failureOf, isMissing, isTemporary } from "./errors.ts";

describe("a failure", () => {
  const refused = (status: number, code: string) => new PlatformError("", { kind: "application", status, code });

  test.each([
    [refused(409, "REVISION_MISMATCH"), "conflict"],
    [refused(409, "POLICY_IN_USE"), "refused"],
    [{ status: 404 }, "refused"],
    [new PlatformError("", { kind: "validation", status: 400 }), "invalid"],
    [refused(429, "RESOURCE_EXHAUSTED"), "busy"],
    [{ status: 503 }, "busy"],
    [new PlatformError("", { kind: "system" }), "offline"],
    [new TypeError("Failed to fetch"), "offline"],
    [undefined, "offline"],
    [new PlatformError("", { kind: "system", status: 500 }), "broken"],
    [new Error("A script of this page is gone."), "broken"],
    ["?", "broken"],
    [null, "broken"],
  ])("classifies the failure %o as %s", (error, kind) => expect(failureOf(error).kind).toBe(kind));

  test("a failure contains the platform's error code, field violations and data", () => {
    const fieldViolations = [{ field: "service.name", description: "", violatedRule: "OTHER", data: {} }];
    const error = new PlatformError("", { kind: "validation", status: 400, fieldViolations, data: { most: 3 } });
    expect(failureOf(error)).toEqual({ kind: "invalid", code: "", violations: fieldViolations, data: { most: 3 } });
  });

  test("recognizes errors for a missing item", () => {
    const invalid = new PlatformError("", { kind: "validation", status: 400 });
    const codes = ["PERSON_NOT_FOUND", "NOT_FOUND", "WDE0025"];
    expect([invalid, ...codes.map((code) => refused(404, code))].filter((error) => !isMissing(error))).toEqual([]);
    expect([refused(403, "FORBIDDEN"), refused(409, "WDE0074"), undefined].filter(isMissing)).toEqual([]);
  });

  test("a failure is temporary unless the platform rejected the request", () => {
    expect([refused(409, "POLICY_IN_USE"), refused(429, ""), { status: 500 }, {}].map(isTemporary)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
