import type { LocalizedService } from "@uola/browser/gym/service-translation.ts";
import type { Client } from "@uola/client";
import type { Session } from "@uola/contract";
import { dayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { expect, test } from "vitest";
import { groupAction, placesIn } from "./group-words.ts";
import { type Group, groupsOf } from "./groups.ts";

const now = new Date("2026-10-20T08:00:00Z");
const service = (id: string, part: object = {}) =>
  ({
    id,
    type: "CLASS",
    name: id,
    ownName: id,
    mainSlug: { name: `s-${id}` },
    category: { id: "c", name: "Vaikams", kind: "children" },
    payment: { rateType: "FIXED", fixed: { price: { value: "14.50", currency: "EUR" } } },
    bookingPolicy: { waitlistPolicy: { enabled: true } },
    onlineBooking: { enabled: true },
    schedule: { id: `schedule-${id}` },
    defaultCapacity: 8,
    ...part,
  }) as unknown as LocalizedService;
let sessions = 0;
const session = (serviceId: string, start: string, part: object = {}) =>
  ({
    id: `session-${++sessions}`,
    serviceId,
    title: serviceId,
    status: "CONFIRMED",
    startDate: new Date(start),
    endDate: new Date(Date.parse(start) + 75 * 60_000),
    openSpots: 3,
    totalSpots: 8,
    bookable: true,
    locked: false,
    staff: [{ id: "a", name: "Agnė" }],
    ...part,
  }) as unknown as Session;

const platformWith = (all: readonly Session[], course = { openSpots: 2, totalSpots: 10, late: false }) =>
  ({
    availability: {
      sessions: async ({ from, to, serviceIds = [] }: { from: Date; to: Date; serviceIds?: string[] }) => ({
        sessions: all.filter(
          (each) => serviceIds.includes(each.serviceId) && each.startDate >= from && each.startDate < to,
        ),
      }),
      schedule: async () => ({
        availability: { ...course, bookingPolicyViolations: { tooLateToBook: course.late } },
      }),
    },
  }) as unknown as Client;
const timesOf = ({ times }: Group) =>
  times.map(({ weekday, start, weekly, open }) => ({ weekday, start, weekly, open }));

test("shows a weekly time only once, with its next session, even if the clocks change", async () => {
  const client = platformWith([
    session("a", "2026-10-26T15:30:00Z", { openSpots: 5 }),
    session("a", "2026-10-22T14:30:00Z", { openSpots: 1 }),
    session("a", "2026-10-29T15:30:00Z"),
    session("a", "2026-11-07T08:00:00Z"),
  ]);
  const [group] = await groupsOf(client, [service("a")], now);
  // The sessions are at 17:30 in Vilnius both before and after 25 October.
  expect(timesOf(group as Group)).toEqual([
    { weekday: 1, start: "17:30", weekly: false, open: 5 },
    { weekday: 4, start: "17:30", weekly: true, open: 1 },
    { weekday: 6, start: "10:00", weekly: false, open: 3 },
  ]);
  expect(group).toMatchObject({ cents: 1450, staff: ["Agnė"], course: null });
});

test("a full session links to the waiting list; cancelled and past sessions are left out", async () => {
  const client = platformWith([
    session("a", "2026-10-27T15:00:00Z", { openSpots: 0 }),
    session("a", "2026-10-28T15:00:00Z", { status: "CANCELLED" }),
    session("a", "2026-10-20T07:00:00Z"),
  ]);
  const [group] = await groupsOf(client, [service("a")], now);
  expect(group?.times).toMatchObject([
    { weekday: 2, state: "full", waits: true, href: expect.stringContaining("step=wait") },
  ]);
});

test("a course shows the number of places of the whole course, and that registration is closed", async () => {
  const first = new Date("2026-11-02T14:00:00Z");
  const course = service("k", {
    type: "COURSE",
    schedule: { id: "schedule-k", firstSessionStart: first, lastSessionEnd: first },
  });
  const all = [session("k", "2026-11-02T14:00:00Z", { courseSession: { number: 1, of: 32 } })];
  const stateOf = async (places: { openSpots: number; totalSpots: number; late: boolean }) =>
    (await groupsOf(platformWith(all, places), [course], now))[0]?.course;
  expect(await stateOf({ openSpots: 2, totalSpots: 10, late: false })).toMatchObject({
    state: "free",
    open: 2,
    lessons: 32,
    first: first.toISOString(),
    href: "/booking/?service=s-k",
  });
  expect(await stateOf({ openSpots: 2, totalSpots: 10, late: true })).toMatchObject({ state: "closed" });
  expect(await stateOf({ openSpots: 0, totalSpots: 10, late: false })).toMatchObject({
    state: "full",
    href: "/booking/?service=s-k&session=schedule-k&step=wait",
  });
});

test("before registration opens, a group shows the opening time instead of a booking link", async () => {
  const opens = new Date("2026-10-20T10:00:00.000Z");
  const registrations = [{ opens, closes: new Date("2026-11-03T10:00:00Z") }];
  const weekly = session("a", "2026-10-27T15:00:00Z", { bookable: false });
  const groupAt = async (at: Date, bookable: boolean) => {
    const client = platformWith([{ ...weekly, bookable }]);
    return (await groupsOf(client, [service("a", { registrations })], at))[0] as Group;
  };
  const before = (await groupAt(new Date(opens.getTime() - 1), false)).times[0] as Group["times"][number];
  expect(before).toMatchObject({ state: "free", opens: opens.toISOString() });
  expect(groupAction(before, false)).toBeUndefined();
  expect(placesIn(before, false).text).toBe(say("season.begins", { day: dayShort(opens) }));
  const after = (await groupAt(opens, true)).times[0] as Group["times"][number];
  expect(after).toMatchObject({ state: "free", opens: null });
  expect(groupAction(after, false)).toMatchObject({ label: say("action.book") });
});

test("does not list appointments as groups", async () => {
  expect(await groupsOf(platformWith([]), [service("a", { type: "APPOINTMENT" })], now)).toEqual([]);
});
