import type { DeskPayment, PassEntryKind, PassTerms } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";
import { type Freezing, type PassState, remindDays, type Step, type VisitLeft, visitsLeft } from "./rules.ts";

export type PassRow = Omit<Selectable<Schema["pass"]>, "terms" | "frozenDaysOfYears"> &
  Pick<PassState, "terms" | "frozenDaysOfYears">;
export type EntryRow = Selectable<Schema["passEntry"]>;
export type KindRow = Omit<Selectable<Schema["passKind"]>, "terms"> & { terms: PassTerms };

const passes = (db: Database, siteId: string) => db.selectFrom("pass").where("pass.siteId", "=", siteId);

export const find = async (db: Database, siteId: string, id: string): Promise<PassRow | undefined> =>
  (await passes(db, siteId).selectAll().where("id", "=", id).executeTakeFirst()) as PassRow | undefined;

/** Locks a pass, so that decisions about it are made one after another. */
export const lock = async (tx: Database, siteId: string, id: string): Promise<PassRow | undefined> =>
  (await passes(tx, siteId).selectAll().where("id", "=", id).forUpdate().executeTakeFirst()) as PassRow | undefined;

export const endingWith = async (db: Database, siteId: string, last4: string): Promise<PassRow[]> =>
  (await passes(db, siteId).selectAll().where("last4", "=", last4).execute()) as PassRow[];

/** Returns the passes of an account and of its verified email address. */
export const ofMember = async (
  db: Database,
  siteId: string,
  { memberId, email }: { memberId: string; email: string | undefined },
): Promise<PassRow[]> =>
  (await passes(db, siteId)
    .selectAll()
    .where((where) =>
      where.or([
        where("memberId", "=", memberId),
        ...(email ? [sql<boolean>`lower(holder_email) = ${email.toLowerCase()}`] : []),
      ]),
    )
    .orderBy("number", "desc")
    .limit(100)
    .execute()) as PassRow[];

/** Takes the next number; its lock is held until the transaction ends. */
export async function takeNumber(tx: Database, siteId: string): Promise<number> {
  const taken = await tx
    .insertInto("passNumber")
    .values({ siteId, last: 1 })
    .onConflict((conflict) => conflict.column("siteId").doUpdateSet((eb) => ({ last: eb("passNumber.last", "+", 1) })))
    .returning("last")
    .executeTakeFirstOrThrow();
  return taken.last;
}

export type NewPass = Omit<Insertable<Schema["pass"]>, "payment" | "terms"> & {
  terms: PassTerms;
  payment?: DeskPayment | undefined;
};

export const insert = async (tx: Database, { payment, terms, ...row }: NewPass): Promise<PassRow> =>
  (await tx
    .insertInto("pass")
    .values({ ...row, terms: json(terms), payment: payment ? json(payment) : null })
    .returningAll()
    .executeTakeFirstOrThrow()) as PassRow;

/** The fields of the row that a step changes in addition to its decision. */
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

export const update = async (
  tx: Database,
  { siteId, id, revision, balance, visits }: PassRow,
  { delta, visits: more, set: { frozenDaysOfYears, ...decided } = {} }: Pick<Step, "delta" | "visits" | "set">,
  set: PassChanges & { updatedDate: Date },
): Promise<PassRow> =>
  (await tx
    .updateTable("pass")
    .set({
      ...decided,
      ...set,
      visits: visits + more,
      revision: revision + 1,
      ...(frozenDaysOfYears && { frozenDaysOfYears: json(frozenDaysOfYears) }),
      ...(balance !== null && { balance: balance + delta }),
    })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()) as PassRow;

export type NewEntry = {
  siteId: string;
  passId: string;
  sequence: number;
  kind: PassEntryKind;
  delta: number;
  visits: number;
  days: number;
  balance: number | null;
  day?: string | undefined;
  bookingId?: string | null | undefined;
  payment?: DeskPayment | undefined;
  about?: string | undefined;
  reason?: string | undefined;
  requestId?: string | undefined;
  actor: object;
  createdDate: Date;
};

export const insertEntry = (tx: Database, { payment, actor, ...entry }: NewEntry) =>
  tx
    .insertInto("passEntry")
    .values({ ...entry, actor: json(actor), payment: payment ? json(payment) : null })
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

/** Whether a request has already been carried out. */
export async function isDone(tx: Database, siteId: string, requestId: string): Promise<boolean> {
  const entries = tx.selectFrom("passEntry").select("sequence").where("siteId", "=", siteId);
  return (await entries.where("requestId", "=", requestId).executeTakeFirst()) !== undefined;
}

/** Returns the pass that a request issued. */
export const issuedBy = async (db: Database, siteId: string, requestId: string): Promise<PassRow | undefined> =>
  (await passes(db, siteId)
    .innerJoin("passEntry as entry", (on) =>
      on.onRef("entry.siteId", "=", "pass.siteId").onRef("entry.passId", "=", "pass.id"),
    )
    .where("entry.requestId", "=", requestId)
    .where("entry.kind", "=", "ISSUE")
    .selectAll("pass")
    .executeTakeFirst()) as PassRow | undefined;

/** Returns how many people a pass let in on a day. */
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

/** Returns the first day in a range on which a pass let people in or pays for their places. */
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
  if (text) {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    found = found.where((where) =>
      where.or([
        ...(number === undefined ? [] : [where("number", "=", number)]),
        where("last4", "=", text.toUpperCase().slice(-4)),
        sql<boolean>`pass_words(holder_name, holder_email) like plain_text(${part})`,
      ]),
    );
  }
  return found;
}

export const listColumns = { id: sql.ref("pass.id"), number: sql.ref("pass.number") };

export const kinds = async (db: Database, siteId: string, ids?: readonly string[]): Promise<KindRow[]> => {
  if (ids?.length === 0) return [];
  let found = db.selectFrom("passKind").selectAll().where("siteId", "=", siteId);
  if (ids) found = found.where("id", "in", ids);
  return (await found.orderBy("createdDate").orderBy("id").execute()) as KindRow[];
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
export async function policyOf(tx: Database, siteId: string, bookingId: string): Promise<unknown> {
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

export const timeZone = async (db: Database, siteId: string): Promise<string> => {
  const site = db.selectFrom("site").select("timeZone").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).timeZone;
};
