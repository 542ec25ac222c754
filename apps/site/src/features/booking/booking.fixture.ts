import type { Activity } from "./activities.ts";
import type { Time } from "./times.ts";

/** Wednesday, 9 September 2026, 16:30 in Vilnius. */
export const now = new Date("2026-09-09T13:30:00Z");

export const activity = (given: Partial<Activity> = {}): Activity => ({
  id: "a-intro",
  slug: "ivadas-i-boulderinga",
  name: "Įvadas į boulderingą",
  tagLine: "Nuo 14 metų · pradedantiesiems",
  description: "",
  conditions: "",
  ages: null,
  leaders: [],
  category: { id: "c-first", name: "Pirmą kartą", kind: "firstTime" },
  kind: "CLASS",
  price: { kind: "each", cents: 2500, currency: "EUR" },
  variants: [],
  agePrices: [],
  memberPrice: null,
  lateJoinShare: false,
  lessonsLeft: null,
  payAtGym: true,
  maxParticipants: 4,
  needsApproval: false,
  scheduleId: "s-intro",
  waits: true,
  staff: [],
  durations: [],
  fields: [],
  registrations: [],
  policy: {
    limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 56 * 1440 },
    limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 },
  },
  ...given,
});

export const time = (start: string, given: Partial<Time> = {}): Time => ({
  id: `t-${start}`,
  activityId: "a-intro",
  start: `2026-09-${start}:00Z`,
  end: `2026-09-${start}:00Z`.replace(/T(\d\d)/, (_, hour) => `T${String(Number(hour) + 1).padStart(2, "0")}`),
  open: 3,
  total: 8,
  bookable: true,
  staff: ["Rūta"],
  ...given,
});
