import {
  type BookingSales,
  type BookingTransition,
  bookingTransitioned,
  dateOf,
  isMoved,
  isTheirs,
  readDeadlineFacts,
  readServices,
  wallTimeOf,
} from "@uola/booking";
import type { DeskPayment, Pass, PassEntryKind, PassTerms } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, Refusal } from "@uola/kernel";
import { addDays } from "@uola/words/formats";
import { recordDeskMoney } from "../desk/desk.ts";
import { type Change, createLedger, takeNumbers, timeZone, type Work } from "../ledger/ledger.ts";
import {
  type Freezing,
  freeze,
  giveBack,
  initialState,
  nothing,
  refund,
  resume,
  type Step,
  unusedOf,
  use,
  type Visit,
} from "./rules.ts";
import * as store from "./store.ts";
import { toPass } from "./to-pass.ts";

/**
 * A queued email about a pass that was issued or ends soon. It is valid for only one version of the
 * code and one email address.
 */
export type PassMail = {
  template: "pass";
  about: "issued" | "ending";
  passId: string;
  codeVersion: number;
  to: string;
  language: string;
};

type Decide = Change<store.PassRow, Step, store.PassChanges, PassEntryKind>["decide"];

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

/**
 * A use of a pass by people who enter at a given time, through the gym's door or for a place in a
 * service.
 */
export type PassUse = {
  people: number;
  at: Date;
  service?: Visit["service"];
  bookingId?: string | undefined;
  requestId: string;
  actor: Actor;
  /**
   * Rejects the use if the pass has already admitted people on that day. Orders do not set it,
   * since they may book several places deliberately.
   */
  oncePerDay?: boolean;
};

export type PassLedger = ReturnType<typeof createPassLedger>;

/** Writes passes; no other code does. */
export function createPassLedger(context: Context) {
  const { db, siteId, now } = context;
  const ledger = createLedger<store.PassRow, Step, store.PassChanges, PassEntryKind, Pass>(context, {
    entity: "pass",
    store: {
      find: store.find,
      lock: store.lock,
      endingWith: store.endingWith,
      issuedBy: store.issuedBy,
      update: store.update,
      insertEntries: store.insertEntries,
    },
    nothing,
    show: toPass,
    events: { created: ({ kindId }) => ({ kindId }), updated: ({ visits }) => ({ visits }) },
  });
  const { append, lockedIn, onLocked } = ledger;

  async function visitAt(tx: Database, { people, service, at }: Pick<PassUse, "people" | "service" | "at">) {
    const zone = await timeZone(tx, siteId);
    return { people, service, day: dateOf(at, zone), time: wallTimeOf(at, zone).slice(11, 16) };
  }

  const using = ({
    people,
    at,
    service,
    bookingId,
    requestId,
    actor,
    oncePerDay = false,
  }: PassUse): Work<store.PassRow> =>
    ledger.once(requestId, async (tx, row, today) => {
      const visit = await visitAt(tx, { people, service, at });
      const earlier = await store.visitListOn(tx, siteId, { passId: row.id, day: visit.day });
      const usedThatDay = earlier.reduce((sum, { people }) => sum + people, 0);
      const decide: Decide = (state) => {
        const decided = use(state, visit, { today, usedThatDay });
        const last = oncePerDay && earlier.at(-1);
        if ("code" in decided || !last) return decided;
        return { code: "PASS_ENTERED_THAT_DAY", data: { at: last.at.toISOString(), people: usedThatDay } };
      };
      return append(tx, row, { kind: "USE", actor, requestId, bookingId, day: visit.day, decide }, today);
    });

  /**
   * Returns whether a pass without counted entries pays for future places. These places have to be
   * given up before the unused days are refunded.
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
   * Returns the entries used by a booking to the pass, only once. If a pass with counted entries
   * was refunded after the booking, the refund covered only its unused entries, so the returned
   * entries can be used. A pass without counted entries remains refunded.
   */
  async function returnEntries(tx: Database, bookingId: string, { actor, reason }: { actor: Actor; reason?: string }) {
    for (const { passId, visits, day } of await store.paying(tx, siteId, bookingId)) {
      await lockedIn(tx, passId, undefined, async (tx, row, today) => {
        if (row.refundedDate && row.balance === null) return row;
        const decide: Decide = (state) => giveBack({ ...state, refundedDate: null }, visits);
        const set = row.refundedDate ? { refundedDate: null } : {};
        return append(tx, row, { kind: "GIVE_BACK", actor, reason, bookingId, day, decide, set }, today);
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
        return using(entering)(tx, await append(tx, row, step, today), today);
      });
    }
  }

  return {
    codes: ledger.codes,
    today: ledger.today,
    notFound: ledger.notFound,
    read: ledger.read,
    byCode: ledger.byCode,
    findByCode: ledger.findByCode,
    issueOnce: ledger.issueOnce,
    step: ledger.step,
    mailOf,

    /** Returns the part of the price that would currently be refunded. */
    unused: async (passId: string, on: Database = db): Promise<number> => {
      const row = await store.find(on, siteId, passId);
      return row ? unusedNow(on, row, await ledger.today(on)) : 0;
    },

    /** Returns the visits of a pass on a day, earliest first. */
    visitListOn: (passId: string, day: string) => store.visitListOn(db, siteId, { passId, day }),

    /** Returns the number of people that a pass has admitted on a day. */
    visitsOn: (passId: string, day: string): Promise<number> => store.visitsOn(db, siteId, { passId, day }),

    /** Adds a pass with its first ledger entry and its mail, in the transaction of the sale. */
    async issue(tx: Database, issued: Issued, actor: Actor): Promise<store.PassRow> {
      const { kindId, name, terms, price, payment, order, memberId, holder, language, requestId } = issued;
      const at = now();
      const day = await ledger.today(tx);
      const { last4, sealedCode } = ledger.codes.make();
      const row = await store.insert(tx, {
        siteId,
        id: newId(),
        number: await takeNumbers(tx, siteId, "pass", 1),
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
      await ledger.begin(tx, [row], { actor, requestId, outbox: mailOf("issued") });
      return row;
    },

    freeze: (passId: string, seen: string, { from, until, ...facts }: Freezing & { actor: Actor; reason?: string }) =>
      onLocked(passId, seen, async (tx, row, today) => {
        const visited = await store.firstVisit(tx, siteId, { passId, from, until });
        const decide: Decide = (state) => freeze(state, { from, until, today, visited });
        return append(tx, row, { ...facts, kind: "FREEZE", about: `${from} – ${until}`, decide }, today);
      }),

    /**
     * Ends a freeze. The remaining days of the freeze are subtracted from the validity. Rejects if
     * the pass pays for a place after its new last day.
     */
    resume: (passId: string, seen: string, facts: { actor: Actor; reason?: string }) =>
      onLocked(passId, seen, async (tx, row, today) => {
        const resumed = resume(row, today);
        const last = "code" in resumed ? undefined : resumed.set?.validUntil;
        const after = last && { passId, from: addDays(last, 1), until: row.validUntil };
        const day = after && (await store.firstVisit(tx, siteId, after));
        const decide: Decide = () => (day ? { code: "PASS_PAYS_FOR_PLACES", data: { day } } : resumed);
        return append(tx, row, { ...facts, kind: "RESUME", decide }, today);
      }),

    /** Refunds the unused part of a pass at the front desk. */
    async refund(passId: string, seen: string, facts: { actor: Actor; reason: string; payment: DeskPayment }) {
      let refunded = 0;
      const { shown: pass } = await onLocked(passId, seen, async (tx, row, today) => {
        if (row.orderId) throw new Refusal("PASS_OF_ORDER", "The money goes back by the order it was bought with.");
        const isHeld = await paysAhead(tx, row);
        const decide: Decide = (state) => {
          refunded = unusedOf(state, today);
          if (!state.refundedDate && refunded === 0) return { code: "NOTHING_UNUSED" };
          return isHeld ? { code: "PASS_PAYS_FOR_PLACES" } : refund(state);
        };
        const also = (tx: Database) => {
          const money = { kind: "PASS", amount: -refunded, about: String(row.number) } as const;
          return recordDeskMoney(tx, { ...money, ...facts.payment, siteId, at: now(), actor: facts.actor });
        };
        return append(tx, row, { ...facts, kind: "REFUND", set: { refundedDate: now() }, decide, also }, today);
      });
      return { pass, refunded };
    },

    use: (passId: string, entering: PassUse) => onLocked(passId, undefined, using(entering)),

    giveBack: (passId: string, seen: string, { people, ...facts }: { people: number; actor: Actor; reason: string }) =>
      onLocked(passId, seen, async (tx, row, today) => {
        const day = await store.lastVisit(tx, siteId, passId);
        const decide: Decide = (state) => giveBack(state, people);
        return append(tx, row, { ...facts, kind: "GIVE_BACK", day, decide }, today);
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
        return unusedNow(tx, after, await ledger.today(tx));
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
          return append(
            tx,
            row,
            { kind: "REFUND", actor, reason, decide: refund, set: { refundedDate: now() } },
            today,
          );
        }),
    },

    /**
     * Returns the entries of a booking to the pass if the gym ends the booking, or if the customer
     * cancels it without a fee under the policy at the time of purchase. If a booking is moved, its
     * visit is moved too.
     */
    follow({ costOf }: Pick<BookingSales, "costOf">) {
      context.events.subscribe(bookingTransitioned, { name: "passes" }, async (tx, transition) => {
        const { bookingId, actor, after } = transition;
        if (after.status !== "CANCELED" && after.status !== "DECLINED") {
          return isMoved(transition) ? moveVisits(tx, transition) : undefined;
        }
        const policy = await store.policyOf(tx, siteId, bookingId);
        const facts = (await readDeadlineFacts(tx, siteId, [bookingId])).get(bookingId);
        if (policy && facts && isTheirs(actor) && costOf(policy, { ...facts, price: 10_000 }) !== 0) return;
        await returnEntries(tx, bookingId, { actor });
      });
    },

    /** Reminds holders of passes that end soon. */
    async remind(limit: number): Promise<boolean> {
      const due = await store.toRemind(db, siteId, await ledger.today(), limit);
      const actor = { kind: "system", id: "pass reminders" } as const;
      return ledger.onEach(due, limit, async (tx, row, day) => {
        if (row.remindedOf === row.validUntil || row.refundedDate || row.balance === 0) return row;
        const set = { remindedOf: row.validUntil };
        return append(tx, row, { kind: "REMIND", actor, set, decide: () => nothing, outbox: mailOf("ending") }, day);
      });
    },
  };
}

/** Returns the service of a place in the form that the pass rules need. */
export async function visitedService(
  context: Pick<Context, "db" | "siteId" | "urls">,
  serviceId: string,
): Promise<NonNullable<Visit["service"]>> {
  const service = (await readServices(context, { ids: [serviceId] })).get(serviceId);
  return { id: serviceId, categoryKind: service?.category?.kind ?? "other" };
}
