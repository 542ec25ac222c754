import { dateOf, readServices } from "@uola/booking";
import type { contract, Service } from "@uola/contract";
import { personPrices, totalCents } from "@uola/contract/booking-price";
import { required } from "@uola/contract/required";
import { type Database, newId } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal, recordChange, transact } from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";
import { refuseIfSoldByOrder } from "../desk/desk.ts";
import { sumOf } from "../money/money.ts";
import { lineOf } from "./lines.ts";
import { discountOf, limitReached, type Refused, readCouponCode, stackingRefused } from "./rules.ts";
import * as store from "./store.ts";
import { toRedemption } from "./to-coupon.ts";

/** Maximum number of unknown codes that one person may try in ten minutes. */
const guesses = { per: 600, atMost: 30 };

/** Front desk handlers for a customer's code: check the code for a booking, use it, release the use. */
export function deskHandlers(
  context: Context,
): Handlers<Pick<typeof contract.coupons, "check" | "redeem" | "release" | "ofBooking">> {
  const { db, siteId, now, accounts } = context;

  const notFound = () => new Refusal("COUPON_NOT_FOUND", "No coupon has this code.", 404);
  const refuse = (refused: Refused | undefined) => {
    if (refused) throw new Refusal(refused.code, `The coupon does not apply: ${refused.code}.`, 409, refused.data);
  };

  /**
   * Returns the code as stored. An attempt is counted before the lookup, so that concurrent
   * attempts are limited too.
   */
  async function known(typed: string, caller: Caller): Promise<string> {
    const letters = readCouponCode(typed);
    if (!letters) throw notFound();
    // The owner can read all codes, so only the attempts of other people are counted.
    const isCounted = caller.role !== "owner";
    const count = (by: number) => accounts.limits.count("coupon guesses", caller.id, { per: guesses.per, by });
    if (isCounted && (await count(1)) > guesses.atMost) {
      const minutes = guesses.per / 60;
      throw new Refusal("TOO_MANY_GUESSES", "Too many codes were wrong. Try again later.", 429, { minutes });
    }
    const found = await store.code(db, siteId, letters);
    if (!found) throw notFound();
    if (isCounted) await count(-1);
    return found.code;
  }

  /**
   * Returns the service of a booking with its current price. Reads it before the transaction,
   * because a transaction has only one connection.
   */
  async function offeredIn(bookingId: string): Promise<Service> {
    const booking = await store.booking(db, siteId, bookingId, false);
    if (!booking) throw new Refusal("BOOKING_NOT_FOUND", `There is no booking ${bookingId}.`, 404);
    const service = (await readServices(context, { ids: [booking.serviceId] })).get(booking.serviceId);
    if (!service) throw new Refusal("BOOKING_HAS_NO_PRICE", "Its service is not there any more.");
    return service;
  }

  /**
   * Checks all rules and calculates the discount of a code for a booking. With `locks`, locks the
   * rows that the result depends on.
   */
  async function quote(tx: Database, typed: string, bookingId: string, service: Service, locks: boolean) {
    const booking = await store.booking(tx, siteId, bookingId, locks);
    if (!booking) throw new Refusal("BOOKING_NOT_FOUND", `There is no booking ${bookingId}.`, 404);
    await refuseIfSoldByOrder(tx, siteId, bookingId);
    const code = await store.code(tx, siteId, typed);
    if (!code) throw notFound();
    const coupon = await (locks ? store.lock : store.find)(tx, siteId, code.couponId);
    if (!coupon) throw notFound();
    const { totalParticipants, startDate } = booking;
    const participantsChoices = booking.participantsChoices;
    const participants = booking.participants;
    const { schedule } = booking.bookedEntity;
    const counts = { totalParticipants, participantsChoices, participants, startDate, lessons: schedule?.lessons };
    const total = totalCents(service, counts);
    if (!total) throw new Refusal("BOOKING_HAS_NO_PRICE", "Its price is a text only.");
    const others = await store.ofBooking(tx, siteId, bookingId);
    refuse(
      stackingRefused(
        stacked(coupon.id, coupon.rule),
        others.map((each) => stacked(each.couponId, each.rule)),
      ),
    );
    const used = await store.uses(tx, siteId, coupon.id, booking);
    refuse(limitReached(coupon, { total: coupon.used, ...used }));
    // Reads the code again now that the coupon is locked, so that a concurrent use of it is seen.
    const again = locks ? await store.code(tx, siteId, typed) : code;
    if (again?.once && again.used > 0) refuse({ code: "COUPON_USED_UP" });
    const timeZone = await store.timeZone(tx, siteId);
    const firstBooking = await store.isFirst(tx, siteId, {
      email: booking.email,
      until: booking.createdDate,
      except: [bookingId],
    });
    const price = total.cents - sumOf(others.map(({ discount }) => discount));
    const { serviceId } = booking;
    const each = personPrices(service, counts)?.map(({ cents }) => cents);
    const lines = [lineOf({ serviceId, price, quantity: totalParticipants, each, startDate }, timeZone)];
    const decided = discountOf(coupon.rule, { lines, today: dateOf(now(), timeZone), firstBooking });
    if ("code" in decided) throw refuse(decided);
    return { booking, coupon, price, discount: sumOf(decided.discounts), firstBooking };
  }

  async function toRedemptions(rows: readonly store.RedemptionRow[]) {
    const names = await namesOf(
      db,
      siteId,
      rows.map(({ actor }) => actorOf(actor)),
    );
    return rows.map((row) => toRedemption(row, names));
  }
  async function redemption(id: string) {
    const row = await store.redemption(db, siteId, id);
    if (!row) throw new Refusal("REDEMPTION_NOT_FOUND", `There is no use ${id}.`, 404);
    return row;
  }
  const answer = async (id: string) => {
    const [shown] = await toRedemptions([await redemption(id)]);
    return { redemption: required(shown, "redemption") };
  };

  return {
    async check({ code, bookingId }, { caller }) {
      const typed = await known(code, caller);
      const service = await offeredIn(bookingId);
      const { coupon, price, discount } = await quote(db, typed, bookingId, service, false);
      const { id: couponId, name, rule } = coupon;
      return { quote: { couponId, name, thing: rule.thing ?? null, price, discount, toPay: price - discount } };
    },

    async redeem({ code, bookingId }, { caller }) {
      const typed = await known(code, caller);
      const service = await offeredIn(bookingId);
      const id = newId();
      const at = now();
      const { kind, id: callerId } = caller;
      // If the coupon cannot be used, rejects the request here, without waiting for locks held by
      // other requests.
      await quote(db, typed, bookingId, service, false);
      await transact(context, async (tx) => {
        const { booking, coupon, price, discount, firstBooking } = await quote(tx, typed, bookingId, service, true);
        await store.insertRedemption(tx, {
          siteId,
          id,
          couponId: coupon.id,
          code: typed,
          bookingId,
          serviceId: booking.serviceId,
          email: booking.email,
          phone: booking.phone,
          price,
          discount,
          firstBooking,
          createdDate: at,
          actor: { kind, id: callerId },
        });
        await store.countUse(tx, siteId, typed, 1);
        await store.update(tx, coupon, { used: coupon.used + 1 }, at);
        const used = { coupon: coupon.name, code: typed, discount };
        const event = {
          slug: "used",
          sequence: coupon.revision + 1,
          body: { couponId: coupon.id, bookingId, discount },
        };
        await recordChange(tx, {
          siteId,
          at,
          entity: "coupon",
          entityId: coupon.id,
          event,
          audit: { actor: caller, action: "coupon.redeem", after: { code: typed, bookingId, discount } },
        });
        await recordChange(tx, {
          siteId,
          at,
          entity: "booking",
          entityId: bookingId,
          audit: { actor: caller, action: "booking.coupon", after: used },
        });
      });
      return answer(id);
    },

    async release({ redemptionId }, { caller }) {
      const { couponId, bookingId, code, discount } = await redemption(redemptionId);
      // A use in an order is released together with the order.
      if (!bookingId) throw new Refusal("REDEMPTION_NOT_FOUND", `${redemptionId} is the use of an order.`, 404);
      await transact(context, async (tx) => {
        const at = now();
        const coupon = await store.lock(tx, siteId, couponId);
        if (!coupon || !(await store.releaseRedemption(tx, siteId, redemptionId, at))) return;
        await store.countUse(tx, siteId, code, -1);
        await store.update(tx, coupon, { used: coupon.used - 1 }, at);
        const event = { slug: "released", sequence: coupon.revision + 1, body: { couponId, bookingId, discount } };
        await recordChange(tx, {
          siteId,
          at,
          entity: "coupon",
          entityId: couponId,
          event,
          audit: { actor: caller, action: "coupon.release", before: { code, bookingId, discount } },
        });
        await recordChange(tx, {
          siteId,
          at,
          entity: "booking",
          entityId: bookingId,
          audit: { actor: caller, action: "booking.couponReleased", before: { coupon: coupon.name, code, discount } },
        });
      });
      return answer(redemptionId);
    },

    ofBooking: async ({ bookingId }) => ({
      redemptions: await toRedemptions(await store.ofBooking(db, siteId, bookingId)),
    }),
  };
}

function stacked(couponId: string, { stacking, stacksWith }: store.CouponRow["rule"]) {
  return { couponId, stacking, stacksWith };
}
