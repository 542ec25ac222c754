import type { DeskPayment, PassEntryKind, PassTerms } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";
import { type Entry, entryColumns, matchesText } from "../ledger/ledger.ts";
import { type Freezing, type PassState, remindDays, type Step, type VisitLeft, visitsLeft } from "./rules.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "pass.terms": PassTerms;
    "pass.frozenDaysOfYears": PassState["frozenDaysOfYears"];
    "pass.payment": DeskPayment;
    "passKind.terms": PassTerms;
    "passEntry.kind": PassEntryKind;
    "passEntry.payment": DeskPayment;
  }
}

export type PassRow = Selectable<Schema["pass"]>;
export type EntryRow = Selectable<Schema["passEntry"]>;
export type KindRow = Selectable<Schema["passKind"]>;

const passes = (db: Database, siteId: string) => db.selectFrom("pass").where("pass.siteId", "=", siteId);

export const find = (db: Database, siteId: string, id: string): Promise<PassRow | undefined> =>
  passes(db, siteId).selectAll().where("id", "=", id).executeTakeFirst();

/** Locks a pass, so that concurrent changes to it are applied one after another. */
export const lock = (tx: Database, siteId: string, id: string): Promise<PassRow | undefined> =>
  passes(tx, siteId).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const endingWith = (db: Database, siteId: string, last4: string): Promise<PassRow[]> =>
  passes(db, siteId).selectAll().where("last4", "=", last4).execute();

/** Returns the passes of an account and of its verified email address. */
export const ofMember = (
  db: Database,
  siteId: string,
  { memberId, email }: { memberId: string; email: string | undefined },
): Promise<PassRow[]> =>
  passes(db, siteId)
    .selectAll()
    .where((where) =>
      where.or([
        where("memberId", "=", memberId),
        ...(email ? [sql<boolean>`lower(holder_email) = ${email.toLowerCase()}`] : []),
      ]),
    )
    .orderBy("number", "desc")
    .limit(100)
    .execute();

export type NewPass = Omit<Insertable<Schema["pass"]>, "payment" | "terms"> & {
  terms: PassTerms;
  payment?: DeskPayment | undefined;
};

export const insert = (tx: Database, { payment, terms, ...row }: NewPass): Promise<PassRow> =>
  tx
    .insertInto("pass")
    .values({ ...row, terms: json(terms), payment: payment ? json(payment) : null })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The columns that a change sets in addition to the amounts. */
export type PassChanges = Partial<
  Pick<
    PassRow,
    | "memberId"
    | "holderName"
    | "holderEmail"
    | "last4"
    | "sealedCode"
    | "codeVersion"
    | "transferredDate"
    | "refundedDate"
    | "remindedOf"
  >
>;

export const update = (
  tx: Database,
  { siteId, id, revision, balance, visits }: PassRow,
  { decided, set, at }: { decided: Step; set: PassChanges | undefined; at: Date },
): Promise<PassRow> => {
  const { frozenDaysOfYears, ...dates } = decided.set ?? {};
  return tx
    .updateTable("pass")
    .set({
      ...dates,
      ...set,
      visits: visits + decided.visits,
      revision: revision + 1,
      updatedDate: at,
      ...(frozenDaysOfYears && { frozenDaysOfYears: json(frozenDaysOfYears) }),
      ...(balance !== null && { balance: balance + decided.delta }),
    })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

export const insertEntries = (tx: Database, entries: readonly Entry<PassRow, Step, PassEntryKind>[]) =>
  tx
    .insertInto("passEntry")
    .values(
      entries.map(({ decided: { delta, visits, days }, day, ...entry }) => ({
        ...entryColumns(entry),
        passId: entry.row.id,
        balance: entry.row.balance,
        delta,
        visits,
        days,
        day,
      })),
    )
    .execute();

export const entriesOf = (db: Database, siteId: string, passIds: readonly string[]): Promise<EntryRow[]> =>
  passIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("passEntry")
        .selectAll()
        .where("siteId", "=", siteId)
        .where("passId", "in", passIds)
        .orderBy("sequence", "desc")
        .execute();

/** Returns the pass that was issued by the request with an id. */
export const issuedBy = (db: Database, siteId: string, requestId: string): Promise<PassRow | undefined> =>
  passes(db, siteId)
    .innerJoin("passEntry as entry", (on) =>
      on.onRef("entry.siteId", "=", "pass.siteId").onRef("entry.passId", "=", "pass.id"),
    )
    .selectAll("pass")
    .where("entry.requestId", "=", requestId)
    .where("entry.kind", "=", "ISSUE")
    .executeTakeFirst();

/** Returns the number of people that a pass admitted on a day. */
export async function visitsOn(tx: Database, siteId: string, { passId, day }: { passId: string; day: string }) {
  const entries = tx.selectFrom("passEntry").where("siteId", "=", siteId).where("passId", "=", passId);
  const summed = entries.where("day", "=", day).select(sql<number>`coalesce(sum(visits), 0)::int`.as("visits"));
  return (await summed.executeTakeFirstOrThrow()).visits;
}

/**
 * Returns the visits of a pass on a day with their times: the start of a booking, or the time of
 * recording for other visits.
 */
export async function visitListOn(
  tx: Database,
  siteId: string,
  { passId, day }: { passId: string; day: string },
): Promise<VisitLeft[]> {
  const entries = tx
    .selectFrom("passEntry as entry")
    .leftJoin("booking", (on) =>
      on.onRef("booking.siteId", "=", "entry.siteId").onRef("booking.id", "=", "entry.bookingId"),
    )
    .select((eb) => [
      "entry.visits",
      "entry.bookingId",
      eb.fn.coalesce("booking.startDate", "entry.createdDate").as("at"),
    ])
    .where("entry.siteId", "=", siteId)
    .where("entry.passId", "=", passId)
    .where("entry.day", "=", day)
    .orderBy("entry.sequence");
  return visitsLeft(await entries.execute());
}

/** Returns the first day in a range on which a pass admitted people or pays for places. */
export async function firstVisit(tx: Database, siteId: string, { passId, from, until }: Freezing & { passId: string }) {
  const entries = tx.selectFrom("passEntry").where("siteId", "=", siteId).where("passId", "=", passId);
  const days = entries.where("day", ">=", from).where("day", "<=", until).groupBy("day");
  const visited = days.having(sql`sum(visits)`, ">", 0).orderBy("day");
  return (await visited.select(sql<string>`day::text`.as("day")).executeTakeFirst())?.day;
}

/** Returns the day of the last visit, to which a returned entry is attributed. */
export async function lastVisit(tx: Database, siteId: string, passId: string): Promise<string | undefined> {
  const uses = tx.selectFrom("passEntry").select("day").where("siteId", "=", siteId).where("passId", "=", passId);
  return (await uses.where("kind", "=", "USE").orderBy("sequence", "desc").executeTakeFirst())?.day ?? undefined;
}

/** Returns the passes that paid for a booking, with the number of entries and the day, in lock order. */
export const paying = (tx: Database, siteId: string, bookingId: string) =>
  tx
    .selectFrom("passEntry")
    .select(["passId", sql<number>`sum(visits)::int`.as("visits")])
    // A moved booking has visits on several days; the latest one counts.
    .select(sql<string>`(array_agg(day order by sequence desc) filter (where visits > 0))[1]::text`.as("day"))
    .where("siteId", "=", siteId)
    .where("bookingId", "=", bookingId)
    .groupBy("passId")
    .having(sql`sum(visits)`, ">", 0)
    .orderBy("passId")
    .execute();

/** Returns the bookings of future places that a pass pays for. */
export async function paidAhead(on: Database, siteId: string, passId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select booking.id from pass_entry entry
    join booking on booking.site_id = entry.site_id and booking.id = entry.booking_id
    where entry.site_id = ${siteId} and entry.pass_id = ${passId} and booking.start_date > ${now}
      and booking.status in ('CREATED', 'PENDING', 'CONFIRMED')
    group by booking.id having sum(entry.visits) > 0`.execute(on);
  return rows.map(({ id }) => id);
}

/** Returns valid passes that end soon and whose holder was not reminded of that last day. */
export const toRemind = async (db: Database, siteId: string, today: string, limit: number): Promise<string[]> => {
  const ending = passes(db, siteId)
    .select("id")
    .where("refundedDate", "is", null)
    .where("validUntil", ">=", today)
    .where("validUntil", "<=", sql<string>`${today}::date + ${sql.lit(remindDays)}`)
    .where((where) => where.or([where("balance", "is", null), where("balance", ">", 0)]))
    .where((where) => where.or([where("remindedOf", "is", null), where("remindedOf", "<", where.ref("validUntil"))]));
  return (await ending.orderBy("validUntil").limit(limit).execute()).map(({ id }) => id);
};

/** SQL for the status, equivalent to `statusOf` in the rules. */
const statusIn = (today: string) => sql<string>`case
  when refunded_date is not null then 'REFUNDED' when valid_until < ${today}::date then 'EXPIRED'
  when balance = 0 then 'USED_UP' when ${today}::date between frozen_from and frozen_until then 'FROZEN'
  when valid_from > ${today}::date then 'NEW' else 'ACTIVE' end`;

type Searched = { status?: string | undefined; kindId?: string | undefined; text?: string | undefined; today: string };

export function list(db: Database, siteId: string, { status, kindId, text, today }: Searched) {
  let found = passes(db, siteId).selectAll("pass");
  if (status) found = found.where(statusIn(today), "=", status);
  if (kindId) found = found.where("kindId", "=", kindId);
  if (text) found = found.where(matchesText(text, sql`pass_words(holder_name, holder_email)`));
  return found;
}

export const kinds = async (db: Database, siteId: string, ids?: readonly string[]): Promise<KindRow[]> => {
  if (ids?.length === 0) return [];
  let found = db.selectFrom("passKind").selectAll().where("siteId", "=", siteId);
  if (ids) found = found.where("id", "in", ids);
  return found.orderBy("createdDate").orderBy("id").execute();
};

/** Returns a booking that a pass may pay for, with the facts needed by the pass rules. */
export const booking = (tx: Database, siteId: string, id: string) =>
  tx
    .selectFrom("booking")
    .select(["id", "serviceId", "startDate"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

/**
 * Returns the cancellation policy agreed on when places were bought with a pass; undefined for
 * places without an order.
 */
export async function policyOf(tx: Database, siteId: string, bookingId: string) {
  const lines = tx.selectFrom("orderLine").select("policy").where("siteId", "=", siteId);
  return (await lines.where("bookingId", "=", bookingId).executeTakeFirst())?.policy ?? undefined;
}

export const member = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("account")
    .select(["email", "emailVerified"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
