import type { Voucher, VoucherEntryKind } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Actor, type Context, Refusal, recordChange, transact } from "@uola/kernel";
import { type Change, createLedger, takeNumbers, type Work } from "../ledger/ledger.ts";
import { block, type Deltas, giveBack, nothing, redeem, refund, reserve, statusOf } from "./rules.ts";
import * as store from "./store.ts";
import { toVoucher } from "./to-voucher.ts";

/**
 * A queued email with a voucher. It is valid only for one version of the voucher code and one email
 * address.
 */
export type VoucherMail = {
  template: "voucher";
  /** "ending" for a reminder of the last day; absent for the voucher itself. */
  about?: "ending";
  voucherId: string;
  codeVersion: number;
  to: string;
  language: string;
};

type Step = Change<store.VoucherRow, Deltas, store.VoucherChanges, VoucherEntryKind>;
type Reserving = { id: string; amount: number; expiresDate: Date; actor: Actor };
type Redeeming = {
  amount: number;
  requestId: string;
  reservationId?: string | null | undefined;
  bookingId?: string | null | undefined;
  about?: string | undefined;
  actor: Actor;
};

export type VoucherLedger = ReturnType<typeof createVoucherLedger>;

/** The only place that writes vouchers. */
export function createVoucherLedger(context: Context) {
  const { db, siteId, now } = context;
  const ledger = createLedger<store.VoucherRow, Deltas, store.VoucherChanges, VoucherEntryKind, Voucher>(context, {
    entity: "voucher",
    store: {
      find: store.find,
      lock: store.lock,
      endingWith: store.endingWith,
      issuedBy: store.issuedBy,
      update: store.update,
      insertEntries: store.insertEntries,
    },
    nothing,
    show: toVoucher,
    events: { created: ({ face }) => ({ face }), updated: () => ({}) },
    prepare: releaseLapsed,
  });
  const { append, lockedIn, onLocked } = ledger;

  /** Ends an open reservation without using its amount. */
  async function release(
    tx: Database,
    row: store.VoucherRow,
    { id, amount }: Pick<store.ReservationRow, "id" | "amount">,
    { day, ...facts }: { day: string; actor: Actor; reason?: string },
  ) {
    await store.endReservation(tx, siteId, id, "RELEASED");
    const decide = () => ({ delta: 0, reservedDelta: -amount });
    return append(tx, row, { kind: "RELEASE", decide, ...facts }, day);
  }

  /** Releases expired reservations. Always runs before the balance of a voucher is checked. */
  async function releaseLapsed(tx: Database, locked: store.VoucherRow, day: string): Promise<store.VoucherRow> {
    const actor = { kind: "system", id: "voucher reservations" } as const;
    let row = locked;
    for (const reservation of await store.lapsed(tx, siteId, row.id, now())) {
      row = await release(tx, row, reservation, { actor, day });
    }
    return row;
  }

  const openReservation = async (tx: Database, id: string, voucherId: string) => {
    const found = await store.reservation(tx, siteId, id);
    return found?.voucherId === voucherId && found.ended === null ? found : undefined;
  };

  const reserving =
    ({ id, amount, expiresDate, actor }: Reserving): Work<store.VoucherRow> =>
    async (tx, row, day) => {
      const known = await store.reservation(tx, siteId, id);
      if (known?.voucherId === row.id && known.ended === null && known.amount === amount) return row;
      if (known) throw noReservation(id);
      const decide: Step["decide"] = (state, today) => reserve(state, amount, today);
      const after = await append(tx, row, { kind: "RESERVE", decide, actor }, day);
      await store.insertReservation(tx, { siteId, id, voucherId: row.id, amount, expiresDate });
      return after;
    };

  const redeeming = ({
    amount,
    requestId,
    reservationId,
    bookingId,
    about,
    actor,
  }: Redeeming): Work<store.VoucherRow> =>
    ledger.once(requestId, async (tx, row, today) => {
      if (bookingId && !(await store.isBooking(tx, siteId, bookingId))) {
        throw new Refusal("BOOKING_NOT_FOUND", `There is no booking ${bookingId}.`, 404);
      }
      const reserved = reservationId ? await openReservation(tx, reservationId, row.id) : undefined;
      if (reservationId && !reserved) throw noReservation(reservationId);
      const decide: Step["decide"] = (state) => redeem(state, amount, { today, reservation: reserved?.amount });
      const after = await append(tx, row, { kind: "REDEEM", decide, bookingId, about, requestId, actor }, today);
      if (reserved) await store.endReservation(tx, siteId, reserved.id, "REDEEMED");
      if (bookingId) {
        const paid = { voucher: row.number, amount };
        const audit = { actor, action: "booking.voucher", after: paid };
        await recordChange(tx, { siteId, at: now(), entity: "booking", entityId: bookingId, audit });
      }
      return after;
    });

  return {
    codes: ledger.codes,
    today: ledger.today,
    read: ledger.read,
    byCode: ledger.byCode,
    findByCode: ledger.findByCode,
    issueOnce: ledger.issueOnce,
    step: ledger.step,

    /** Adds vouchers with their first ledger entries, in the caller's transaction. */
    async issue(
      tx: Database,
      rows: readonly Omit<store.NewVoucher, "siteId" | "number" | "last4" | "sealedCode" | "balance" | "updatedDate">[],
      actor: Actor,
      requestId?: string,
    ): Promise<store.VoucherRow[]> {
      const at = now();
      const first = await takeNumbers(tx, siteId, "voucher", rows.length);
      const made = rows.map((row, index) => {
        const { last4, sealedCode } = ledger.codes.make();
        return { ...row, siteId, number: first + index, last4, sealedCode, balance: row.face, updatedDate: at };
      });
      const inserted = (await store.insert(tx, made)).toSorted((a, b) => a.number - b.number);
      await ledger.begin(tx, inserted, { actor, requestId });
      return inserted;
    },

    redeem: (voucherId: string, options: Redeeming) => onLocked(voucherId, undefined, redeeming(options)),

    reserve: (voucherId: string, options: Reserving) => onLocked(voucherId, undefined, reserving(options)),

    release: (voucherId: string, { reservationId, actor }: { reservationId: string; actor: Actor }) =>
      onLocked(voucherId, undefined, async (tx, row, day) => {
        const known = await store.reservation(tx, siteId, reservationId);
        if (known?.voucherId !== voucherId || known.ended === "REDEEMED") throw noReservation(reservationId);
        return known.ended === null ? release(tx, row, known, { actor, day }) : row;
      }),

    /**
     * Operations for orders paid by vouchers, which run in the order's transaction. The voucher is
     * locked as for every other change.
     */
    ofOrder: {
      reserve: (tx: Database, voucherId: string, options: Reserving) =>
        lockedIn(tx, voucherId, undefined, reserving(options)),

      /**
       * Redeems a reserved amount. If the reservation has expired, the amount is taken from the
       * free balance.
       */
      redeem: (
        tx: Database,
        voucherId: string,
        {
          reservationId,
          ...taken
        }: Pick<Redeeming, "amount" | "requestId" | "about" | "actor"> & { reservationId: string },
      ) =>
        lockedIn(tx, voucherId, undefined, async (tx, row, day) => {
          const open = await openReservation(tx, reservationId, voucherId);
          return redeeming({ ...taken, reservationId: open?.id })(tx, row, day);
        }),

      release: (tx: Database, voucherId: string, reservationId: string, actor: Actor) =>
        lockedIn(tx, voucherId, undefined, async (tx, row, day) => {
          const open = await openReservation(tx, reservationId, voucherId);
          return open ? release(tx, row, open, { actor, day }) : row;
        }),

      /** Extends a reservation to at least a given time. */
      extend: (tx: Database, voucherId: string, reservationId: string, until: Date) =>
        lockedIn(tx, voucherId, undefined, async (_, row) => {
          await store.extendReservation(tx, siteId, reservationId, until);
          return row;
        }),

      /**
       * Whether an amount can currently be redeemed, from the reservation or else from the free
       * balance.
       */
      async covers(
        tx: Database,
        voucherId: string,
        { amount, reservationId }: { amount: number; reservationId: string },
      ): Promise<boolean> {
        const { after } = await lockedIn(tx, voucherId, undefined, async (_, row) => row);
        const open = await openReservation(tx, reservationId, voucherId);
        return !("code" in redeem(after, amount, { today: await ledger.today(tx), reservation: open?.amount }));
      },

      /**
       * Restores an amount that an order had redeemed. If the sale of the voucher has been refunded
       * in the meantime, only the unused part was refunded, so the restored amount can be used
       * again; otherwise neither the order nor its session could be cancelled.
       */
      giveBack: (
        tx: Database,
        voucherId: string,
        { amount, ...facts }: { amount: number; reason: string; about: string; actor: Actor },
      ) =>
        lockedIn(tx, voucherId, undefined, (tx, row, day) => {
          const decide: Step["decide"] = (state) => giveBack({ ...state, refundedDate: null }, amount);
          const set = row.refundedDate ? { refundedDate: null } : {};
          return append(tx, row, { ...facts, kind: "GIVE_BACK", decide, set }, day);
        }),

      /**
       * Ends a paid voucher whose sale is refunded. Rejects a voucher from which more than
       * `usedAtMost` was taken.
       */
      refund: (
        tx: Database,
        voucherId: string,
        { usedAtMost, ...facts }: { reason: string; actor: Actor; usedAtMost: number },
      ) =>
        lockedIn(tx, voucherId, undefined, (tx, row, day) => {
          const set = { refundedDate: now(), sendDate: null };
          const decide: Step["decide"] = (state) =>
            state.face - state.balance > usedAtMost ? { code: "VOUCHER_USED_UP" } : refund(state);
          return append(tx, row, { ...facts, kind: "REFUND", decide, set }, day);
        }),

      /**
       * Ends a voucher whose payment was reversed, and its reservations, because the orders that
       * made them are cancelled. The voucher is also blocked, so that an amount restored later
       * cannot be spent.
       */
      revoke: (tx: Database, voucherId: string, facts: { reason: string; actor: Actor }) =>
        lockedIn(tx, voucherId, undefined, async (tx, locked, day) => {
          let row = locked;
          for (const reservation of await store.openReservations(tx, siteId, voucherId)) {
            row = await release(tx, row, reservation, { ...facts, day });
          }
          const set = { blocked: true, sendDate: null };
          if (row.refundedDate || row.balance === 0) {
            return append(tx, row, { ...facts, kind: "BLOCK", decide: () => nothing, set }, day);
          }
          const ended = { ...set, refundedDate: now() };
          return append(tx, row, { ...facts, kind: "REFUND", decide: refund, set: ended }, day);
        }),
    },

    /** Releases expired reservations, one voucher at a time. */
    releaseAllLapsed: async (limit: number): Promise<boolean> =>
      ledger.onEach(await store.withLapsed(db, siteId, now(), limit), limit, async (_, row) => row),

    /** Queues the mails that are due. A voucher that cannot be used is not sent. */
    sendDue: async (limit: number): Promise<boolean> =>
      ledger.onEach(await store.toSend(db, siteId, now(), limit), limit, async (tx, row, day) => {
        if (row.sentDate || !row.sendDate || row.sendDate > now()) return row;
        const to = row.recipientEmail;
        const actor = { kind: "system", id: "voucher mails" } as const;
        const step = { kind: "SEND", decide: () => nothing, actor } as const;
        return to !== null && statusOf(row, day) === "ACTIVE"
          ? append(tx, row, { ...step, set: { sentDate: now() }, about: to, outbox: () => mailOf(row, to) }, day)
          : append(tx, row, { ...step, set: { sendDate: null } }, day);
      }),

    /** Reminds people of vouchers that end within a number of days, once per last day. */
    async remind({ days, limit }: { days: number; limit: number }): Promise<boolean> {
      if (days === 0) return false;
      const due = await store.toRemind(db, siteId, { today: await ledger.today(), days, limit });
      const actor = { kind: "system", id: "voucher reminders" } as const;
      return ledger.onEach(due, limit, async (tx, row, day) => {
        const { recipientEmail: to, validUntil } = row;
        if (row.remindedOf === validUntil || !to || statusOf(row, day) !== "ACTIVE") return row;
        const step = { kind: "REMIND", decide: () => nothing, actor, about: to } as const;
        const outbox = () => mailOf(row, to, "ending");
        return append(tx, row, { ...step, set: { remindedOf: validUntil }, outbox }, day);
      });
    },

    /**
     * Blocks all vouchers of a batch in one transaction, or unblocks those that were blocked this
     * way. Returns the number of changed vouchers.
     */
    setBatchBlocked(batchId: string, { blocked, ...facts }: { blocked: boolean; reason: string; actor: Actor }) {
      return transact(context, async (tx) => {
        const ids = await store.toBlock(tx, siteId, batchId, blocked);
        const set = { blocked, blockedWithBatch: blocked };
        const step: Step = { ...facts, kind: blocked ? "BLOCK" : "UNBLOCK", decide: block, set };
        let changed = 0;
        for (const id of ids) {
          await lockedIn(tx, id, undefined, async (_, row, day) => {
            // A concurrent request has already changed this voucher.
            if (row.refundedDate || (blocked ? row.blocked : !row.blockedWithBatch)) return row;
            changed++;
            return append(tx, row, step, day);
          });
        }
        return changed;
      });
    },
  };
}

/** The mail with a voucher, for the queue. */
export function mailOf({ id, codeVersion, language }: store.VoucherRow, to: string, about?: "ending") {
  const payload: VoucherMail = {
    template: "voucher",
    voucherId: id,
    codeVersion,
    to,
    language,
    ...(about && { about }),
  };
  return [{ kind: "mail", payload }];
}

const noReservation = (id: string) =>
  new Refusal("RESERVATION_NOT_FOUND", `The voucher has no reservation ${id} that is found.`, 404);
