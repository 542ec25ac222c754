import { expect, test } from "vitest";
import { addToCalendarLinks, subscribeLinks } from "./web-calendars.ts";

const entry = {
  title: "Įvadas & kiti · Uola",
  start: new Date("2026-09-09T15:00:00Z"),
  end: new Date("2026-09-09T16:30:00Z"),
  place: "Skardžio g. 14",
  details: "Kodas\nhttp://localhost:3000/",
};

test("each calendar link contains the entry in the parameters of its provider", () => {
  const { google, outlook } = addToCalendarLinks(entry);
  expect(Object.fromEntries(new URL(google).searchParams)).toMatchObject({
    action: "TEMPLATE",
    text: entry.title,
    dates: "20260909T150000Z/20260909T163000Z",
    location: entry.place,
    details: entry.details,
  });
  expect(Object.fromEntries(new URL(outlook).searchParams)).toMatchObject({
    rru: "addevent",
    subject: entry.title,
    startdt: "2026-09-09T15:00:00Z",
    enddt: "2026-09-09T16:30:00Z",
  });
  expect(google + outlook).not.toContain("+");
});

test("a feed link uses webcal or https as required by each calendar provider", () => {
  const { google, outlook } = subscribeLinks("https://api.uola.lt/v1/calendars/k.ics", "Mano užsiėmimai");
  expect(new URL(google).searchParams.get("cid")).toBe("webcal://api.uola.lt/v1/calendars/k.ics");
  expect(new URL(outlook).searchParams.get("url")).toBe("https://api.uola.lt/v1/calendars/k.ics");
});
