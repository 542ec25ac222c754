import {
  type BookingSales,
  type BookingTransition,
  bookingTransitioned,
  dateOf,
  isMoved,
  isTheirs,
  type PurchasePolicy,
  readDeadlineFacts,
  readServices,
  wallTimeOf,
} from "@uola/booking";
import type { DeskPayment, PassEntryKind, PassTerms } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type Actor,
  type AuditedChange,
  type Context,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
  workOnEach,
} from "@uola/kernel";
import { addDays } from "@uola/words/formats";
import { recordDeskMoney } from "../desk/desk.ts";
import { createSealedCodes } from "../vouchers/vouchers.ts";
import {
  type Decision,
  type Freezing,
  freeze,
  giveBack,
  initialState,
  refund,
  resume,
  unusedOf,
  use,
  type Visit,
} from "./rules.ts";
import * as store from "./store.ts";
import { toPass } from "./to-pass.ts";

/**
 * A queued mail about a pass that was issued or ends soon. It is valid only for one version of the
 * code and one address.
 */
export type PassMail = {
  template: "pass";
  about: "issued" | "ending";
  passId: string;
  codeVersion: number;
  to: string;
  language: string;
};

/** A change of a pass: its decision, its data and its mails. */
type PassOperation = {
  kind: PassEntryKind;
  decide(row: store.PassRow, today: string): Decision;
  actor: Actor;
  set?: store.PassChanges;
  day?: string | undefined;
  bookingId?: string | null | undefined;
  payment?: DeskPayment | undefined;
  about?: string | undefined;
  reason?: string | undefined;
  requestId?: string | undefined;
  outbox?: (after: store.PassRow) => AuditedChange["outbox"];
};

type Work = (tx: Database, row: store.PassRow, today: string) => Promise<store.PassRow>;

/** The data of a new pass and its holder. */
export type Issued = {
  kindId: string;
  name: string;
  terms: PassTerms;
  price: number;
  payment?: DeskPayment;
  order?: { id: string; lineId: string };
  memberId: string | null;
  holder: { name: string; email: string | null };
  language: string;
  requestId?: string | undefined;
};

/** People who enter at a given time, through the gym's door or to a place of a service. */
export type PassUse = {
  people: number;
  at: Date;
  service?: Visit["service"];
  bookingId?: string | undefined;
  requestId: string;
  actor: Actor;
  /**
   * Rejects a use when the pass already let people in on that day. Orders may book several places
   * deliberately and do not set it.
   */
  oncePerDay?: boolean;
};

export type PassLedger = ReturnType<typeof createPassLedger>;

/**
 * The only place that writes passes. Each change locks the row, applies the rules, and writes the
 * row with its ledger entry, audit entry, event and mail in one transaction.
 */
export function createPassLedger(context: Context) {
  const { db, siteId, now, accounts } = context;
  const codes = createSealedCodes(accounts, "pass code");

  const notFound = (id: string) => new Refusal("PASS_NOT_FOUND", `There is no pass ${id}.`, 404);
  const today = async (on: Database = db) => dateOf(now(), await store.timeZone(on, siteId));

  async function write(tx: Database, row: store.PassRow, step: PassOperation, day: string): Promise<store.PassRow> {
    const decision = step.decide(row, day);
    if ("code" in decision) {
      throw new Refusal(decision.code, `The pass refuses ${step.kind}: ${decision.code}.`, 409, decision.data);
    }
    const { kind, actor, set, outbox, decide: _, ...facts } = step;
    const { delta, visits, days } = decision;
    const at = now();
    const after = await store.update(tx, row, decision, { ...set, updatedDate: at });
    await store.insertEntry(tx, {
      siteId,
      passId: row.id,
      sequence: after.revision,
      kind,
      delta,
      visits,
      days,
      balance: after.balance,
      ...facts,
      actor,
      createdDate: at,
    });
    if (step.payment) {
      const back = { kind: "PASS", amount: -unusedOf(row, day), about: String(row.number), actor } as const;
      await recordDeskMoney(tx, { ...back, ...step.payment, siteId, at });
    }
    await recordChange(tx, {
      siteId,
      at,
      entity: "pass",
      entityId: row.id,
      outbox: outbox?.(after) ?? [],
      audit: {
        actor,
        action: `pass.${actionOf[kind]}`,
        reason: step.reason,
        before: toPass(row, day),
        after: toPass(after, day),
      },
      event: { slug: "updated", sequence: after.revision, body: { passId: row.id, kind, delta, visits } },
    });
    return after;
  }

  /**
   * Runs a callback on a locked pass. Rejects with PASS_NOT_FOUND, or with REVISION_MISMATCH if the
   * pass has changed since `seen`.
   */
  async function lockedIn(tx: Database, passId: string, seen: string | undefined, work: Work) {
    const row = await store.lock(tx, siteId, passId);
    if (!row) throw notFound(passId);
    if (seen !== undefined) refuseStaleRevision(row, seen);
    const day = await today(tx);
    const after = await work(tx, row, day);
    return { before: row, after, pass: toPass(after, day) };
  }
  const onLocked = (passId: string, seen: string | undefined, work: Work) =>
    transact(context, (tx) => lockedIn(tx, passId, seen, work));

  async function visitAt(tx: Database, { people, service, at }: Pick<PassUse, "people" | "service" | "at">) {
    const timeZone = await store.timeZone(tx, siteId);
    return { people, service, day: dateOf(at, timeZone), time: wallTimeOf(at, timeZone).slice(11, 16) };
  }

  const using =
    ({ people, at, service, bookingId, requestId, actor, oncePerDay = false }: PassUse): Work =>
    async (tx, row, today) => {
      if (await store.isDone(tx, siteId, requestId)) return row;
      const visit = await visitAt(tx, { people, service, at });
      const earlier = await store.visitListOn(tx, siteId, { passId: row.id, day: visit.day });
      const usedThatDay = earlier.reduce((sum, { people }) => sum + people, 0);
      const decide = (state: store.PassRow): Decision => {
        const decided = use(state, visit, { today, usedThatDay });
        const last = oncePerDay && earlier.at(-1);
        if ("code" in decided || !last) return decided;
        return { code: "PASS_ENTERED_THAT_DAY", data: { at: last.at.toISOString(), people: usedThatDay } };
      };
      return write(tx, row, { kind: "USE", actor, requestId, bookingId, day: visit.day, decide }, today);
    };

  /**
   * Whether a pass valid by days, without counted entries, pays for future places. They have to be
   * given up before money for its days is refunded.
   */
  const paysAhead = async (on: Database, { id, balance }: store.PassRow): Promise<boolean> =>
    balance === null && (await store.paidAhead(on, siteId, id, now())).length > 0;

  /** Returns the unused part of the pass's price. */
  const unusedNow = async (on: Database, row: store.PassRow, day: string): Promise<number> =>
    (await paysAhead(on, row)) ? 0 : unusedOf(row, day);

  const mailOf = (about: PassMail["about"]) => (row: store.PassRow) => {
    const { id: passId, codeVersion, holderEmail: to, language } = row;
    if (!to) return [];
    const payload: PassMail = { template: "pass", about, passId, codeVersion, to, language };
    return [{ kind: "mail", payload }];
  };

  /**
   * Returns the entries used by a booking, once. If a counted pass was refunded after the booking,
   * only its unused entries were refunded, so it can be used again for the returned ones. A pass
   * without counted entries stays refunded.
   */
  async function returnEntries(tx: Database, bookingId: string, { actor, reason }: { actor: Actor; reason?: string }) {
    for (const { passId, visits, day } of await store.paying(tx, siteId, bookingId)) {
      await lockedIn(tx, passId, undefined, async (tx, row, today) => {
        if (row.refundedDate && row.balance === null) return row;
        const decide = (state: store.PassRow) => giveBack({ ...state, refundedDate: null }, visits);
        const set = row.refundedDate ? { refundedDate: null } : {};
        return write(tx, row, { kind: "GIVE_BACK", actor, reason, bookingId, day, decide, set }, today);
      });
    }
  }

  /**
   * Moves the visits of a booking to the day of its new time. If the pass does not allow that
   * visit, the customer's change is rejected; if the gym moved the place, the pass stays unchanged.
   */
  async function moveVisits(
    tx: Database,
    { bookingId, actor, after: { serviceId, startDate: at } }: BookingTransition,
  ) {
    if (!at) return;
    for (const { passId, visits: people, day } of await store.paying(tx, siteId, bookingId)) {
      const service = await visitedService({ ...context, db: tx }, serviceId);
      await lockedIn(tx, passId, undefined, async (tx, row, today) => {
        const visit = await visitAt(tx, { people, service, at });
        const back = giveBack(row, people);
        if ("code" in back) return row;
        const usedThatDay =
          (await store.visitsOn(tx, siteId, { passId, day: visit.day })) - (visit.day === day ? people : 0);
        const free = { ...row, balance: row.balance === null ? null : row.balance + back.delta };
        const decided = use(free, visit, { today, usedThatDay });
        if ("code" in decided) {
          if (!isTheirs(actor)) return row;
          throw new Refusal(decided.code, `The pass does not let in then: ${decided.code}.`, 409, decided.data);
        }
        const entering = { people, at, service, bookingId, requestId: newId(), actor };
        const step = { kind: "GIVE_BACK" as const, actor, bookingId, day, decide: () => back };
        return using(entering)(tx, await write(tx, row, step, today), today);
      });
    }
  }

  return {
    codes,
    today,
    notFound,
    mailOf,

    async read(passId: string): Promise<store.PassRow> {
      const row = await store.find(db, siteId, passId);
      if (!row) throw notFound(passId);
      return row;
    },

    /** Returns the part of the price that would currently be refunded. */
    unused: async (passId: string, on: Database = db): Promise<number> => {
      const row = await store.find(on, siteId, passId);
      return row ? unusedNow(on, row, await today(on)) : 0;
    },

    /** Returns the visits of a pass on a day, earliest first. */
    visitListOn: (passId: string, day: string) => store.visitListOn(db, siteId, { passId, day }),

    /** Returns how many people a pass has let in on a day. */
    visitsOn: (passId: string, day: string): Promise<number> => store.visitsOn(db, siteId, { passId, day }),

    /** Returns the pass with a code, or undefined. */
    async byCode(code: string): Promise<store.PassRow | undefined> {
      return codes.matching(await store.endingWith(db, siteId, code.slice(-4)), code);
    },

    /** Adds a pass with its first ledger entry and its mail, in the transaction of the sale. */
    async issue(tx: Database, issued: Issued, actor: Actor): Promise<store.PassRow> {
      const { kindId, name, terms, price, payment, order, memberId, holder, language, requestId } = issued;
      const at = now();
      const day = await today(tx);
      const { last4, sealedCode } = codes.make();
      const row = await store.insert(tx, {
        siteId,
        id: newId(),
        number: await store.takeNumber(tx, siteId),
        last4,
        sealedCode,
        kindId,
        name,
        terms,
        price,
        payment,
        orderId: order?.id,
        orderLineId: order?.lineId,
        memberId,
        language,
        holderName: holder.name,
        holderEmail: holder.email,
        ...initialState(terms, day),
        createdDate: at,
        updatedDate: at,
      });
      await store.insertEntry(tx, {
        siteId,
        passId: row.id,
        sequence: 1,
        kind: "ISSUE",
        delta: row.balance ?? 0,
        visits: 0,
        days: 0,
        balance: row.balance,
        payment,
        requestId,
        actor,
        createdDate: at,
      });
      await recordChange(tx, {
        siteId,
        at,
        entity: "pass",
        entityId: row.id,
        outbox: mailOf("issued")(row),
        audit: { actor, action: "pass.issue", after: toPass(row, day) },
        event: { slug: "created", sequence: 1, body: { passId: row.id, kindId } },
      });
      return row;
    },

    /** Makes one change to a pass, at the revision seen by the caller. */
    step: (passId: string, seen: string, step: (row: store.PassRow) => PassOperation) =>
      onLocked(passId, seen, (tx, row, day) => write(tx, row, step(row), day)),

    freeze: (passId: string, seen: string, { from, until, ...facts }: Freezing & { actor: Actor; reason?: string }) =>
      onLocked(passId, seen, async (tx, row, today) => {
        const visited = await store.firstVisit(tx, siteId, { passId, from, until });
        const decide = (state: store.PassRow) => freeze(state, { from, until, today, visited });
        return write(tx, row, { ...facts, kind: "FREEZE", about: `${from} – ${until}`, decide }, today);
      }),

    /**
     * Ends a freeze. The unused days are subtracted from the last day. Rejected if the pass pays
     * for a place after that.
     */
    resume: (passId: string, seen: string, facts: { actor: Actor; reason?: string }) =>
      onLocked(passId, seen, async (tx, row, today) => {
        const resumed = resume(row, today);
        const last = "code" in resumed ? undefined : resumed.set?.validUntil;
        const after = last && { passId, from: addDays(last, 1), until: row.validUntil };
        const day = after && (await store.firstVisit(tx, siteId, after));
        const decide = () => (day ? { code: "PASS_PAYS_FOR_PLACES", data: { day } } : resumed);
        return write(tx, row, { ...facts, kind: "RESUME", decide }, today);
      }),

    /** Refunds the unused part at the desk. */
    async refund(passId: string, seen: string, facts: { actor: Actor; reason: string; payment: DeskPayment }) {
      let refunded = 0;
      const { pass } = await onLocked(passId, seen, async (tx, row, today) => {
        if (row.orderId) throw new Refusal("PASS_OF_ORDER", "The money goes back by the order it was bought with.");
        const isHeld = await paysAhead(tx, row);
        const decide = (state: store.PassRow): Decision => {
          refunded = unusedOf(state, today);
          if (!state.refundedDate && refunded === 0) return { code: "NOTHING_UNUSED" };
          return isHeld ? { code: "PASS_PAYS_FOR_PLACES" } : refund(state);
        };
        return write(tx, row, { ...facts, kind: "REFUND", set: { refundedDate: now() }, decide }, today);
      });
      return { pass, refunded };
    },

    use: (passId: string, entering: PassUse) => onLocked(passId, undefined, using(entering)),

    giveBack: (passId: string, seen: string, { people, ...facts }: { people: number; actor: Actor; reason: string }) =>
      onLocked(passId, seen, async (tx, row, today) => {
        const day = await store.lastVisit(tx, siteId, passId);
        const decide = (state: store.PassRow) => giveBack(state, people);
        return write(tx, row, { ...facts, kind: "GIVE_BACK", day, decide }, today);
      }),

    /** Operations for orders, which run in the order's transaction. */
    ofOrder: {
      use: (tx: Database, passId: string, entering: PassUse) => lockedIn(tx, passId, undefined, using(entering)),

      putBack: returnEntries,

      /** Returns the bookings of future places that the pass pays for. */
      paidAhead: (tx: Database, passId: string) => store.paidAhead(tx, siteId, passId, now()),

      /** Locks a pass and returns the unused part of its price. */
      async unused(tx: Database, passId: string): Promise<number> {
        const { after } = await lockedIn(tx, passId, undefined, async (_, row) => row);
        return unusedNow(tx, after, await today(tx));
      },

      /**
       * Ends a pass whose sale is refunded. Rejects with PASS_USED when less than `atLeast` is
       * unused.
       */
      refund: (
        tx: Database,
        passId: string,
        { actor, reason, atLeast = 0 }: { actor: Actor; reason: string; atLeast?: number },
      ) =>
        lockedIn(tx, passId, undefined, async (tx, row, today) => {
          const unused = atLeast > 0 ? await unusedNow(tx, row, today) : 0;
          if (unused < atLeast) throw new Refusal("PASS_USED", "The pass was used meanwhile.", 409, { unused });
          return write(tx, row, { kind: "REFUND", actor, reason, decide: refund, set: { refundedDate: now() } }, today);
        }),
    },

    /**
     * Returns the entries of a booking that ends: when the gym ends it, and when the customer does
     * while canceling is free under the policy of the purchase. A moved booking takes its visit
     * along.
     */
    follow({ costOf }: Pick<BookingSales, "costOf">) {
      context.events.subscribe(bookingTransitioned, { name: "passes" }, async (tx, transition) => {
        const { bookingId, actor, after } = transition;
        if (after.status !== "CANCELED" && after.status !== "DECLINED") {
          return isMoved(transition) ? moveVisits(tx, transition) : undefined;
        }
        const policy = (await store.policyOf(tx, siteId, bookingId)) as PurchasePolicy | undefined;
        const facts = (await readDeadlineFacts(tx, siteId, [bookingId])).get(bookingId);
        if (policy && facts && isTheirs(actor) && costOf(policy, { ...facts, price: 10_000 }) !== 0) return;
        await returnEntries(tx, bookingId, { actor });
      });
    },

    /** Reminds holders of passes that end soon. */
    async remind(limit: number): Promise<boolean> {
      const ids = await store.toRemind(db, siteId, await today(), limit);
      await workOnEach(ids, async (id) => {
        await onLocked(id, undefined, (tx, row, day) =>
          row.remindedOf === row.validUntil || row.refundedDate || row.balance === 0
            ? Promise.resolve(row)
            : write(
                tx,
                row,
                {
                  kind: "REMIND",
                  actor: { kind: "system", id: "pass reminders" },
                  set: { remindedOf: row.validUntil },
                  decide: () => ({ delta: 0, visits: 0, days: 0 }),
                  outbox: mailOf("ending"),
                },
                day,
              ),
        );
      });
      return ids.length === limit;
    },
  };
}

/** Returns the service of a place in the form needed by the pass rules. */
export async function visitedService(
  context: Pick<Context, "db" | "siteId" | "urls">,
  serviceId: string,
): Promise<NonNullable<Visit["service"]>> {
  const service = (await readServices(context, { ids: [serviceId] })).get(serviceId);
  return { id: serviceId, categoryKind: service?.category?.kind ?? "other" };
}

/** The audit action of each ledger entry kind. */
const actionOf: Record<PassEntryKind, string> = {
  ISSUE: "issue",
  USE: "use",
  GIVE_BACK: "giveBack",
  FREEZE: "freeze",
  RESUME: "resume",
  EXTEND: "extend",
  TRANSFER: "transfer",
  CORRECT: "correct",
  REFUND: "refund",
  REMIND: "remind",
};
