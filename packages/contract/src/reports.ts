import { z } from "zod";
import { CategoryKind } from "./categories.ts";
import { endpoint } from "./endpoint.ts";
import { cents, guid, instant, maybe } from "./wire.ts";

const localDate = z.iso.date();

/** WEEK and MONTH are those of the calendar; SEASON is three months: from March, June, September and December. */
export const ReportPeriod = z.enum(["WEEK", "MONTH", "SEASON"]);
export type ReportPeriod = z.infer<typeof ReportPeriod>;

/** The first and the last day. */
export const DaySpan = z.object({ from: localDate, to: localDate });
export type DaySpan = z.infer<typeof DaySpan>;

/** The longest time that a report is about, in days: a year and the day it is compared with. */
export const reportDaysMax = 366;

const count = z.int();
const occupied = { taken: count, places: count };

/**
 * What somebody has to decide. NO_TRAINER: a session of the next week that people have booked and nobody leads; REQUESTS:
 * bookings that wait for an answer; PAYOUTS: money to transfer back; UNPAID_LONG: orders that wait longer than two weeks;
 * OVERDUE_PARTS: orders with parts whose day is over; APPROVALS: people who registered and wait to be let in.
 */
export const DecisionKind = z.enum([
  "NO_TRAINER",
  "REQUESTS",
  "PAYOUTS",
  "AT_PROVIDER",
  "UNPAID_LONG",
  "OVERDUE_PARTS",
  "APPROVALS",
]);
export type DecisionKind = z.infer<typeof DecisionKind>;

export const Decision = z.object({
  kind: DecisionKind,
  /** People of a session; else how many there are. */
  count,
  /** Of PAYOUTS, AT_PROVIDER, UNPAID_LONG and OVERDUE_PARTS. */
  amount: maybe(cents),
  /** Of NO_TRAINER. */
  session: maybe(z.object({ id: guid, name: z.string(), startDate: instant })),
  /** Of REQUESTS: when the first of what was asked for begins. */
  first: maybe(instant),
});
export type Decision = z.infer<typeof Decision>;

export const Overview = z
  .object({
    period: DaySpan.extend({ kind: ReportPeriod, today: localDate }),
    /** What the numbers are compared with, day for day: the week before, or the same days a year before. */
    compared: DaySpan,
    /** What documents say, for whoever keeps the books. */
    income: maybe(
      z.object({
        /** From the first day until today. */
        gross: z.int(),
        before: z.int(),
        days: z.array(z.object({ day: localDate, gross: z.int() })),
        /** By the kind of what was sold; null is everything that is not booked. */
        parts: z.array(z.object({ kind: maybe(CategoryKind), gross: z.int() })),
      }),
    ),
    /**
     * What the next 30 days still bring if everybody pays and nobody cancels: open orders, and bookings of these days that are
     * paid at the gym. What is paid already is no part of it, and neither is what nobody has booked yet.
     */
    forecast: maybe(
      z.object({
        days: count,
        orders: z.object({ count, amount: cents }),
        bookings: z.object({ count, amount: cents }),
        /** Bookings whose price is a text only: nobody can say what they bring. */
        unpriced: count,
      }),
    ),
    /** Of the whole period, days ahead included. */
    occupancy: z.object({
      ...occupied,
      /** 1 is Monday. */
      hours: z.array(z.object({ weekday: count, hour: count, ...occupied })),
    }),
    /** Who booked for the first time, and who of them has come more than once. */
    people: z.object({ new: count, before: count, again: count }),
    /** Orders that wait for their money, by age; the last age has no end. */
    unpaid: z.object({
      orders: count,
      amount: cents,
      ages: z.array(z.object({ untilDays: maybe(count), orders: count, amount: cents })),
    }),
    payouts: z.object({ refunds: count, amount: cents }),
    waiting: z.object({
      people: count,
      /** The longest ones. A course has no session of its own. */
      lists: z.array(
        z.object({
          serviceId: guid,
          sessionId: maybe(guid),
          name: z.string(),
          kind: CategoryKind,
          startDate: maybe(instant),
          waiting: count,
          taken: count,
          capacity: maybe(count),
        }),
      ),
    }),
    decisions: z.array(Decision),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof Overview>;

export const ReportKind = z.enum([
  "INCOME_BY_DAY",
  "INCOME_BY_PRODUCT",
  "INCOME_BY_VAT",
  "OCCUPANCY_BY_SERVICE",
  "OCCUPANCY_BY_HOUR",
  "ABSENCES",
  "COHORTS",
]);
export type ReportKind = z.infer<typeof ReportKind>;

/** What the numbers of a column are. SHARE is in hundredths of a percent. */
export const ReportColumn = z.object({
  id: z.enum([
    ...(["documents", "pieces", "net", "vat", "gross", "sessions", "taken", "places", "share"] as const),
    ...(["expected", "came", "absent", "people", "once", "again"] as const),
  ]),
  unit: z.enum(["CENTS", "COUNT", "SHARE"]),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

/** A report as a table. A name is a day, a product, a tax code, a service, an hour or a month, as the kind says. */
export const Report = z
  .object({
    kind: ReportKind,
    ...DaySpan.shape,
    columns: z.array(ReportColumn),
    rows: z.array(
      z.object({
        name: z.string(),
        /** A tax's rate in hundredths of a percent. */
        rate: maybe(z.int()),
        values: z.array(z.int()),
      }),
    ),
    /** Below the columns. */
    sums: z.array(z.int()),
  })
  .meta({ id: "Report" });
export type Report = z.infer<typeof Report>;

const asked = z.object({ kind: ReportKind, ...DaySpan.shape });

export const reports = {
  overview: endpoint({
    method: "GET",
    path: "/v1/reports/overview",
    access: "owner",
    also: ["desk", "accountant"],
    input: z.object({ period: ReportPeriod }),
    output: z.object({ overview: Overview }),
    errors: [],
    summary:
      "Read how the gym is doing, by its own clock: income, occupancy, new people, what waits and what to decide.",
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/reports/{kind}",
    access: "owner",
    also: ["accountant"],
    input: asked,
    output: z.object({ report: Report }),
    errors: ["INVALID_PERIOD"],
    summary: "Read a report over some days. Income is what the documents of these days say, to the cent.",
  }),
  file: endpoint({
    method: "GET",
    path: "/v1/reports/{kind}/file",
    access: "owner",
    also: ["accountant"],
    answer: "file",
    input: asked.extend({ format: z.enum(["CSV", "XLSX"]) }),
    output: z.object({}),
    errors: ["INVALID_PERIOD"],
    summary: "A report as a file for spreadsheet programs.",
  }),
};
