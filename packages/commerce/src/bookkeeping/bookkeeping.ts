import type { contract, DaySpan, LedgerAccounts, LedgerRole } from "@uola/contract";
import { documentNumber, LedgerAccounts as LedgerAccountsShape, reportDaysMax } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, dayMs, type Handlers, Refusal, recordChange, refuseStaleRevision, transact } from "@uola/kernel";
import { type Cell, tableFile, timeZone } from "../documents/documents.ts";
import { type BookEntry, defaultAccounts, entryOf, type Fact } from "./rules.ts";
import * as store from "./store.ts";

const initial: LedgerAccounts = { accounts: defaultAccounts, revision: "1" };

/**
 * The double-entry journal. Only its accounts are stored; the entries are derived from other data.
 * docs/rules/bookkeeping.md defines the entries.
 */
export function bookkeeping(context: Context): Handlers<typeof contract.bookkeeping> {
  const { db, siteId, now } = context;

  const accountsOn = async (on: Database, locks = false): Promise<LedgerAccounts> =>
    LedgerAccountsShape.parse((await store.readAccounts(on, siteId, locks)) ?? initial);

  return {
    accounts: () => accountsOn(db),

    setAccounts: ({ accounts, revision }, { caller: actor }) =>
      transact(context, async (tx) => {
        const at = now();
        // The first change inserts the row that later changes lock.
        await store.insertAccounts(tx, siteId, initial, at);
        const before = await accountsOn(tx, true);
        refuseStaleRevision({ revision: Number(before.revision) }, revision);
        const after = { accounts, revision: String(Number(before.revision) + 1) };
        await store.updateAccounts(tx, siteId, after, at);
        const audit = { actor, action: "bookkeeping.setAccounts", before: before.accounts, after: accounts };
        await recordChange(tx, { siteId, at, entity: "ledgerAccounts", entityId: siteId, audit });
        return after;
      }),

    async entries({ format, ...span }) {
      const [entries, { accounts }] = await Promise.all([bookEntries(context, span), accountsOn(db)]);
      return tableFile(format, {
        name: `buhalterinis-zurnalas-${span.from}-${span.to}`,
        sheet: `${span.from} ${span.to}`,
        columns,
        rows: entries.flatMap((entry, index) => rowsOf(entry, index + 1, accounts)),
      });
    },
  };
}

/** Returns the journal entries of a period, day by day. */
export async function bookEntries({ db, siteId }: Context, { from, to }: DaySpan): Promise<BookEntry[]> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1 || days > reportDaysMax || from < "2000" || to > "2999") {
    throw new Refusal("INVALID_PERIOD", `The journal is about 1 to ${reportDaysMax} days.`, 400, { days });
  }
  const asked = { siteId, from, to, timeZone: await timeZone(db, siteId) };
  const entries = (await factsOf(db, asked)).flatMap((fact) => entryOf(fact) ?? []);
  // Documents come before payments of the same day. The sort is stable, so the order within each
  // kind is preserved.
  return entries.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

async function factsOf(db: Database, asked: store.Asked): Promise<Fact[]> {
  const [parts, received, voided, refunds, moves] = await Promise.all([
    store.documentParts(db, asked),
    store.received(db, asked),
    store.voided(db, asked),
    store.refunds(db, asked),
    store.voucherMoves(db, asked),
  ]);
  const documents = Map.groupBy(parts, ({ id }) => id);
  return [
    ...[...documents.values()].map((lines): Fact => {
      const [{ day, kind, orderNumber, who, series, number }] = lines as [(typeof lines)[number]];
      const document = documentNumber({ series, number });
      return { kind: "DOCUMENT", day, document, isCredit: kind === "CREDIT", orderNumber, who, lines };
    }),
    ...received.map((payment): Fact => ({ kind: "PAYMENT", ...payment })),
    ...voided.map((payment): Fact => ({ kind: "VOIDED", ...payment })),
    ...refunds.map((refund): Fact => ({ kind: "REFUND", ...refund })),
    ...moves.map(({ day, kind, delta, method, orderNumber, who, isInvoiced }): Fact => {
      const about = { day, orderNumber, who };
      if (kind === "REDEEM" || kind === "GIVE_BACK") return { kind: "VOUCHER_USED", ...about, amount: -delta };
      const sold = { ...about, method: method ?? ("TRANSFER" as const), amount: Math.abs(delta), isInvoiced };
      return { kind: kind === "ISSUE" ? "VOUCHER_SOLD" : "VOUCHER_REFUNDED", ...sold };
    }),
  ];
}

/** Accounting programs and accountants expect Lithuanian column headings. */
const columns = [
  "Data",
  "Įrašas",
  "Turinys",
  "Dokumentas",
  "Užsakymas",
  "Pirkėjas ar kuponas",
  "Sąskaita",
  "Sąskaitos paskirtis",
  "Debetas",
  "Kreditas",
];
const contents: Record<BookEntry["kind"], string> = {
  DOCUMENT: "Dokumentas",
  PAYMENT: "Gauta",
  VOIDED: "Bankas atšaukė mokėjimą",
  REFUND: "Grąžinta",
  VOUCHER_SOLD: "Parduotas kuponas",
  VOUCHER_REFUNDED: "Grąžinta už kuponą",
  VOUCHER_USED: "Panaudotas kuponas",
};
const purposes: Record<LedgerRole, string> = {
  BUYERS: "Pirkėjų skolos",
  BANK: "Bankas",
  TILL: "Kasa",
  UNDERWAY: "Pinigai kelyje",
  VOUCHERS: "Gauti avansai (kuponai)",
  VAT: "Mokėtinas PVM",
  SERVICES: "Pajamos už paslaugas",
  GOODS: "Pajamos už prekes",
  DONATIONS: "Parama",
  BONUS: "Priedai prie kuponų",
};

const rowsOf = (
  { day, kind, document, orderNumber, who, rows }: BookEntry,
  index: number,
  to: Record<LedgerRole, string>,
) =>
  rows.map(({ role, debit, credit }): Cell[] => [
    day,
    String(index),
    contents[kind],
    document,
    orderNumber,
    who,
    to[role],
    purposes[role],
    ...[debit, credit].map((hundredths) => (hundredths === 0 ? null : { hundredths })),
  ]);
