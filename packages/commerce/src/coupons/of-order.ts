import type { CouponRule } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, recordChange } from "@uola/kernel";
import { limitReached, type Refused } from "./rules.ts";
import * as store from "./store.ts";

/** A person using a coupon: email address and normalized phone number. */
export type CouponPerson = { email: string | null; phone: string | null };

/** A code with its coupon in the current state. */
export type CouponOfCode = {
  code: string;
  couponId: string;
  name: string;
  rule: CouponRule;
  /** The reason the coupon may not be used, regardless of the purchase. */
  refused: Refused | undefined;
};

export type CouponShare = { serviceId: string; price: number; discount: number };

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "couponRedemption.shares": CouponShare[];
  }
}

/** The use of a coupon in an order. */
export type CouponUse = {
  code: string;
  couponId: string;
  orderId: string;
  /** The bookings of this order, which are excluded when looking for earlier bookings. */
  bookingIds: readonly string[];
  price: number;
  discount: number;
  firstBooking: boolean;
  /** Set if the coupon applies to a single service only. */
  serviceId: string | null;
  /**
   * The discount per service, on a price that other coupons may have reduced already. Null if the
   * whole discount belongs to `serviceId`.
   */
  shares: CouponShare[] | null;
  person: CouponPerson;
  actor: Actor;
};

export type OrderCoupons = ReturnType<typeof createOrderCoupons>;

/**
 * Coupons in orders: used in the transaction that places the order, released if the order is not
 * paid.
 */
export function createOrderCoupons({ siteId, now }: Pick<Context, "siteId" | "now">) {
  async function read(on: Database, typed: string, person: CouponPerson, locks: boolean) {
    const first = await store.code(on, siteId, typed);
    const coupon = first && (await (locks ? store.lock : store.find)(on, siteId, first.couponId));
    // Reads the code again now that the coupon is locked, so that a concurrent use of it is seen.
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

    /** Reads a code for a person. Undefined if its coupon was deleted. */
    async read(on: Database, typed: string, person: CouponPerson): Promise<CouponOfCode | undefined> {
      const found = await read(on, typed, person, false);
      if (!found) return undefined;
      const { coupon, code, refused } = found;
      return { code: code.code, couponId: coupon.id, name: coupon.name, rule: coupon.rule, refused };
    },

    /**
     * Whether the person has no earlier valid booking. A person without an email address cannot be
     * identified.
     */
    isFirst: (on: Database, { email }: CouponPerson): Promise<boolean> =>
      store.isFirst(on, siteId, { email, until: now(), except: [] }),

    /**
     * Uses a code. The coupon is locked while its uses are counted, so concurrent uses cannot
     * exceed its limit.
     */
    async use(tx: Database, { code: typed, couponId, orderId, bookingIds, person, actor, ...sums }: CouponUse) {
      const found = await read(tx, typed, person, true);
      if (found?.coupon.id !== couponId) return { code: "COUPON_STOPPED" } satisfies Refused;
      const { coupon, refused } = found;
      if (refused) return refused;
      const at = now();
      // The same person may have ordered in several browsers at once.
      const own = { email: person.email, until: at, except: bookingIds };
      if (coupon.rule.firstBookingOnly && !(await store.isFirst(tx, siteId, own))) {
        return { code: "COUPON_FIRST_BOOKING_ONLY" } satisfies Refused;
      }
      await store.insertRedemption(tx, {
        siteId,
        id: newId(),
        couponId,
        code: typed,
        orderId,
        createdDate: at,
        ...sums,
        email: person.email,
        phone: person.phone,
        actor: { kind: actor.kind, id: actor.id },
      });
      await store.countUse(tx, siteId, typed, 1);
      await store.update(tx, coupon, { used: coupon.used + 1 }, at);
      const body = { couponId, orderId, discount: sums.discount };
      await recordChange(tx, {
        siteId,
        at,
        entity: "coupon",
        entityId: couponId,
        audit: { actor, action: "coupon.redeem", after: { code: typed, orderId, discount: sums.discount } },
        event: { slug: "used", sequence: coupon.revision + 1, body },
      });
      return undefined;
    },

    /** Returns the released uses of an order, for a payment that arrives late. */
    released: (tx: Database, orderId: string) => store.releasedOfOrder(tx, siteId, orderId),

    /** Releases the coupon uses of an unpaid order, so that codes and limits are available again. */
    async release(tx: Database, orderId: string, actor: Actor): Promise<void> {
      for (const { id, couponId, code, discount } of await store.ofOrder(tx, siteId, orderId)) {
        const at = now();
        const coupon = await store.lock(tx, siteId, couponId);
        if (!coupon || !(await store.releaseRedemption(tx, siteId, id, at))) continue;
        await store.countUse(tx, siteId, code, -1);
        await store.update(tx, coupon, { used: coupon.used - 1 }, at);
        await recordChange(tx, {
          siteId,
          at,
          entity: "coupon",
          entityId: couponId,
          audit: { actor, action: "coupon.release", before: { code, orderId, discount } },
          event: { slug: "released", sequence: coupon.revision + 1, body: { couponId, orderId, discount } },
        });
      }
    },
  };
}
