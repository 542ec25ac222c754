import { describe, expect, test } from "vitest";
import { type Address, addressOf, bookingLink, bookingStepOf } from "./address.ts";
import { activity, now, time } from "./booking.fixture.ts";
import type { Time } from "./times.ts";

const activities = [activity(), activity({ id: "a-belay", slug: "saugojimo-testas" })];
const free = time("11T16:00");
const full = time("10T16:00", { open: 0, bookable: false });
const times = [full, free];
const place = (address: Address) => bookingStepOf(address, activities, times, now);

describe("booking page URL", () => {
  test.each<Address>([
    {},
    { service: "ivadas-i-boulderinga" },
    { service: "ivadas-i-boulderinga", day: "2026-09-11", session: "t-1", step: "time" },
    { service: "ivadas-i-boulderinga", session: "t-1", step: "wait" },
    { service: "a", resource: "r-1" },
    { done: "b-1" },
  ])("the parameters of the booking page stay unchanged when written to a URL and parsed: %o", (address) => {
    expect(addressOf(new URL(bookingLink(address), "http://localhost").search)).toEqual(address);
  });

  test.each([
    ["start=2026-09-11T16:00:00.000Z"],
    ["start=2026-09-11T19:00:00&timezone=Europe/Vilnius"],
    ["start=2026-09-11T18:00:00&timezone=Europe/Paris"],
    ["start=2026-09-11T19:00:00%2B03:00"],
  ])("parses the start time in any supported notation: %s", (query) => {
    expect(addressOf(`?service=a&${query}`)).toEqual({
      service: "a",
      day: "2026-09-11",
      start: "2026-09-11T16:00:00.000Z",
    });
  });

  test("ignores unknown and invalid parameters in the URL", () => {
    expect(addressOf("?day=tomorrow&step=details&name=Ona")).toEqual({});
  });
});

describe("booking step for a URL", () => {
  test("a URL without parameters opens the choice of activities", () =>
    expect(place({})).toEqual({ step: "activity" }));
  test("an unknown activity opens the choice of activities with a notice", () =>
    expect(place({ service: "nardymas" })).toEqual({ step: "activity", lost: "gone" }));

  test("reports an incomplete link if it specifies a time without an activity", () => {
    expect(place({ session: "t-old" })).toEqual({ step: "activity", lost: "unnamed" });
    expect(place({ start: "2026-09-10T15:00:00.000Z" })).toMatchObject({ step: "activity", lost: "unnamed" });
  });

  test("a link to an activity, by slug or id, opens the first day with free places", () => {
    expect(place({ service: "ivadas-i-boulderinga" })).toMatchObject({ step: "time", day: "2026-09-11" });
    expect(place({ service: "a-intro" })).toMatchObject({ step: "time", day: "2026-09-11" });
  });

  test("finds a time by its start and, if given, its trainer", () => {
    const [ona, rasa] = ["ona", "rasa"].map((id) => time("11T16:00", { id, trainer: { id, name: id } }));
    const start = (resource?: string) =>
      bookingStepOf(
        { service: "a-intro", start: "2026-09-11T16:00:00Z", ...(resource && { resource }) },
        activities,
        [ona, rasa] as Time[],
        now,
      );
    expect(start("rasa")).toMatchObject({ step: "details", time: { id: "rasa" } });
    expect(start()).toMatchObject({ step: "details", time: { id: "ona" } });
    expect(start("nobody")).toMatchObject({ step: "time", lost: "gone" });
  });

  test("a link to an activity without times opens today", () =>
    expect(place({ service: "saugojimo-testas" })).toMatchObject({ step: "time", day: "2026-09-09" }));

  test("a link to a past day opens the first day with free places", () =>
    expect(place({ service: "a-intro", day: "2026-09-01" })).toMatchObject({ day: "2026-09-11" }));

  test("a link to a session opens its details, regardless of the activity and day in the URL", () =>
    expect(place({ session: free.id, service: "saugojimo-testas", day: "2026-09-20" })).toEqual({
      step: "details",
      activity: activities[0],
      day: "2026-09-11",
      time: free,
    }));

  test("with step=time, the time in the URL is preselected in the list", () =>
    expect(place({ session: free.id, step: "time" })).toMatchObject({ step: "time", time: free }));

  test("a link to a full session opens the list of its day with a notice", () =>
    expect(place({ session: full.id })).toMatchObject({ step: "time", day: "2026-09-10", time: full, lost: "taken" }));

  test("a link to a full session with step=wait opens the waiting-list form", () =>
    expect(place({ session: full.id, step: "wait" })).toMatchObject({ step: "details", time: full, waiting: true }));

  test("step=wait opens the booking of free places instead, unless there are too few", () => {
    const address = { session: free.id, step: "wait" as const };
    expect(place(address)).toEqual(place({ session: free.id }));
    expect(bookingStepOf(address, activities, times, now, 4)).toMatchObject({ step: "details", waiting: true });
  });

  test("step=wait opens the list with a notice if there is no waiting list", () => {
    const closed = [activity({ waits: false })];
    expect(bookingStepOf({ session: full.id, step: "wait" }, closed, times, now)).toMatchObject({
      step: "time",
      lost: "taken",
    });
  });

  test("a link to a session that no longer exists opens the list with a notice", () => {
    expect(place({ service: "a-intro", session: "t-old" })).toMatchObject({ step: "time", lost: "gone" });
  });

  test("the id of a finished booking opens the confirmation", () =>
    expect(place({ done: "b-1" })).toEqual({ step: "done", bookingId: "b-1" }));
});
