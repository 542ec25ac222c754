import { expect, test } from "vitest";
import { now } from "./booking.fixture.ts";
import { cancellation } from "./cancellation.ts";

const start = new Date("2026-09-11T15:00:00Z");
const limited = (latestCancellationInMinutes: number) =>
  cancellation({ enabled: true, limitLatestCancellation: true, latestCancellationInMinutes }, start, now);

test("with a limit, free until so long before the start", () => {
  expect(limited(1440)).toEqual({ kind: "until", until: new Date("2026-09-10T15:00:00Z") });
});
test("when that moment is over, it is told", () => {
  expect(limited(3 * 1440)).toEqual({ kind: "passed", until: new Date("2026-09-08T15:00:00Z") });
});
test("without a limit, free until the start", () => {
  expect(cancellation({ enabled: true, limitLatestCancellation: false }, start, now)).toEqual({
    kind: "until",
    until: start,
  });
});
test("after the start, over", () => {
  expect(cancellation({ enabled: true, limitLatestCancellation: false }, start, start).kind).toBe("passed");
});
test("switched off or not written, never", () => {
  expect(cancellation({ enabled: false, limitLatestCancellation: false }, start, now)).toEqual({ kind: "never" });
  expect(cancellation(undefined, start, now)).toEqual({ kind: "never" });
});
