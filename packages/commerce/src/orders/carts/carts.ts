import {
  type BookingSales,
  type CodeGuesses,
  holderOf,
  isStaff,
  type OfferedPlaces,
  refuseMisuse,
  wrongNames,
  wrongWords,
} from "@uola/booking";
import { authenticationCodes, cartLimits, type contract, type Input, readVoucherCode } from "@uola/contract";
import { newId } from "@uola/database";
import {
  type BackgroundTask,
  type Call,
  type Caller,
  type Context,
  dayMs,
  type Handlers,
  hourMs,
  Refusal,
  transact,
  Violation,
} from "@uola/kernel";
import { visitorSignedIn } from "@uola/members";
import { type OrderCoupons, readCouponCode } from "../../coupons/coupons.ts";
import type { PassLedger } from "../../passes/passes.ts";
import type { VoucherLedger } from "../../vouchers/vouchers.ts";
import * as store from "./cart-store.ts";
import type { CartViews } from "./cart-view.ts";
import { toCart } from "./to-cart.ts";

type Holds = Pick<Handlers<typeof contract.holds>, "create" | "get" | "change" | "renew" | "release">;
type Parts = {
  sales: BookingSales;
  offered: OfferedPlaces;
  holds: Holds;
  codeGuesses: CodeGuesses;
  coupons: OrderCoupons;
  ledger: VoucherLedger;
  passes: PassLedger;
  views: CartViews;
};
type Added = Input<typeof contract.carts.add>;

/**
 * Carts: items that somebody is about to buy. A cart is accessible only to its holder, and ends
 * with the order.
 */
export function carts(
  context: Context,
  { sales, offered, holds, codeGuesses, coupons, ledger, passes, views }: Parts,
): Handlers<typeof contract.carts> {
  const { db, siteId, now, events } = context;
  events.subscribe(visitorSignedIn, { name: "carts" }, async (tx, { visitorId, memberId }) => {
    await merge(tx, context, sales, { from: `visitor ${visitorId}`, to: `member ${memberId}` });
  });

  const answer = async ({ caller }: { caller: Caller }) => ({ cart: toCart(await views.see(caller), caller.language) });
  const write = <Result>(
    caller: Caller,
    work: (tx: typeof db, cart: store.CartRow, lines: store.LineRow[]) => Promise<Result>,
  ) =>
    transact(context, { publish: "availability" }, async (tx) => {
      const cart = await store.lock(tx, { siteId, id: newId(), holder: holderOf(caller), at: now() });
      return work(tx, cart, await store.lines(tx, siteId, cart.id));
    });

  const linesOf = async (caller: Caller) => {
    const cart = await store.find(db, siteId, holderOf(caller));
    return cart ? store.lines(db, siteId, cart.id) : [];
  };

  /** Returns the hold of a booking: the one that the caller provided, or a new one. */
  async function held(
    { detail }: Extract<store.Detail, { kind: "BOOKING" }>,
    { holdId, captchaTokens }: Added,
    call: Call,
  ) {
    const { slot, schedule, totalParticipants } = detail;
    if (!holdId) return (await holds.create({ slot, schedule, totalParticipants, captchaTokens }, call)).hold.id;
    const { hold } = await holds.get({ holdId }, call);
    if (hold.totalParticipants !== totalParticipants) {
      await holds.change({ holdId, totalParticipants, captchaTokens }, call);
    }
    return holdId;
  }

  /** Finds the coupon, voucher or pass of a typed code. */
  async function codeOf(typed: string): Promise<Code | undefined> {
    const nobodys = { couponCode: null, voucherId: null, passId: null, codeVersion: null };
    const letters = readVoucherCode(typed);
    const voucher = letters ? await ledger.byCode(letters) : undefined;
    if (voucher) return { ...nobodys, voucherId: voucher.id, codeVersion: voucher.codeVersion };
    const pass = letters ? await passes.byCode(letters) : undefined;
    if (pass) return { ...nobodys, passId: pass.id, codeVersion: pass.codeVersion };
    const couponCode = readCouponCode(typed);
    return couponCode && (await coupons.isCode(db, couponCode)) ? { ...nobodys, couponCode } : undefined;
  }

  /**
   * Returns the price of an item. Rejects with NOT_FOR_SALE if it has no fixed price or is not on
   * sale.
   */
  async function grossOf(
    asked: store.Detail,
    holdId: string | null,
    caller: Caller,
    cart: Parameters<CartViews["grossOf"]>[3],
  ): Promise<number> {
    const gross = await views.grossOf(asked, holdId, caller, cart);
    if (gross === undefined) throw new Refusal("NOT_FOR_SALE", "It has no fixed price, or is not sold now.");
    return gross;
  }

  /** Adds a line to the cart, or updates the existing line for the same item. */
  const put = (
    caller: Caller,
    asked: store.Detail,
    { addedByKey, ...priced }: Pick<store.LineRow, "seenGross" | "holdId" | "addedByKey">,
  ): Promise<string> =>
    write(caller, async (tx, cart, lines) => {
      const there =
        lines.find((line) => addedByKey !== null && line.addedByKey === addedByKey) ??
        sameLine(lines, asked, priced.holdId);
      const { kind, detail } = asked;
      refuseLarge(lines, asked, there?.id);
      if (there) {
        // Another tab has added the same item in the meantime, with its own hold.
        if (there.holdId && there.holdId !== priced.holdId) await releaseOwn(tx, sales, there.holdId, cart.holder);
        await store.updateLine(tx, siteId, there.id, { detail, ...priced, addedByKey });
        return there.id;
      }
      if (lines.length >= cartLimits.lines) throw full();
      const id = newId();
      const row = { siteId, cartId: cart.id, id, kind, detail, ...priced, addedByKey, createdDate: now() };
      await store.insertLine(tx, row);
      return id;
    });

  const handlers: Handlers<typeof contract.carts> = {
    get: async (_, call) => answer(call),

    async add(input, call) {
      const { caller, idempotencyKey: addedByKey = null } = call;
      const asked = detailOf(input, caller);
      const before = await linesOf(caller);
      const isAdded = (line: store.LineRow) => addedByKey !== null && line.addedByKey === addedByKey;
      const added = before.find(isAdded);
      if (added) return { ...(await answer(call)), lineId: added.id };
      const same = sameLine(before, asked, input.holdId);
      if (!same && before.length >= cartLimits.lines) throw full();
      if (asked.kind === "GOODS" && same?.kind === "GOODS") {
        asked.detail.quantity = Math.min(asked.detail.quantity + same.detail.quantity, cartLimits.goods);
      }
      if (asked.kind === "BOOKING") await sales.refuseUnopened(asked.detail, caller);
      refuseLarge(before, asked, same?.id);
      // The price is checked first, so that no places are held for an item that cannot be sold.
      const holdsNothing = asked.kind !== "BOOKING" || input.holdId;
      const cart = { rows: before, line: same };
      if (!holdsNothing) await grossOf(asked, null, caller, cart);
      // Releases the places of the line that is replaced, so that the new hold can use them.
      if (asked.kind === "BOOKING" && same?.holdId && same.holdId !== input.holdId) {
        await holds.release({ holdId: same.holdId }, call);
      }
      const holdId = asked.kind === "BOOKING" ? await held(asked, input, call) : null;
      const seenGross = await grossOf(asked, holdId, caller, cart);
      const lineId = await put(caller, asked, { seenGross, holdId, addedByKey });
      return { ...(await answer(call)), lineId };
    },

    async addOffered({ key, entryId }, call) {
      const { caller } = call;
      const rows = await linesOf(caller);
      const { detail, holdId } = await offered.take(key ? { key } : { entryId: entryId ?? "" }, caller);
      const asked = { kind: "BOOKING" as const, detail };
      const seenGross = await grossOf(asked, holdId, caller, { rows, line: undefined });
      const lineId = await put(caller, asked, { seenGross, holdId, addedByKey: null });
      return { ...(await answer(call)), lineId };
    },

    async change({ lineId, captchaTokens, ...input }, call) {
      const { caller } = call;
      const rows = await linesOf(caller);
      const line = rows.find(({ id }) => id === lineId);
      if (!line) throw notFound(lineId);
      const asked = detailOf(input, caller);
      if (asked.kind !== line.kind) throw otherThing();
      if (asked.kind === "BOOKING" && line.kind === "BOOKING") {
        if (placesOf(asked.detail) !== placesOf(line.detail)) throw otherThing();
        await sales.refuseUnopened(asked.detail, caller);
        const { totalParticipants } = asked.detail;
        const hold = await sales.liveHold(line.holdId, caller);
        if (hold && hold.totalParticipants !== totalParticipants) {
          if (hold.state === "OFFER") throw new Refusal("HOLD_NOT_CHANGEABLE", "An offer is for as many as wait.");
          await holds.change({ holdId: hold.id, totalParticipants, captchaTokens }, call);
        }
      }
      const seenGross = await grossOf(asked, line.holdId, caller, { rows, line });
      await write(caller, (tx, _, lines) => {
        refuseLarge(lines, asked, lineId);
        return store.updateLine(tx, siteId, lineId, { detail: asked.detail, seenGross });
      });
      return answer(call);
    },

    async remove({ lineId }, call) {
      if ((await linesOf(call.caller)).some(({ id }) => id === lineId)) {
        await write(call.caller, async (tx, cart) => {
          const removed = await store.removeLine(tx, siteId, cart.id, lineId);
          if (removed?.holdId) await releaseOwn(tx, sales, removed.holdId, cart.holder);
        });
      }
      return answer(call);
    },

    async renew({ captchaTokens }, call) {
      const { caller } = call;
      const live: string[] = [];
      for (const line of await linesOf(caller)) {
        if (line.kind !== "BOOKING") continue;
        const { slot, schedule, totalParticipants } = line.detail;
        const hold = await sales.liveHold(line.holdId, caller);
        if (hold) {
          live.push(hold.id);
          continue;
        }
        const again = await holds
          .create({ slot, schedule, totalParticipants, captchaTokens }, call)
          .catch(unlessRefused);
        if (again) await write(caller, (tx) => store.updateLine(tx, siteId, line.id, { holdId: again.hold.id }));
      }
      // Holds that are still active are renewed last, because a hold can be renewed only once. If
      // the request is rejected because it needs a captcha, it is sent again, and must not have
      // renewed anything yet.
      for (const holdId of live) await holds.renew({ holdId }, call).catch(unlessRefused);
      return answer(call);
    },

    async addCode({ code, captchaTokens: tokens }, call) {
      const { caller } = call;
      const found = await codeGuesses.tried({ call, tokens }, () => codeOf(code));
      if (!found) throw new Refusal("CODE_NOT_FOUND", "No coupon, voucher or pass has this code.", 404);
      await write(caller, async (tx, { id: cartId }) => {
        const codes = await store.codes(tx, siteId, cartId);
        if (codes.some((code) => isSameCode(code, found))) return;
        if (codes.length >= cartLimits.codes) throw full();
        await store.insertCode(tx, { siteId, cartId, id: newId(), ...found, createdDate: now() });
      });
      return answer(call);
    },

    async removeCode({ codeId }, call) {
      if (await store.find(db, siteId, holderOf(call.caller))) {
        await write(call.caller, (tx, { id }) => store.removeCode(tx, siteId, id, codeId));
      }
      return answer(call);
    },

    async takeOver({ key, checkoutId, reservationId }, call) {
      const { caller } = call;
      const visitor = await context.tokenSigner.verify(key, "cart");
      if (!visitor) throw noCart();
      const [from, to] = [`visitor ${visitor.subject}`, holderOf(caller)];
      await transact(context, { publish: "availability" }, async (tx) => {
        const theirs = await store.lockExisting(tx, siteId, from, now());
        if (checkoutId ? theirs?.id !== checkoutId : !theirs && !reservationId) throw noCart();
        if (from === to) return;
        await sales.passHolds(tx, from, to);
        await merge(tx, context, sales, { from, to });
      });
      if (!reservationId) return answer(call);
      const { hold } = await holds.get({ holdId: reservationId }, call);
      const { sessionId, serviceId, scheduleId, totalParticipants } = hold;
      const places = sessionId ? { slot: { sessionId, serviceId, scheduleId } } : { schedule: { scheduleId } };
      const { cart } = await handlers.add({ booking: { ...places, totalParticipants }, holdId: reservationId }, call);
      return { cart };
    },
  };
  return handlers;
}

const cartDays = 30;

/** Deletes carts that have not been changed for a month. */
export const cartTask = (context: Context): BackgroundTask => ({
  name: "carts: forget old ones",
  everyMs: hourMs,
  oneProcessAtATime: true,
  async run() {
    const before = new Date(context.now().getTime() - cartDays * dayMs);
    return (await transact(context, (tx) => store.removeOld(tx, context.siteId, before, 500))) === 500;
  },
});

/**
 * Merges a visitor's cart into another one, on sign-in or when another app hands it over. Items in
 * both carts are merged into one line: for places, the visitor's newer hold remains; for goods, the
 * larger quantity.
 */
async function merge(
  tx: Context["db"],
  { siteId, now }: Context,
  sales: BookingSales,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const theirs = await store.find(tx, siteId, from);
  if (!theirs) return;
  const own = await store.lock(tx, { siteId, id: newId(), holder: to, at: now() });
  const lines = await store.lines(tx, siteId, own.id);
  for (const line of await store.lines(tx, siteId, theirs.id)) {
    const same = sameLine(lines, line, line.holdId);
    if (!same) {
      if (lines.length >= cartLimits.lines || bytesOf([...lines, line]) > cartLimits.bytes) continue;
      await store.updateLine(tx, siteId, line.id, { cartId: own.id });
      lines.push(line);
      continue;
    }
    if (line.kind === "GOODS" && same.kind === "GOODS" && line.detail.quantity > same.detail.quantity) {
      await store.updateLine(tx, siteId, same.id, { detail: line.detail, seenGross: line.seenGross });
    }
    if (!line.holdId) continue;
    // The visitor's line and its hold are newer.
    if (same.holdId && same.holdId !== line.holdId) await releaseOwn(tx, sales, same.holdId, to);
    await store.updateLine(tx, siteId, same.id, {
      detail: line.detail,
      seenGross: line.seenGross,
      holdId: line.holdId,
    });
  }
  const codes = await store.codes(tx, siteId, own.id);
  for (const code of await store.codes(tx, siteId, theirs.id)) {
    if (codes.some((each) => isSameCode(each, code)) || codes.length >= cartLimits.codes) continue;
    await store.updateCode(tx, siteId, code.id, { cartId: own.id });
    codes.push(code);
  }
  await store.remove(tx, siteId, theirs.id);
}

/** A line refers to a hold, but only the hold's holder may release it. */
async function releaseOwn(tx: Context["db"], sales: BookingSales, holdId: string, holder: string) {
  await sales.releaseOf(tx, holdId, holder);
}

/** Returns the one requested item. */
function detailOf(input: Omit<Added, "holdId" | "captchaTokens">, caller: Caller): store.Detail {
  refuseMessages(input, caller);
  const { booking, voucher, goods, donation, pass } = input;
  const details: store.Detail[] = [
    ...(booking ? [{ kind: "BOOKING", detail: booking } as const] : []),
    ...(voucher ? [{ kind: "VOUCHER", detail: voucher } as const] : []),
    ...(goods ? [{ kind: "GOODS", detail: { ...goods } } as const] : []),
    ...(donation ? [{ kind: "DONATION", detail: donation } as const] : []),
    ...(pass ? [{ kind: "PASS", detail: pass } as const] : []),
  ];
  const [asked] = details;
  if (!asked || details.length > 1) {
    throw new Violation([
      { field: "booking", description: "exactly one of booking, voucher, goods, donation and pass" },
    ]);
  }
  if (asked.kind !== "BOOKING") return asked;
  refuseUneven(asked.detail);
  if (!isStaff(caller)) refuseMisuse(asked.detail);
  // Membership is determined when prices are read; a value in the request is ignored.
  const participants = asked.detail.participants?.map(({ member: _, ...person }) => person);
  return { kind: "BOOKING", detail: { ...asked.detail, ...(participants && { participants }) } };
}

/**
 * Rejects gift messages that could be used for spam. The gym sends a purchase for somebody else to
 * the recipient by email, so the text of a gift may not contain links.
 */
function refuseMessages({ voucher, pass }: Pick<Added, "voucher" | "pass">, caller: Caller) {
  const wrongs = [
    ...wrongNames(caller, [["pass.holder.name", pass?.holder?.name]]),
    ...wrongWords(caller, [
      ["voucher.recipientName", voucher?.recipientName],
      ["voucher.giverName", voucher?.giverName],
      ["voucher.greeting", voucher?.greeting],
    ]),
  ];
  if (wrongs.length > 0) throw new Violation(wrongs);
}

function refuseUneven({ participants, participantsChoices, totalParticipants, slot, schedule }: BookingOf) {
  const chosen = participantsChoices?.serviceChoices ?? [];
  const sum = chosen.reduce((count, { numberOfParticipants }) => count + (numberOfParticipants ?? 1), 0);
  const wrong = [
    ...(Boolean(slot) === Boolean(schedule) ? [{ field: "booking.slot", description: "either this or schedule" }] : []),
    ...(participants?.length && participants.length !== totalParticipants
      ? [{ field: "booking.participants", description: `there are ${totalParticipants} of them` }]
      : []),
    ...(participantsChoices && sum !== totalParticipants
      ? [{ field: "booking.participantsChoices", description: `are for ${totalParticipants} people` }]
      : []),
  ];
  if (wrong.length > 0) throw new Violation(wrong);
}
type BookingOf = Extract<store.Detail, { kind: "BOOKING" }>["detail"];

/**
 * Finds the line that a request updates: the line with the same hold, since a hold belongs to one
 * line, or the line for the same item and people.
 */
const sameLine = (
  lines: readonly store.LineRow[],
  asked: store.Detail,
  holdId: string | null | undefined,
): store.LineRow | undefined =>
  lines.find((line) => holdId && line.holdId === holdId && line.kind === asked.kind) ??
  lines.find((line) => isSame(line, asked));

/**
 * Rejects a line that exceeds the data limit of a cart; `replaced` is the line that the new one
 * replaces.
 */
function refuseLarge(lines: readonly store.LineRow[], asked: store.Detail, replaced: string | undefined) {
  const others = lines.filter(({ id }) => id !== replaced);
  if (bytesOf([...others, asked]) > cartLimits.bytes) {
    throw new Refusal("CART_FULL", "The lines of the cart have too much text.", 409, { maxBytes: cartLimits.bytes });
  }
}
const bytesOf = (lines: readonly store.Detail[]): number =>
  lines.reduce((sum, { detail }) => sum + Buffer.byteLength(JSON.stringify(detail)), 0);

/** Whether two lines are for the same item and the same people, so that they are merged. */
function isSame(a: store.Detail, b: store.Detail): boolean {
  if (a.kind === "GOODS" && b.kind === "GOODS") return a.detail.priceId === b.detail.priceId;
  if (a.kind !== "BOOKING" || b.kind !== "BOOKING") return false;
  return placesOf(a.detail) === placesOf(b.detail) && namesIn(a.detail) === namesIn(b.detail);
}

type Code = Pick<store.CodeRow, "couponCode" | "voucherId" | "passId" | "codeVersion">;
const isSameCode = (a: Code, b: Code): boolean =>
  a.couponCode === b.couponCode && a.voucherId === b.voucherId && a.passId === b.passId;

/** Identifies the session, appointment time or course. */
const placesOf = ({ slot, schedule }: BookingOf): string =>
  slot
    ? [slot.scheduleId, slot.sessionId ?? `${slot.startDate} ${slot.resource?.id ?? ""}`].join(" ")
    : (schedule?.scheduleId ?? "");

const namesIn = ({ participants }: BookingOf): string =>
  (participants ?? [])
    .map(({ firstName, lastName }) => `${firstName} ${lastName ?? ""}`.trim().toLowerCase())
    .toSorted()
    .join();

const notFound = (id: string) => new Refusal("LINE_NOT_FOUND", `The cart has no line ${id}.`, 404);
const noCart = () => new Refusal("CART_NOT_FOUND", "There is no such cart any more.", 404);
const full = () => new Refusal("CART_FULL", "The cart has as much as it may have.", 409, { max: cartLimits.lines });
const otherThing = () => new Violation([{ field: "booking", description: "a line stays what it is" }]);

const captchaCodes: readonly string[] = [authenticationCodes.captchaMissing, authenticationCodes.captchaInvalid];

/**
 * Ignores a refusal to hold places, except one that requires a captcha: the caller solves the
 * captcha and sends the request again.
 */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal) || captchaCodes.includes(error.code)) throw error;
}
