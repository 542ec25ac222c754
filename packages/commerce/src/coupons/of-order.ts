import type { CouponRule } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, recordChange } from "@uola/kernel";
import { limitReached, type Refused } from "./rules.ts";
import * as store from "./store.ts";

/** Who uses a coupon: an address, and a phone number as it is compared. */
export type CouponPerson = { email: string | null; phone: string | null };

/** A code with its coupon, as it is now. */
export type CouponOfCode = {
  code: string;
  couponId: string;
  name: string;
  rule: CouponRule;
  /** Why it may not be used, whatever is bought. */
  refused: Refused | undefined;
};

export type CouponShare = { serviceId: string; price: number; discount: number };

/** A use of a coupon for an order. */
export type CouponUse = {
  code: string;
  couponId: string;
  orderId: string;
  /** Its own places, which are none before it. */
  bookingIds: readonly string[];
  price: number;
  discount: number;
  firstBooking: boolean;
  /** Where all that it is for is one service. */
  serviceId: string | null;
  /** What it took off which service, of a price without what other coupons took off. Null: all of it is its service's. */
  shares: CouponShare[] | null;
  person: CouponPerson;
  actor: Actor;
};

export type OrderCoupons = ReturnType<typeof createOrderCoupons>;

/** Coupons as orders use them: in the transaction that places the order, and taken back when it is not paid. */
export function createOrderCoupons({ siteId, now }: Pick<Context, "siteId" | "now">) {
  async function read(on: Database, typed: string, person: CouponPerson, locks: boolean) {
    const first = await store.code(on, siteId, typed);
    const coupon = first && (await (locks ? store.lock : store.find)(on, siteId, first.couponId));
    // The coupon is locked, so that nobody uses this code at the same moment.
    const code = first && locks ? await store.code(on, siteId, typed) : first;
    if (!coupon || !code) return undefined;
    const used = await store.uses(on, siteId, coupon.id, person);
    const refused =
      limitReached(coupon, { total: coupon.used, ...used }) ??
      (code.once && code.used > 0 ? { code: "COUPON_USED_UP" } : undefined);
    return { coupon, code, refused };
  }

  return {
    isCode: async (on: Database, typed: string): Promise<boolean> =>
      (await store.code(on, siteId, typed)) !== undefined,

    /** A code for a person. Undefined when its coupon was deleted. */
    async read(on: Database, typed: string, person: CouponPerson): Promise<CouponOfCode | undefined> {
      const found = await read(on, typed, person, false);
      if (!found) return undefined;
      const { coupon, code, refused } = found;
      return { code: code.code, couponId: coupon.id, name: coupon.name, rule: coupon.rule, refused };
    },

    /** Whether the person has no earlier booking that holds. Nobody is known without an address. */
    isFirst: (on: Database, { email }: CouponPerson): Promise<boolean> =>
      store.isFirst(on, siteId, { email, until: now(), except: [] }),

    /** Uses a code. The coupon is locked and counted: of many at once no more succeed than its limit. */
    async use(tx: Database, { code: typed, couponId, orderId, bookingIds, person, actor, ...sums }: CouponUse) {
      const found = await read(tx, typed, person, true);
      if (found?.coupon.id !== couponId) return { code: "COUPON_STOPPED" } satisfies Refused;
      const { coupon, refused } = found;
      if (refused) return refused;
      const at = now();
      // Somebody may have ordered in several browsers at once.
      const own = { email: person.email, until: at, except: bookingIds };
      if (coupon.rule.firstBookingOnly && !(await store.isFirst(tx, siteId, own))) {
        return { code: "COUPON_FIRST_BOOKING_ONLY" } satisfies Refused;
      }
      await store.insertRedemption(tx, {
        ...{ siteId, id: newId(), couponId, code: typed, orderId, createdDate: at, ...sums },
        ...{ email: person.email, phone: person.phone, actor: { kind: actor.kind, id: actor.id } },
      });
      await store.countUse(tx, siteId, typed, 1);
      await store.update(tx, coupon, { used: coupon.used + 1 }, at);
      const body = { couponId, orderId, discount: sums.discount };
      await recordChange(tx, {
        ...{ siteId, at, entity: "coupon", entityId: couponId },
        audit: { actor, action: "coupon.redeem", after: { code: typed, orderId, discount: sums.discount } },
        event: { slug: "used", sequence: coupon.revision + 1, body },
      });
      return undefined;
    },

    /** The uses of an order that were taken back, for money that comes late. */
    released: (tx: Database, orderId: string) => store.releasedOfOrder(tx, siteId, orderId),

    /** Takes back the uses of an order that was not paid: codes and limits are free again. */
    async release(tx: Database, orderId: string, actor: Actor): Promise<void> {
      for (const { id, couponId, code, discount } of await store.ofOrder(tx, siteId, orderId)) {
        const at = now();
        const coupon = await store.lock(tx, siteId, couponId);
        if (!coupon || !(await store.releaseRedemption(tx, siteId, id, at))) continue;
        await store.countUse(tx, siteId, code, -1);
        await store.update(tx, coupon, { used: coupon.used - 1 }, at);
        await recordChange(tx, {
          ...{ siteId, at, entity: "coupon", entityId: couponId },
          audit: { actor, action: "coupon.release", before: { code, orderId, discount } },
          event: { slug: "released", sequence: coupon.revision + 1, body: { couponId, orderId, discount } },
        });
      }
    },
  };
}
