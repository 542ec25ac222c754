import { dateOf } from "@uola/booking";
import {
  contract,
  type DaySpan,
  type Decision,
  type DecisionKind,
  hasPower,
  mayCall,
  type Report,
  type ReportColumn,
  type ReportKind,
  reportDaysMax,
} from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Context, dayMs, type Handlers, Refusal } from "@uola/kernel";
import { type Cell, tableFile, timeZone } from "../documents/documents.ts";
import { sumOf } from "../money/money.ts";
import { byAge, cents, comparedWith, counts, expectedIncome, spanOf, table, tableWithShare } from "./rules.ts";
import * as store from "./store.ts";

const listsShown = 4;
const forecastDays = 30;

/**
 * The operation that resolves each type of decision. Users see only the decisions that they are
 * allowed to make.
 */
const takenBy = {
  NO_TRAINER: contract.schedules.changeSession,
  REQUESTS: contract.bookings.confirm,
  APPROVALS: contract.members.approve,
  PAYOUTS: contract.orders.markPaidOut,
  AT_PROVIDER: contract.orders.markPaidOut,
  UNPAID_LONG: contract.orders.cancel,
  OVERDUE_PARTS: contract.orders.extendPart,
} as const satisfies Record<DecisionKind, unknown>;

/** The number of days for which the overview shows refunds and reversals made by a provider. */
const atProviderDays = 14;

/**
 * Reports on the gym's business. They are computed from existing data; docs/rules/reports.md
 * defines each number.
 */
export function reports({ db, siteId, now }: Context): Handlers<typeof contract.reports> {
  const zone = () => timeZone(db, siteId);

  async function read(kind: ReportKind, { from, to }: DaySpan): Promise<Report> {
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
    // Limits the years to a reasonable range that the database can represent.
    if (days < 1 || days > reportDaysMax || from < "2000" || to > "2999") {
      throw new Refusal("INVALID_PERIOD", `A report is about 1 to ${reportDaysMax} days.`, 400, { days });
    }
    const asked = { siteId, from, to, timeZone: await zone() };
    return { kind, from, to, ...(await tables[kind](db, asked, now())) };
  }

  return {
    async overview({ period }, { caller }) {
      const at = now();
      const timeZone = await zone();
      const today = dateOf(at, timeZone);
      const span = spanOf(period, today);
      const compared = comparedWith(period, span, today);
      const whole = { siteId, timeZone, ...span };
      const soFar = { ...whole, to: today };
      const before = { siteId, timeZone, ...compared };
      const [
        income,
        forecast,
        occupancy,
        hours,
        people,
        peopleBefore,
        waiting,
        payouts,
        atProvider,
        overdue,
        lists,
        decisions,
      ] = await Promise.all([
        hasPower("keepsBooks", caller) ? incomeOf(soFar, before) : undefined,
        hasPower("keepsBooks", caller) ? forecastAt(at) : undefined,
        store.occupancyOf(db, whole),
        store.occupancyByHour(db, whole),
        store.newPeople(db, soFar, at),
        store.newPeople(db, before, at),
        store.unpaid(db, siteId, at),
        store.payouts(db, siteId),
        store.movedAtProvider(db, siteId, new Date(at.getTime() - atProviderDays * dayMs)),
        store.overdueParts(db, siteId, today),
        store.waitingLists(db, siteId, at),
        decisionsAt(at),
      ]);
      const unpaid = byAge(waiting);
      const [tooOld] = unpaid.slice(-1);
      return {
        overview: {
          period: { kind: period, ...span, today },
          compared,
          income,
          forecast,
          occupancy: { ...occupancy, hours },
          people: { ...people, before: peopleBefore.new },
          unpaid: {
            orders: sumOf(unpaid.map(({ orders }) => orders)),
            amount: sumOf(unpaid.map(({ amount }) => amount)),
            ages: unpaid,
          },
          payouts,
          waiting: { people: sumOf(lists.map((list) => list.waiting)), lists: lists.slice(0, listsShown) },
          decisions: [
            ...decisions,
            ...(payouts.refunds > 0
              ? [{ kind: "PAYOUTS" as const, count: payouts.refunds, amount: payouts.amount }]
              : []),
            ...(atProvider.orders > 0
              ? [{ kind: "AT_PROVIDER" as const, count: atProvider.orders, amount: atProvider.amount }]
              : []),
            ...(tooOld && tooOld.orders > 0
              ? [{ kind: "UNPAID_LONG" as const, count: tooOld.orders, amount: tooOld.amount }]
              : []),
            ...(overdue.orders > 0
              ? [{ kind: "OVERDUE_PARTS" as const, count: overdue.orders, amount: overdue.amount }]
              : []),
          ].filter(({ kind }) => mayCall(caller.role, takenBy[kind])),
        },
      };
    },

    read: async ({ kind, ...span }) => ({ report: await read(kind, span) }),

    async file({ kind, format, ...span }) {
      const report = await read(kind, span);
      const cellOf = ({ unit }: ReportColumn, value: number): Cell =>
        unit === "COUNT" ? { count: value } : { hundredths: value };
      const rows = [...report.rows, { name: "Iš viso", rate: undefined, values: report.sums }];
      const withRate = report.rows.some(({ rate }) => rate !== undefined);
      return tableFile(format, {
        name: `${fileNames[kind]}-${span.from}-${span.to}`,
        sheet: fileNames[kind],
        columns: [
          firstColumns[kind],
          ...(withRate ? ["Tarifas, %"] : []),
          ...report.columns.map(({ id }) => columnNames[id]),
        ],
        rows: rows.map(({ name, rate, values }) => [
          name,
          ...(withRate ? [rate == null ? null : { hundredths: rate }] : []),
          ...values.map((value, index) => cellOf(required(report.columns[index], "report column"), value)),
        ]),
      });
    },
  };

  async function incomeOf(soFar: store.Asked, before: store.Asked) {
    const [days, parts, grossBefore] = await Promise.all([
      store.incomeByDay(db, soFar),
      store.incomeByKind(db, soFar),
      store.incomeOf(db, before),
    ]);
    return {
      gross: sumOf(days.map(({ gross }) => gross)),
      before: grossBefore,
      days: days.map(({ day, gross }) => ({ day, gross })),
      parts,
    };
  }

  async function forecastAt(from: Date) {
    const until = new Date(from.getTime() + forecastDays * dayMs);
    const [orders, ahead] = await Promise.all([
      store.openOrders(db, siteId, until),
      store.unpaidAhead(db, siteId, { from, until }),
    ]);
    const { unpriced, ...bookings } = expectedIncome(ahead);
    return { days: forecastDays, orders, bookings, unpriced };
  }

  async function decisionsAt(at: Date): Promise<Decision[]> {
    const [sessions, requests, approvals] = await Promise.all([
      store.sessionsWithoutTrainer(db, siteId, { now: at, until: new Date(at.getTime() + 7 * dayMs) }),
      store.requests(db, siteId, at),
      store.approvals(db, siteId),
    ]);
    return [
      ...sessions.map(({ people, ...session }) => ({ kind: "NO_TRAINER" as const, count: people, session })),
      ...(requests.count > 0 ? [{ kind: "REQUESTS" as const, ...requests }] : []),
      ...(approvals > 0 ? [{ kind: "APPROVALS" as const, count: approvals }] : []),
    ];
  }
}

type Table = Pick<Report, "columns" | "rows" | "sums">;

const tables: Record<ReportKind, (db: Database, asked: store.Asked, now: Date) => Promise<Table>> = {
  async INCOME_BY_DAY(db, asked) {
    const rows = await store.incomeByDay(db, asked);
    return table(
      [...counts("documents"), ...cents("net", "vat", "gross")],
      rows.map(({ day, documents, net, vat, gross }) => ({ name: day, values: [documents, net, vat, gross] })),
    );
  },
  async INCOME_BY_PRODUCT(db, asked) {
    const rows = await store.incomeByProduct(db, asked);
    return table(
      [...counts("pieces"), ...cents("net", "vat", "gross")],
      rows.map(({ name, pieces, net, vat, gross }) => ({ name, values: [pieces, net, vat, gross] })),
    );
  },
  async INCOME_BY_VAT(db, asked) {
    const rows = await store.incomeByTax(db, asked);
    return table(
      cents("net", "vat", "gross"),
      rows.map(({ code, rate, net, vat, gross }) => ({ name: code ?? "", rate, values: [net, vat, gross] })),
    );
  },
  async OCCUPANCY_BY_SERVICE(db, asked) {
    const rows = await store.occupancyByService(db, asked);
    const lines = rows.map(({ name, sessions, taken, places }) => ({ name, values: [sessions, taken, places] }));
    return tableWithShare(counts("sessions", "taken", "places"), lines, 1, 2);
  },
  async OCCUPANCY_BY_HOUR(db, asked) {
    const rows = await store.occupancyByHour(db, asked);
    const hours = [...new Set(rows.map(({ hour }) => hour))].toSorted((a, b) => a - b);
    const lines = hours.map((hour) => {
      const some = rows.filter((row) => row.hour === hour);
      const values = [sumOf(some.map(({ taken }) => taken)), sumOf(some.map(({ places }) => places))];
      return { name: String(hour), values };
    });
    return tableWithShare(counts("taken", "places"), lines, 0, 1);
  },
  async ABSENCES(db, asked) {
    const rows = await store.absences(db, asked);
    const lines = rows.map(({ name, expected, came }) => ({ name, values: [expected, came, expected - came] }));
    return tableWithShare(counts("expected", "came", "absent"), lines, 2, 0);
  },
  async COHORTS(db, asked, now) {
    const rows = await store.cohorts(db, asked, now);
    const lines = rows.map(({ month, people, once, again }) => ({ name: month, values: [people, once, again] }));
    return tableWithShare(counts("people", "once", "again"), lines, 2, 0);
  },
};

/** File names are in Lithuanian, for accounting programs and readers. */
const fileNames = {
  INCOME_BY_DAY: "pajamos-pagal-dienas",
  INCOME_BY_PRODUCT: "pajamos-pagal-prekes",
  INCOME_BY_VAT: "pajamos-pagal-pvm",
  OCCUPANCY_BY_SERVICE: "uzimtumas-pagal-paslaugas",
  OCCUPANCY_BY_HOUR: "uzimtumas-pagal-valandas",
  ABSENCES: "neatvykimai",
  COHORTS: "sugrizimai",
} as const satisfies Record<ReportKind, string>;
const firstColumns = {
  INCOME_BY_DAY: "Diena",
  INCOME_BY_PRODUCT: "Prekė ar paslauga",
  INCOME_BY_VAT: "PVM klasifikatorius",
  OCCUPANCY_BY_SERVICE: "Paslauga",
  OCCUPANCY_BY_HOUR: "Valanda",
  ABSENCES: "Paslauga",
  COHORTS: "Pirmas mėnuo",
} as const satisfies Record<ReportKind, string>;
const columnNames = {
  documents: "Dokumentai",
  pieces: "Kiekis",
  net: "Suma be PVM",
  vat: "PVM",
  gross: "Suma su PVM",
  sessions: "Užsiėmimai",
  taken: "Užimta vietų",
  places: "Vietų",
  share: "Dalis, %",
  expected: "Laukta",
  came: "Atvyko",
  absent: "Neatvyko",
  people: "Nauji žmonės",
  once: "Buvo",
  again: "Grįžo",
} as const satisfies Record<ReportColumn["id"], string>;
