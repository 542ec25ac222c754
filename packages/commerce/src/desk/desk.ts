import { bookingMarkedPaid, dateOf } from "@uola/booking";
import {
  bookingCode,
  type contract,
  type DeskClosing,
  type DeskTransaction,
  deskTransactionsMax,
} from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, newId } from "@uola/database";
import {
  type Actor,
  type Context,
  type Handlers,
  type Listing,
  page,
  Refusal,
  recordChange,
  transact,
  Violation,
} from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";
import { recordPaidMark } from "./money.ts";
import { balanceOf, cashLeftBy, closeRefusal, expectedOf, type StoredSums, sumsOf } from "./rules.ts";
import * as store from "./store.ts";

export { receiptRequired, recordDeskMoney, refuseWithoutReceipt } from "./money.ts";
export { refuseIfSoldByOrder } from "./of-order.ts";
export { lacksReceipt } from "./rules.ts";

const listing: Listing = {
  fields: {
    id: { column: store.listColumns.id, type: "uuid", required: true },
    number: { column: store.listColumns.number, type: "number", required: true },
  },
  key: "id",
  sort: [{ fieldName: "number", order: "DESC" }],
  limit: { default: 30, max: 100 },
  paging: "cursor",
};

/** Handlers for front desk payments and day closes. docs/rules/desk.md contains the rules. */
export function desk(context: Context): Handlers<typeof contract.desk> {
  const { db, siteId, now, events } = context;

  events.subscribe(bookingMarkedPaid, { name: "desk" }, (tx, { bookingId, ...mark }) =>
    recordPaidMark(tx, { siteId, at: now(), about: bookingCode(bookingId), ...mark }),
  );

  const notFound = (id: string) => new Refusal("CLOSE_NOT_FOUND", `The desk has no close ${id}.`, 404);
  const refuseMoreThan = (counted: number, takenAway: number) => {
    if (takenAway > counted) {
      throw new Violation([{ field: "takenAway", description: "must not be more than was counted" }]);
    }
  };

  type Named = (actor: unknown) => DeskTransaction["actor"];
  /** Resolves the current names of people. */
  async function naming(on: Database, actors: readonly unknown[]): Promise<Named> {
    const names = await namesOf(on, siteId, actors.map(actorOf));
    return (actor) => {
      const { kind, id } = actorOf(actor);
      return { kind, id, name: names.get(id) ?? null };
    };
  }
  const actorsIn = ({ people }: StoredSums) => people.map(({ actor }) => actor);
  const toSums = ({ people, ...sums }: StoredSums, named: Named) => ({
    ...sums,
    people: people.map((person) => ({ ...person, actor: named(person.actor) })),
  });

  async function toCloses(on: Database, rows: readonly store.CloseRow[]): Promise<DeskClosing[]> {
    if (rows.length === 0) return [];
    const [named, related] = await Promise.all([
      naming(
        on,
        rows.flatMap(({ actor, sums }) => [actor, ...actorsIn(sums)]),
      ),
      store.related(on, siteId, rows),
    ]);
    const brief = (found: (typeof related)[number] | undefined) => found && { id: found.id, number: found.number };
    return rows.map(({ id, correctsId, sums, actor, ...row }) => {
      const { number, day, since, opening, expected, counted, takenAway, note, createdDate } = row;
      return {
        id,
        number,
        day,
        since,
        opening,
        expected,
        counted,
        takenAway,
        note,
        createdDate,
        sums: toSums(sums, named),
        difference: counted - expected,
        actor: named(actor),
        corrects: brief(related.find((other) => other.id === correctsId)) ?? null,
        correctedBy: brief(related.find((other) => other.correctsId === id)) ?? null,
      };
    });
  }
  const toClose = async (row: store.CloseRow): Promise<DeskClosing> =>
    required((await toCloses(db, [row]))[0], "desk closing");

  async function moneyOf(closeId: string | null): Promise<DeskTransaction[]> {
    const rows = await store.money(db, { siteId, closeId }, deskTransactionsMax);
    const named = await naming(
      db,
      rows.map(({ actor }) => actor),
    );
    return rows.map(({ id, kind, method, amount, receiptNumber, about, actor, createdDate: date }) => ({
      id,
      kind,
      method,
      amount,
      receiptNumber,
      about,
      actor: named(actor),
      date,
    }));
  }

  type New = Omit<Parameters<typeof store.insertClose>[1], "siteId" | "number" | "createdDate" | "actor">;
  /** Inserts a day close after the last one, with its audit entry and event. */
  async function write(
    tx: Database,
    { last, ...close }: New & { last: store.CloseRow | undefined },
    { actor, slug }: { actor: Actor; slug: "created" | "corrected" },
  ): Promise<store.CloseRow> {
    const at = now();
    const { kind, id } = actor;
    const number = (last?.number ?? 0) + 1;
    const row = await store.insertClose(tx, { ...close, siteId, number, actor: { kind, id }, createdDate: at });
    const shown = ({ number, day, opening, expected, counted, takenAway, note, sums }: store.CloseRow) => ({
      number,
      day,
      opening,
      expected,
      counted,
      takenAway,
      note,
      cash: sums.cash,
      card: sums.card,
    });
    const isCorrection = slug === "corrected";
    await recordChange(tx, {
      siteId,
      at,
      entity: "deskClose",
      entityId: row.id,
      audit: {
        actor,
        action: isCorrection ? "desk.correct" : "desk.close",
        after: shown(row),
        ...(isCorrection && last && { before: shown(last), reason: row.note }),
      },
      event: { slug, sequence: 1, body: { closeId: row.id, ...shown(row) } },
    });
    return row;
  }

  return {
    async takings() {
      const [groups, money, last, timeZone] = await Promise.all([
        store.groups(db, { siteId, closeId: null }),
        moneyOf(null),
        store.last(db, siteId),
        store.timeZone(db, siteId),
      ]);
      const sums = sumsOf(groups);
      const opening = cashLeftBy(last);
      return {
        today: dateOf(now(), timeZone),
        since: last?.createdDate ?? null,
        sums: toSums(sums, await naming(db, actorsIn(sums))),
        opening,
        expected: expectedOf(opening, sums),
        money,
        last: last ? await toClose(last) : null,
      };
    },

    async close({ requestId, day, expected, cardTotal, counted, again, ...asked }, { caller: actor }) {
      const takenAway = asked.takenAway ?? 0;
      refuseMoreThan(counted, takenAway);
      const row = await transact(context, async (tx) => {
        await store.lockDesk(tx, siteId);
        const known = await store.byRequest(tx, siteId, requestId);
        if (known) return known;
        const last = await store.last(tx, siteId);
        const today = dateOf(now(), await store.timeZone(tx, siteId));
        const code = closeRefusal(day, { today, last, again: again ?? false });
        if (code === "DAY_CLOSED")
          throw new Refusal(code, `${day} is closed already.`, 409, { number: last?.number ?? null });
        if (code) throw new Refusal(code, `${day} cannot be closed now.`, 409, { today, last: last?.day ?? null });
        if (last && asked.opening != null) {
          throw new Violation([{ field: "opening", description: "is known from the last close" }]);
        }
        const id = newId();
        await store.assignMoneyToClose(tx, siteId, id);
        const sums = sumsOf(await store.groups(tx, { siteId, closeId: id }));
        const opening = last ? cashLeftBy(last) : (asked.opening ?? 0);
        const found = { expected: expectedOf(opening, sums), cardTotal: balanceOf(sums.card) };
        if (found.expected !== expected || found.cardTotal !== cardTotal) {
          throw new Refusal("TAKINGS_CHANGED", "Money was taken or paid out meanwhile.", 409, found);
        }
        const since = last?.createdDate ?? null;
        return write(
          tx,
          {
            id,
            requestId,
            day,
            since,
            moneyId: id,
            sums,
            opening,
            expected,
            counted,
            takenAway,
            note: asked.note ?? "",
            last,
          },
          { actor, slug: "created" },
        );
      });
      return { close: await toClose(row) };
    },

    async correct({ closeId, requestId, counted, takenAway: asked, note }, { caller: actor }) {
      const row = await transact(context, async (tx) => {
        await store.lockDesk(tx, siteId);
        const known = await store.byRequest(tx, siteId, requestId);
        if (known) return known;
        const wrong = await store.byId(tx, siteId, closeId);
        if (!wrong) throw notFound(closeId);
        const last = await store.last(tx, siteId);
        if (last?.id !== closeId) {
          throw new Refusal("CLOSE_NOT_LAST", "Only the last close is corrected.", 409, {
            number: last?.number ?? null,
          });
        }
        const takenAway = asked ?? wrong.takenAway;
        refuseMoreThan(counted, takenAway);
        const { day, since, moneyId, sums, opening, expected } = wrong;
        return write(
          tx,
          {
            id: newId(),
            requestId,
            day,
            since,
            moneyId,
            correctsId: closeId,
            sums,
            opening,
            expected,
            counted,
            takenAway,
            note,
            last,
          },
          { actor, slug: "corrected" },
        );
      });
      return { close: await toClose(row) };
    },

    async closes({ limit, cursor }) {
      const cursorPaging = { ...(limit && { limit }), ...(cursor && { cursor }) };
      const { rows, pagingMetadata } = await page(store.list(db, siteId), { cursorPaging }, listing);
      return { closes: await toCloses(db, rows), pagingMetadata };
    },

    async get({ closeId }) {
      const row = await store.byId(db, siteId, closeId);
      if (!row) throw notFound(closeId);
      const [close, money] = await Promise.all([toClose(row), moneyOf(row.moneyId)]);
      return { close, money };
    },
  };
}
