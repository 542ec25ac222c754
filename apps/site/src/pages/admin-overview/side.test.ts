import { expect, test } from "vitest";
import { hrefOf } from "./side.tsx";

test("a request is opened on the day that it is for", () => {
  expect(hrefOf({ kind: "REQUESTS", count: 1, first: new Date("2026-12-01T22:30:00.000Z") })).toBe(
    "/admin/?day=2026-12-02",
  );
});
