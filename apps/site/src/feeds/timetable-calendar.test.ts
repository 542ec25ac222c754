import type { Client } from "@uola/client";
import { calendarText } from "@uola/words/calendar";
import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { timetableCalendar } from "./timetable-calendar.ts";

const service = (id: string, slug: string, kind: string) => ({
  id,
  name: `Užsiėmimas ${id}`,
  tagLine: "Su treneriu",
  mainSlug: { name: slug },
  supportedSlugs: [{ name: slug }],
  category: { id: kind, name: kind, kind },
  bookingPolicy: {},
  payment: { rateType: "NO_FEE" },
  extendedFields: { namespaces: { "uola.translations": { en: { name: `Session ${id}` } } } },
});
const services = [service("1", "technika", "trainings"), service("2", "driezai", "children")];
const session = (id: string, serviceId: string, more: object = {}) => ({
  id,
  serviceId,
  title: `Užsiėmimas ${serviceId}`,
  startDate: new Date("2026-11-24T16:00:00Z"),
  endDate: new Date("2026-11-24T17:30:00Z"),
  status: "CONFIRMED",
  openSpots: 3,
  totalSpots: 8,
  bookable: true,
  staff: [{ id: "r", name: "Rūta" }],
  updatedDate: new Date("2026-11-20T10:00:00Z"),
  sequence: 7,
  ...more,
});
const sessions = [session("a", "1"), session("b", "2", { status: "CANCELLED", sequence: 90 })];
const client = {
  availability: { sessions: async () => ({ sessions }) },
  services: { query: async () => ({ services, pagingMetadata: {} }) },
  business: {
    get: async () => ({ business: { name: "Uola", email: "labas@uola.example", address: "Skardžio g. 14" } }),
  },
} as unknown as Client;

const feed = timetableCalendar(calendarText);
const text = (search = "", now = "2026-11-23T08:00:00Z", locale: "lt" | "en" = "lt") =>
  inLanguage(locale, () =>
    feed.text({ client, now: new Date(now), search: new URLSearchParams(search), siteUrl: "https://uola.example" }),
  );
/** Returns the lines of each event, unfolded. */
const eventsIn = (file: string) =>
  file
    .replaceAll("\r\n ", "")
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((event) => event.split("\r\n"));

test("gives a calendar event a stable UID, a sequence number and a booking link", async () => {
  const [first] = eventsIn(await text());
  expect(first).toEqual(
    expect.arrayContaining([
      "UID:a@uola",
      "SEQUENCE:7",
      "DTSTAMP:20261120T100000Z",
      "DTSTART;TZID=Europe/Vilnius:20261124T180000",
      "SUMMARY:Užsiėmimas 1",
      "STATUS:CONFIRMED",
    ]),
  );
  expect(first?.join("\n")).toContain("https://uola.example/booking/?service=technika&session=a");
});

test("marks a cancelled session as cancelled", async () => {
  const [, second] = eventsIn(await text());
  expect(second).toEqual(expect.arrayContaining(["UID:b@uola", "SEQUENCE:90", "STATUS:CANCELLED"]));
});

test("serves identical bytes while the timetable does not change", async () => {
  expect(await text("", "2026-11-23T08:00:00Z")).toBe(await text("", "2026-11-23T11:40:00Z"));
});

test.each([
  ["kind=children", ["UID:b@uola"]],
  ["kind=children,trainings", ["UID:a@uola", "UID:b@uola"]],
  ["event=technika", ["UID:a@uola"]],
  ["event=2", ["UID:b@uola"]],
  ["event=kazkas", []],
])("filters the calendar by %s to %j", async (search, uids) => {
  const found = eventsIn(await text(search)).map((event) => event.find((line) => line.startsWith("UID:")));
  expect(found).toEqual(uids);
});

test("serves the calendar in English", async () => {
  const file = await text("", undefined, "en");
  expect(file).toContain("SUMMARY:Session 1");
  expect(file.replaceAll("\r\n ", "")).toContain("https://uola.example/en/booking/?service=technika");
});
