import { dateOf } from "@uola/booking";
import type { DeskPayment, VoucherEntryKind } from "@uola/contract";
import type { Database } from "@uola/database";
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
import { recordDeskMoney } from "../desk/desk.ts";
import { createVoucherCodes } from "./codes.ts";
import { block, type Decision, giveBack, redeem, refund, reserve, statusOf } from "./rules.ts";
import * as store from "./store.ts";
import { toVoucher } from "./to-voucher.ts";

/** A queued mail with a voucher. It is valid only for one version of the code and one address. */
export type VoucherMail = {
  template: "voucher";
  /** "ending" for a reminder of the last day; absent for the voucher itself. */
  about?: "ending";
  voucherId: string;
  codeVersion: number;
  to: string;
  language: string;
};

/** A change of a voucher: its decision, its data and its mails. */
type Step = {
  kind: VoucherEntryKind;
  decide(row: store.VoucherRow, today: string): Decision;
  actor: Actor;
  set?: store.VoucherChanges;
  bookingId?: string | null | undefined;
  payment?: DeskPayment | undefined;
  about?: string | undefined;
  reason?: string | undefined;
  requestId?: string | undefined;
  outbox?: AuditedChange["outbox"];
  /** Extra writes to run in the same transaction. */
  also?(tx: Database): Promise<void>;
};

type Work = (tx: Database, row: store.VoucherRow, day: string) => Promise<store.VoucherRow>;
type Reserving = { id: string; amount: number; expiresDate: Date; decide: Step["decide"]; actor: Actor };
type Redeeming = {
  amount: number;
  requestId: string;
  reservationId?: string | null | undefined;
  bookingId?: string | null | undefined;
  payment?: DeskPayment | undefined;
  about?: string | undefined;
  actor: Actor;
};

export type VoucherLedger = ReturnType<typeof createVoucherLedger>;

/**
 * The only place that writes vouchers. Each change locks the row, applies the rules, and writes the
 * row with its ledger entry, audit entry, event and mail in one transaction.
 */
export function createVoucherLedger(context: Context) {
  const { db, siteId, now, accounts } = context;
  const codes = createVoucherCodes(accounts);

  const notFound = (id: string) => new Refusal("VOUCHER_NOT_FOUND", `There is no voucher ${id}.`, 404);
  const today = async (on: Database = db) => dateOf(now(), await store.timeZone(on, siteId));

  /** Returns the representation of a voucher for the audit log, which does not contain its code. */
  const audited = (row: store.VoucherRow, day: string) => toVoucher(row, day);

  async function write(tx: Database, row: store.VoucherRow, step: Step, day: string): Promise<store.VoucherRow> {
    const decision = step.decide(row, day);
    if ("code" in decision) {
      throw new Refusal(decision.code, `The voucher refuses ${step.kind}: ${decision.code}.`, 409, decision.data);
    }
    const at = now();
    const { kind, actor, set, bookingId, payment, about, reason, requestId, outbox = [] } = step;
    const after = await store.update(tx, row, { ...set, ...decision, updatedDate: at });
    const entry = { siteId, voucherId: row.id, sequence: after.revision, kind, ...decision, balance: after.balance };
    await store.insertEntries(tx, [{ ...entry, bookingId, payment, about, reason, requestId, actor, createdDate: at }]);
    if (payment) {
      const { method, receiptNumber } = payment;
      const back = { kind: "VOUCHER", amount: decision.delta, about: String(row.number) } as const;
      await recordDeskMoney(tx, { ...back, siteId, at, method, receiptNumber, actor });
    }
    await recordChange(tx, {
      siteId,
      at,
      entity: "voucher",
      entityId: row.id,
      outbox,
      audit: {
        actor,
        action: `voucher.${actionOf[kind]}`,
        before: audited(row, day),
        after: audited(after, day),
        reason,
      },
      event: { slug: "updated", sequence: after.revision, body: { voucherId: row.id, kind, delta: decision.delta } },
    });
    await step.also?.(tx);
    return after;
  }

  /** Releases expired reservations. This is done before any decision about a balance. */
  async function releaseLapsed(tx: Database, locked: store.VoucherRow, day: string): Promise<store.VoucherRow> {
    let row = locked;
    for (const { id, amount } of await store.lapsed(tx, siteId, row.id, now())) {
      await store.endReservation(tx, siteId, id, "RELEASED");
      const actor = { kind: "system", id: "voucher reservations" } as const;
      const decide = () => ({ delta: 0, reservedDelta: -amount });
      row = await write(tx, row, { kind: "RELEASE", decide, actor }, day);
    }
    return row;
  }

  /**
   * Runs a callback on a locked voucher. Rejects with VOUCHER_NOT_FOUND, or with REVISION_MISMATCH
   * if the voucher has changed since `seen`.
   */
  async function lockedIn(tx: Database, voucherId: string, seen: string | undefined, work: Work) {
    const locked = await store.lock(tx, siteId, voucherId);
    if (!locked) throw notFound(voucherId);
    if (seen !== undefined) refuseStaleRevision(locked, seen);
    const day = await today(tx);
    const row = await releaseLapsed(tx, locked, day);
    const after = await work(tx, row, day);
    return { before: row, after, voucher: toVoucher(after, day) };
  }
  const onLocked = (voucherId: string, seen: string | undefined, work: Work) =>
    transact(context, (tx) => lockedIn(tx, voucherId, seen, work));

  const reserving =
    ({ id, amount, expiresDate, decide, actor }: Reserving): Work =>
    async (tx, row, day) => {
      const known = await store.reservation(tx, siteId, id);
      if (known?.voucherId === row.id && known.ended === null && known.amount === amount) return row;
      if (known) throw noReservation(id);
      const after = await write(tx, row, { kind: "RESERVE", decide, actor }, day);
      await store.insertReservation(tx, { siteId, id, voucherId: row.id, amount, expiresDate });
      return after;
    };

  const redeeming =
    ({ amount, requestId, reservationId, bookingId, about, actor }: Redeeming): Work =>
    async (tx, row, today) => {
      if (await store.isDone(tx, siteId, requestId)) return row;
      if (bookingId && !(await store.isBooking(tx, siteId, bookingId))) {
        throw new Refusal("BOOKING_NOT_FOUND", `There is no booking ${bookingId}.`, 404);
      }
      const reserved = reservationId ? await openReservation(tx, reservationId, row.id) : undefined;
      const decide = (state: store.VoucherRow) => redeem(state, amount, { today, reservation: reserved?.amount });
      const after = await write(tx, row, { kind: "REDEEM", decide, bookingId, about, requestId, actor }, today);
      if (reserved) await store.endReservation(tx, siteId, reserved.id, "REDEEMED");
      if (bookingId) {
        const paid = { voucher: row.number, amount };
        const audit = { actor, action: "booking.voucher", after: paid };
        await recordChange(tx, { siteId, at: now(), entity: "booking", entityId: bookingId, audit });
      }
      return after;
    };

  return {
    codes,
    today,
    notFound,

    async read(voucherId: string, on: Database = db): Promise<store.VoucherRow> {
      const row = await store.find(on, siteId, voucherId);
      if (!row) throw notFound(voucherId);
      return row;
    },

    /** Returns the voucher with a code, or undefined. */
    async byCode(code: string): Promise<store.VoucherRow | undefined> {
      return codes.matching(await store.endingWith(db, siteId, code.slice(-4)), code);
    },

    /** Adds vouchers with their first ledger entries, in the caller's transaction. */
    async issue(
      tx: Database,
      rows: readonly Omit<store.NewVoucher, "siteId" | "number" | "last4" | "sealedCode" | "balance" | "updatedDate">[],
      actor: Actor,
      requestId?: string,
    ): Promise<store.VoucherRow[]> {
      const at = now();
      const first = await store.takeNumbers(tx, siteId, rows.length);
      const made = rows.map((row, index) => {
        const { last4, sealedCode } = codes.make();
        return { ...row, siteId, number: first + index, last4, sealedCode, balance: row.face, updatedDate: at };
      });
      const inserted = (await store.insert(tx, made)).toSorted((a, b) => a.number - b.number);
      const day = await today(tx);
      await store.insertEntries(
        tx,
        inserted.map(({ id, face, payment }) => ({
          siteId,
          voucherId: id,
          sequence: 1,
          kind: "ISSUE" as const,
          delta: face,
          reservedDelta: 0,
          balance: face,
          requestId,
          actor,
          createdDate: at,
          payment: (payment as DeskPayment | null) ?? undefined,
        })),
      );
      for (const row of inserted) {
        await recordChange(tx, {
          siteId,
          at,
          entity: "voucher",
          entityId: row.id,
          audit: { actor, action: "voucher.issue", after: audited(row, day) },
          event: { slug: "created", sequence: 1, body: { voucherId: row.id, face: row.face } },
        });
      }
      return inserted;
    },

    /** Makes one change to a voucher, at the revision seen by the caller. */
    step: (voucherId: string, seen: string, step: (row: store.VoucherRow) => Step) =>
      onLocked(voucherId, seen, (tx, row, day) => write(tx, row, step(row), day)),

    redeem: (voucherId: string, options: Redeeming) => onLocked(voucherId, undefined, redeeming(options)),

    reserve: (voucherId: string, options: Reserving) => onLocked(voucherId, undefined, reserving(options)),

    /**
     * Operations for orders paid by vouchers, which run in the order's transaction. The voucher is
     * locked as for every other change.
     */
    ofOrder: {
      reserve: (tx: Database, voucherId: string, options: Pick<Reserving, "id" | "amount" | "expiresDate" | "actor">) =>
        lockedIn(
          tx,
          voucherId,
          undefined,
          reserving({ ...options, decide: (state, day) => reserve(state, options.amount, day) }),
        ),

      /**
       * Redeems a reserved amount. If the reservation has expired, the amount is taken from the
       * free balance.
       */
      redeem: (
        tx: Database,
        voucherId: string,
        options: Pick<Redeeming, "amount" | "requestId" | "about" | "actor"> & { reservationId: string },
      ) =>
        lockedIn(tx, voucherId, undefined, async (tx, row, day) => {
          const { reservationId, ...taken } = options;
          const found = await store.reservation(tx, siteId, reservationId);
          const isOpen = found?.voucherId === voucherId && found.ended === null;
          return redeeming({ ...taken, ...(isOpen && { reservationId }) })(tx, row, day);
        }),

      release: (tx: Database, voucherId: string, reservationId: string, actor: Actor) =>
        lockedIn(tx, voucherId, undefined, async (tx, row, day) => {
          const found = await store.reservation(tx, siteId, reservationId);
          if (found?.voucherId !== voucherId || found.ended !== null) return row;
          const decide = () => ({ delta: 0, reservedDelta: -found.amount });
          const after = await write(tx, row, { kind: "RELEASE", decide, actor }, day);
          await store.endReservation(tx, siteId, reservationId, "RELEASED");
          return after;
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
        const found = await store.reservation(tx, siteId, reservationId);
        const reservation = found?.ended === null ? found.amount : undefined;
        return !("code" in redeem(after, amount, { today: await today(tx), reservation }));
      },

      /**
       * Puts back what an order had taken. A voucher whose sale was refunded meanwhile has only given its unused part back, so it can be
       * used again for this amount; otherwise neither the order nor its session could be cancelled.
       */
      giveBack: (
        tx: Database,
        voucherId: string,
        { amount, reason, about, actor }: { amount: number; reason: string; about: string; actor: Actor },
      ) =>
        lockedIn(tx, voucherId, undefined, (tx, row, day) => {
          const decide = (state: store.VoucherRow) => giveBack({ ...state, refundedDate: null }, amount);
          const set = row.refundedDate ? { refundedDate: null } : {};
          return write(tx, row, { kind: "GIVE_BACK", decide, reason, about, actor, set }, day);
        }),

      /**
       * Ends a paid voucher whose sale is refunded. Rejects a voucher from which more than
       * `usedAtMost` was taken.
       */
      refund: (
        tx: Database,
        voucherId: string,
        { reason, actor, usedAtMost }: { reason: string; actor: Actor; usedAtMost: number },
      ) =>
        lockedIn(tx, voucherId, undefined, (tx, row, day) => {
          const set = { refundedDate: now(), sendDate: null };
          const decide: Step["decide"] = (row) =>
            row.face - row.balance > usedAtMost ? { code: "VOUCHER_USED_UP" } : refund(row);
          return write(tx, row, { kind: "REFUND", decide, reason, actor, set }, day);
        }),
      /**
       * Ends a voucher whose payment was reversed, and its reservations: those orders are cancelled. It is blocked, so that an amount
       * restored later cannot be spent.
       */
      revoke: (tx: Database, voucherId: string, { reason, actor }: { reason: string; actor: Actor }) =>
        lockedIn(tx, voucherId, undefined, async (tx, locked, day) => {
          let row = locked;
          for (const { id, amount } of await store.openReservations(tx, siteId, voucherId)) {
            await store.endReservation(tx, siteId, id, "RELEASED");
            const decide = () => ({ delta: 0, reservedDelta: -amount });
            row = await write(tx, row, { kind: "RELEASE", decide, actor, reason }, day);
          }
          const set = { blocked: true, sendDate: null };
          const noChange = () => ({ delta: 0, reservedDelta: 0 });
          if (row.refundedDate || row.balance === 0) {
            return write(tx, row, { kind: "BLOCK", decide: noChange, reason, actor, set }, day);
          }
          const ended = { ...set, refundedDate: now() };
          return write(tx, row, { kind: "REFUND", decide: refund, reason, actor, set: ended }, day);
        }),
    },

    release(voucherId: string, { reservationId, actor }: { reservationId: string; actor: Actor }) {
      return onLocked(voucherId, undefined, async (tx, row, day) => {
        const known = await store.reservation(tx, siteId, reservationId);
        if (known?.voucherId === voucherId && known.ended === "RELEASED") return row;
        const { amount } = await openReservation(tx, reservationId, voucherId);
        const decide = () => ({ delta: 0, reservedDelta: -amount });
        const after = await write(tx, row, { kind: "RELEASE", decide, actor }, day);
        await store.endReservation(tx, siteId, reservationId, "RELEASED");
        return after;
      });
    },

    /** Releases expired reservations, one voucher at a time. */
    async releaseAllLapsed(limit: number): Promise<boolean> {
      const ids = await store.withLapsed(db, siteId, now(), limit);
      await workOnEach(ids, (id) => onLocked(id, undefined, async (_tx, row) => row));
      return ids.length === limit;
    },

    /** Queues the mails that are due. A voucher that cannot be used is not sent. */
    async sendDue(limit: number): Promise<boolean> {
      const ids = await store.toSend(db, siteId, now(), limit);
      await workOnEach(ids, async (id) => {
        await onLocked(id, undefined, async (tx, row, day) => {
          if (row.sentDate || !row.sendDate || row.sendDate > now()) return row;
          const to = row.recipientEmail;
          const actor = { kind: "system", id: "voucher mails" } as const;
          const isSent = to !== null && statusOf(row, day) === "ACTIVE";
          const step: Step = { kind: "SEND", decide: () => ({ delta: 0, reservedDelta: 0 }), actor };
          if (!isSent) return write(tx, row, { ...step, set: { sendDate: null } }, day);
          const order: VoucherMail = {
            template: "voucher",
            voucherId: row.id,
            codeVersion: row.codeVersion,
            to,
            language: row.language,
          };
          const outbox = [{ kind: "mail", payload: order }];
          return write(tx, row, { ...step, set: { sentDate: now() }, about: to, outbox }, day);
        });
      });
      return ids.length === limit;
    },

    /** Reminds people of vouchers that end within a number of days, once per last day. */
    async remind({ days, limit }: { days: number; limit: number }): Promise<boolean> {
      if (days === 0) return false;
      const due = await store.toRemind(db, siteId, { today: await today(), days, limit });
      const actor = { kind: "system", id: "voucher reminders" } as const;
      await workOnEach(due, async (id) => {
        await onLocked(id, undefined, async (tx, row, day) => {
          const { recipientEmail: to, codeVersion, language } = row;
          if (row.remindedOf === row.validUntil || !to || statusOf(row, day) !== "ACTIVE") return row;
          const order: VoucherMail = { template: "voucher", about: "ending", voucherId: id, codeVersion, to, language };
          const step: Step = { kind: "REMIND", decide: () => ({ delta: 0, reservedDelta: 0 }), actor, about: to };
          const outbox = [{ kind: "mail", payload: order }];
          return write(tx, row, { ...step, set: { remindedOf: row.validUntil }, outbox }, day);
        });
      });
      return due.length === limit;
    },

    /**
     * Blocks all vouchers of a batch in one transaction, or unblocks those that were blocked this
     * way. Returns the number of changed vouchers.
     */
    setBatchBlocked(batchId: string, { blocked, reason, actor }: { blocked: boolean; reason: string; actor: Actor }) {
      return transact(context, async (tx) => {
        const ids = await store.toBlock(tx, siteId, batchId, blocked);
        const step: Step = {
          kind: blocked ? "BLOCK" : "UNBLOCK",
          decide: block,
          actor,
          reason,
          set: { blocked, blockedWithBatch: blocked },
        };
        let changed = 0;
        for (const id of ids) {
          await lockedIn(tx, id, undefined, async (_, row, day) => {
            // A concurrent request was faster.
            if (row.refundedDate || (blocked ? row.blocked : !row.blockedWithBatch)) return row;
            changed++;
            return write(tx, row, step, day);
          });
        }
        return changed;
      });
    },
  };

  /** Returns an open reservation of this voucher. Rejects with RESERVATION_NOT_FOUND. */
  async function openReservation(tx: Database, id: string, voucherId: string): Promise<store.ReservationRow> {
    const found = await store.reservation(tx, siteId, id);
    if (!found || found.voucherId !== voucherId || found.ended !== null) throw noReservation(id);
    return found;
  }
}

const noReservation = (id: string) =>
  new Refusal("RESERVATION_NOT_FOUND", `The voucher has no reservation ${id} that is found.`, 404);

/** The audit action of each ledger entry kind. */
const actionOf: Record<VoucherEntryKind, string> = {
  ISSUE: "issue",
  RESERVE: "reserve",
  RELEASE: "release",
  REDEEM: "redeem",
  GIVE_BACK: "giveBack",
  REFUND: "refund",
  EXTEND: "extend",
  BLOCK: "block",
  UNBLOCK: "unblock",
  SEND: "send",
  NEW_CODE: "newCode",
  REMIND: "remind",
};
