import { expect, test } from "vitest";
import { hrefOf } from "./side.tsx";

test("links a booking request to the day of its session", () => {
  expect(hrefOf({ kind: "REQUESTS", count: 1, first: new Date("2026-12-01T22:30:00.000Z") })).toBe(
    "/admin/?day=2026-12-02",
  );
});
