import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { OwnBooking } from "./own-booking.ts";
import { AddToCalendar, OwnBookingTicket } from "./own-booking-row.tsx";

// Test files of a worker share modules; modules loaded earlier would not use the mock below.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

vi.mock("../../features/booking/calendar-link.ts", () => ({
  useBookingLinks: (bookingId: string, key?: string) => ({ calendar: `https://api.test/${key ?? bookingId}.ics` }),
}));

const mine: OwnBooking = {
  id: "b-1",
  revision: "1",
  status: "CONFIRMED",
  paymentStatus: "NOT_PAID",
  paymentOption: "OFFLINE",
  title: "Įvadas",
  category: "",
  categoryKind: "firstTime",
  slug: "ivadas",
  kind: "CLASS",
  serviceId: "s-1",
  scheduleId: "c-1",
  sessionId: "e-1",
  trainerId: null,
  timeless: false,
  course: false,
  staff: null,
  start: new Date("2026-12-01T15:00:00Z"),
  end: new Date("2026-12-01T16:00:00Z"),
  participants: 2,
  names: [],
  cents: 5000,
  attendance: "NOT_SET",
  cancellation: null,
  move: null,
  asksApproval: false,
};

const actions = { onCancel: () => {}, onMove: () => {} };
const ticket = (change: Partial<OwnBooking>, more: { linkKey?: string } = {}) =>
  renderToStaticMarkup(
    <OwnBookingTicket mine={{ ...mine, ...change }} phone="" place="" marked={false} {...more} {...actions} />,
  );

describe("a booking's ticket", () => {
  test("labels the group of calendar links on a booking and offers a file for Apple's calendar", () => {
    const html = ticket({}, { linkKey: "key" });
    const group = html.slice(html.indexOf('role="group"'));
    const [, labelId] = /role="group" aria-labelledby="([^"]+)"/.exec(html) ?? [];
    expect(group).toContain(`<span id="${labelId}">Pridėti į:</span>`);
    expect(group).toMatch(/Google.*Outlook.*Apple/s);
    expect(group).toContain('href="https://api.test/key.ics"');
  });

  test("offers only a calendar file with all dates for a course booking", () => {
    const course = { ...mine, course: true };
    const html = renderToStaticMarkup(<AddToCalendar mine={course} place="" file="https://api.test/b-1.ics" />);
    expect(html).toContain("Kalendoriaus failas");
    expect(html).not.toContain("Google");
  });

  test.each(["CANCELED", "DECLINED"] as const)(
    "shows a booking that is %s as struck through and faded, without price or payment method",
    (status) => {
      const html = ticket({ status });
      expect(html).toMatch(/<s>\d\d?:\d\d/);
      expect(html).toMatch(/class="pass off /);
      expect(html).not.toMatch(/€|Sumokėsite|Pridėti į/);
    },
  );

  test("shows the price and the payment method of an active booking", () => {
    const html = ticket({});
    expect(html).not.toContain("<s>");
    expect(html).toMatch(/50,00.€/);
    expect(html).toContain("Sumokėsite salėje");
  });
});
