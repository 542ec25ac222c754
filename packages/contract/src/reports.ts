import { z } from "zod";
import { CategoryKind } from "./categories.ts";
import { endpoint } from "./endpoint.ts";
import { cents, guid, instant, maybe } from "./wire.ts";

const localDate = z.iso.date();

/**
 * WEEK and MONTH are calendar weeks and months; SEASON is three months, beginning in March, June,
 * September or December.
 */
export const ReportPeriod = z.enum(["WEEK", "MONTH", "SEASON"]);
export type ReportPeriod = z.infer<typeof ReportPeriod>;

/** The first and the last day of a period, both inclusive. */
export const DaySpan = z.object({ from: localDate, to: localDate });
export type DaySpan = z.infer<typeof DaySpan>;

/** The maximum length of a report period in days: a year plus the day it is compared with. */
export const reportDaysMax = 366;

const count = z.int();
const occupied = { taken: count, places: count };

/**
 * A matter that needs a decision by the gym. NO_TRAINER: a booked session in the next week without
 * a trainer; REQUESTS: bookings awaiting approval; PAYOUTS: money to be refunded by transfer;
 * UNPAID_LONG: orders unpaid for more than two weeks; OVERDUE_PARTS: orders with overdue
 * instalments; APPROVALS: registered people awaiting approval.
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
  /** The number of people in the session; for other kinds, the number of cases. */
  count,
  /** The amount for PAYOUTS, AT_PROVIDER, UNPAID_LONG and OVERDUE_PARTS. */
  amount: maybe(cents),
  /** Of NO_TRAINER. */
  session: maybe(z.object({ id: guid, name: z.string(), startDate: instant })),
  /** For REQUESTS: the earliest start among the requested bookings. */
  first: maybe(instant),
});
export type Decision = z.infer<typeof Decision>;

export const Overview = z
  .object({
    period: DaySpan.extend({ kind: ReportPeriod, today: localDate }),
    /** The comparison period, day for day: the previous week, or the same days of the previous year. */
    compared: DaySpan,
    /** The revenue by issued documents, for roles with access to bookkeeping. */
    income: maybe(
      z.object({
        /** The revenue from the first day up to today. */
        gross: z.int(),
        before: z.int(),
        days: z.array(z.object({ day: localDate, gross: z.int() })),
        /** The income by product type; null stands for everything that is not a booking. */
        parts: z.array(z.object({ kind: maybe(CategoryKind), gross: z.int() })),
      }),
    ),
    /**
     * The revenue expected in the next 30 days if everyone pays and nobody cancels: open orders,
     * and bookings of these days to be paid at the gym. Payments already received and future
     * bookings are not included.
     */
    forecast: maybe(
      z.object({
        days: count,
        orders: z.object({ count, amount: cents }),
        bookings: z.object({ count, amount: cents }),
        /** Bookings with a free-text price, which cannot be included in the amount. */
        unpriced: count,
      }),
    ),
    /** The occupancy of the whole period, including future days. */
    occupancy: z.object({
      ...occupied,
      /** 1 is Monday. */
      hours: z.array(z.object({ weekday: count, hour: count, ...occupied })),
    }),
    /** The number of people who booked for the first time, and how many of them came more than once. */
    people: z.object({ new: count, before: count, again: count }),
    /** Unpaid orders, by age; the last age group is open-ended. */
    unpaid: z.object({
      orders: count,
      amount: cents,
      ages: z.array(z.object({ untilDays: maybe(count), orders: count, amount: cents })),
    }),
    payouts: z.object({ refunds: count, amount: cents }),
    waiting: z.object({
      people: count,
      /** The longest waiting lists. A waiting list of a course has no session. */
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

/** The meaning of the numbers in a column. SHARE is in hundredths of a percent. */
export const ReportColumn = z.object({
  id: z.enum([
    ...(["documents", "pieces", "net", "vat", "gross", "sessions", "taken", "places", "share"] as const),
    ...(["expected", "came", "absent", "people", "once", "again"] as const),
  ]),
  unit: z.enum(["CENTS", "COUNT", "SHARE"]),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

/**
 * A report as a table. Depending on the kind, a row name is a day, a product, a tax code, a
 * service, an hour or a month.
 */
export const Report = z
  .object({
    kind: ReportKind,
    ...DaySpan.shape,
    columns: z.array(ReportColumn),
    rows: z.array(
      z.object({
        name: z.string(),
        /** The tax rate in hundredths of a percent. */
        rate: maybe(z.int()),
        values: z.array(z.int()),
      }),
    ),
    /** The totals of the columns. */
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
