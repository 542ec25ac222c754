import { expect, test } from "vitest";
import { time } from "../../features/booking/booking.fixture.ts";
import { withFresh } from "./places.ts";

test("replaces the known numbers of places with new counts within the counted period", () => {
  const times = [time("10T16:00"), time("11T16:00"), time("12T16:00"), time("20T16:00")];
  const fresh = [time("11T16:00", { open: 0, bookable: false }), time("12T16:00")];
  const counted = withFresh(times, fresh, new Date("2026-09-11T00:00:00Z"), new Date("2026-09-18T00:00:00Z"));
  expect(counted.map(({ id, open }) => [id, open])).toEqual([
    ["t-10T16:00", 3],
    ["t-11T16:00", 0],
    ["t-12T16:00", 3],
    ["t-20T16:00", 3],
  ]);
});

test("removes a time that was cancelled in the meantime but keeps a course", () => {
  const times = [time("11T16:00"), time("12T16:00", { lessons: [] })];
  const counted = withFresh(times, [], new Date("2026-09-11T00:00:00Z"), new Date("2026-09-18T00:00:00Z"));
  expect(counted.map(({ id }) => id)).toEqual(["t-12T16:00"]);
});
