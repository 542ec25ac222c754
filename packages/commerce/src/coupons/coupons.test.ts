import type { Client } from "@uola/client";
import type { CouponRule } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: Client;
let desk: Client;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
  desk = gym.as((await gym.member({ role: "desk" })).token);
  service = await gym.service({ name: "Įvadas į boulderingą" });
});
afterAll(() => gym.close());

const ten: CouponRule = {
  kind: "PERCENT",
  percent: 10,
  serviceIds: [],
  weekdays: [],
  firstBookingOnly: false,
  stacking: "WITH_OTHERS",
};
let made = 0;
const create = async (rule: Partial<CouponRule> = {}, more: { totalLimit?: number; code?: string } = {}) => {
  made++;
  const input = { name: `Kodas ${made}`, code: `KODAS${made}`, rule: { ...ten, ...rule }, ...more };
  return (await owner.coupons.create(input)).coupon;
};
async function book(email = `${newId()}@example.lt`, more: { phone?: string; people?: number } = {}) {
  const slot = { sessionId: await gym.session({ service }), serviceId: service.id, scheduleId: service.scheduleId };
  const { booking } = await owner.bookings.create({
    booking: {
      bookedEntity: { slot },
      totalParticipants: more.people ?? 1,
      selectedPaymentOption: "OFFLINE",
      contactDetails: { firstName: "Ona", email, ...(more.phone && { phone: more.phone }) },
    },
  });
  return booking.id;
}
const redeem = async (code: string, bookingId: string) => (await desk.coupons.redeem({ code, bookingId })).redemption;

describe("coupons at the desk", () => {
  test("a coupon code is checked and used for a booking, and recorded in the booking's history", async () => {
    const coupon = await create();
    const bookingId = await book(undefined, { people: 3 });
    const asked = { code: ` ${coupon.code?.toLowerCase()} `, bookingId };
    const { quote } = await desk.coupons.check(asked);
    expect(quote).toMatchObject({ couponId: coupon.id, price: 7500, discount: 750, toPay: 6750 });
    const redemption = await redeem(asked.code, bookingId);
    expect(redemption).toMatchObject({
      couponName: coupon.name,
      code: coupon.code,
      price: 7500,
      discount: 750,
      firstBooking: true,
      serviceName: "Įvadas į boulderingą",
      actor: { kind: "member" },
    });
    expect((await desk.coupons.ofBooking({ bookingId })).redemptions).toEqual([redemption]);
    const audited = gym.db.selectFrom("audit").select("action").where("entityId", "=", bookingId).orderBy("id");
    expect((await audited.execute()).at(-1)?.action).toBe("booking.coupon");
    await expect(redeem(asked.code, bookingId)).rejects.toMatchObject({ code: "COUPON_USED_FOR_BOOKING" });
  });

  test("a second coupon applies to the remaining price, unless one of them cannot be combined", async () => {
    const [half, alone] = [await create({ percent: 50 }), await create({ stacking: "ALONE" })];
    const bookingId = await book();
    await redeem(half.code as string, bookingId);
    expect(await redeem((await create()).code as string, bookingId)).toMatchObject({ price: 1250, discount: 125 });
    await expect(redeem(alone.code as string, bookingId)).rejects.toMatchObject({ code: "COUPON_STANDS_ALONE" });
  });

  test("enforces coupon limits per person and per family, and coupons for first bookings only", async () => {
    const coupon = await create({ perPerson: 1, perFamily: 2 });
    const code = coupon.code as string;
    const [mother, father] = [`${newId()}@example.lt`, `${newId()}@example.lt`];
    const phone = { phone: "8 612 34567" };
    await redeem(code, await book(mother, phone));
    await expect(redeem(code, await book(mother))).rejects.toMatchObject({ code: "COUPON_PERSON_LIMIT" });
    await redeem(code, await book(father, phone));
    const child = book(undefined, phone);
    await expect(redeem(code, await child)).rejects.toMatchObject({ code: "COUPON_FAMILY_LIMIT" });
    const newcomers = await create({ firstBookingOnly: true });
    const again = redeem(newcomers.code as string, await book(mother));
    await expect(again).rejects.toMatchObject({ code: "COUPON_FIRST_BOOKING_ONLY" });
  });

  test("releasing a coupon use is idempotent, and the code can be used again afterwards", async () => {
    const coupon = await create({}, { totalLimit: 1 });
    const [first, second] = [await book(), await book()];
    const { id: redemptionId } = await redeem(coupon.code as string, first);
    await expect(redeem(coupon.code as string, second)).rejects.toMatchObject({ code: "COUPON_USED_UP" });
    await desk.coupons.release({ redemptionId });
    await desk.coupons.release({ redemptionId });
    expect(await redeem(coupon.code as string, second)).toMatchObject({ discount: 250 });
    expect((await owner.coupons.report({ couponId: coupon.id })).coupon).toMatchObject({ used: 1, discount: 250 });
    await expect(desk.coupons.release({ redemptionId: newId() })).rejects.toMatchObject({
      code: "REDEMPTION_NOT_FOUND",
    });
  });

  test("reports why a coupon does not apply to a booking", async () => {
    const bookingId = await book();
    const refused = async (rule: Partial<CouponRule>) => {
      const { code } = await create(rule);
      return desk.coupons.check({ code: code as string, bookingId }).catch((error) => error.code);
    };
    expect(await refused({ validUntil: "2026-08-31" })).toBe("COUPON_ENDED");
    expect(await refused({ serviceIds: [newId()] })).toBe("COUPON_NOT_FOR_SERVICE");
    // The session is on Thursday at 12:00 in the gym's time zone.
    expect(await refused({ weekdays: [4], timeFrom: "12:00", timeUntil: "12:00" })).toMatchObject({ quote: {} });
    expect(await refused({ timeUntil: "11:59" })).toBe("COUPON_NOT_AT_THIS_TIME");
    await expect(desk.coupons.check({ code: "NERA-TOKIO", bookingId })).rejects.toMatchObject({
      code: "COUPON_NOT_FOUND",
    });
    const { code } = await create();
    const nowhere = desk.coupons.check({ code: code as string, bookingId: newId() });
    await expect(nowhere).rejects.toMatchObject({ code: "BOOKING_NOT_FOUND" });
  });

  test("limits wrong coupon codes to thirty per person in ten minutes, even when sent concurrently", async () => {
    const guesser = gym.as((await gym.member({ role: "desk" })).token);
    const bookingId = await book();
    const tries = Array.from({ length: 40 }, (_, index) =>
      guesser.coupons.check({ code: `SPEJU${index}`, bookingId }).catch((error) => error.code),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((each) => each === "COUPON_NOT_FOUND")).toHaveLength(30);
    expect(codes.filter((each) => each === "TOO_MANY_GUESSES")).toHaveLength(10);
  });
});

describe("coupons of the owner", () => {
  test("the owner changes, stops, archives and deletes coupons, but cannot delete a used one", async () => {
    const coupon = await create();
    const seen = { couponId: coupon.id, revision: coupon.revision };
    const changed = { name: "Rudenį", rule: { ...ten, percent: 20 }, code: "RUDUO20", totalLimit: 5 };
    const updated = (await owner.coupons.update({ ...seen, ...changed })).coupon;
    expect(updated).toMatchObject({ name: "Rudenį", code: "RUDUO20", totalLimit: 5, state: "ACTIVE" });
    await expect(owner.coupons.update({ ...seen, ...changed })).rejects.toMatchObject({ code: "REVISION_MISMATCH" });
    await redeem("RUDUO20", await book());
    const fresh = async () => {
      const { revision } = (await owner.coupons.report({ couponId: coupon.id })).coupon;
      return { couponId: coupon.id, revision };
    };
    const stopped = await owner.coupons.setStopped({ ...(await fresh()), stopped: true });
    expect(stopped.coupon.state).toBe("STOPPED");
    await expect(redeem("RUDUO20", await book())).rejects.toMatchObject({ code: "COUPON_STOPPED" });
    await owner.coupons.setArchived({ ...(await fresh()), archived: true });
    expect((await owner.coupons.query({ archived: true })).coupons.map(({ id }) => id)).toEqual([coupon.id]);
    await expect(owner.coupons.remove(await fresh())).rejects.toMatchObject({ code: "COUPON_WAS_USED" });
    await redeem((await create()).code as string, await book());
    const unused = await create();
    await owner.coupons.remove({ couponId: unused.id, revision: unused.revision });
    await expect(owner.coupons.report({ couponId: unused.id })).rejects.toMatchObject({ code: "COUPON_NOT_FOUND" });
  });

  test("rejects a duplicate coupon code, a limit below the number of uses and a contradictory rule", async () => {
    const coupon = await create({}, { totalLimit: 3 });
    const taken = owner.coupons.create({ name: "Antras", code: coupon.code as string, rule: ten });
    await expect(taken).rejects.toMatchObject({ code: "CODE_TAKEN" });
    await redeem(coupon.code as string, await book());
    await redeem(coupon.code as string, await book());
    const { revision } = (await owner.coupons.report({ couponId: coupon.id })).coupon;
    const less = owner.coupons.update({
      couponId: coupon.id,
      revision,
      name: coupon.name,
      rule: ten,
      code: coupon.code,
      totalLimit: 1,
    });
    await expect(less).rejects.toMatchObject({ code: "LIMIT_BELOW_USES", data: { used: 2 } });
    const wrong = owner.coupons.create({ name: "Klaida", rule: { ...ten, percent: null } });
    await expect(wrong).rejects.toMatchObject({ kind: "validation", fieldViolations: [{ field: "rule.percent" }] });
  });

  test("generates fifty thousand coupon codes at once, each for a single use", async () => {
    const { coupon } = await owner.coupons.create({ name: "Mokykloms", rule: ten });
    const { added } = await owner.coupons.addCodes({ couponId: coupon.id, prefix: "mokykla", count: 50_000 });
    expect(added).toBe(50_000);
    const lines = (await (await owner.coupons.codes({ couponId: coupon.id })).text()).trim().split("\r\n");
    expect(lines).toHaveLength(50_001);
    expect(new Set(lines).size).toBe(50_001);
    const code = lines[1]?.split(";")[0] as string;
    expect(code).toMatch(/^MOKYKLA-\w{8}$/);
    await redeem(code, await book());
    await expect(redeem(code, await book())).rejects.toMatchObject({ code: "COUPON_USED_UP" });
  });

  test("imports coupon codes and reports the skipped lines", async () => {
    const { coupon } = await owner.coupons.create({ name: "Iš partnerio", rule: ten });
    const other = await create();
    const text = `kodas\nPARTNERIS-1\npartneris-2;x\nPARTNERIS-1\n${other.code}\n?\n`;
    expect(await owner.coupons.importCodes({ couponId: coupon.id, text })).toEqual({
      added: 2,
      conflicts: [
        { line: 4, code: "PARTNERIS-1", reason: "TWICE" },
        { line: 5, code: other.code, reason: "TAKEN" },
        { line: 6, code: "?", reason: "INVALID" },
      ],
    });
    await redeem("partneris-2", await book());
  });

  test("the coupon report totals match the individual uses", async () => {
    const coupon = await create();
    for (const people of [1, 2]) await redeem(coupon.code as string, await book(undefined, { people }));
    const report = await owner.coupons.report({ couponId: coupon.id });
    const sums = { uses: 2, discount: 750, income: 6750 };
    expect(report).toMatchObject({
      coupon: { used: 2, discount: 750, income: 6750, newPeople: 2 },
      days: [{ day: "2026-09-01", ...sums }],
      services: [{ serviceId: service.id, name: "Įvadas į boulderingą", ...sums }],
    });
    const first = await owner.coupons.redemptions({ couponId: coupon.id, limit: 1 });
    const cursor = first.pagingMetadata.cursors?.next ?? "";
    const second = await owner.coupons.redemptions({ couponId: coupon.id, cursor });
    expect([...first.redemptions, ...second.redemptions].map(({ price }) => price).sort()).toEqual([2500, 5000]);
  });

  test("trying a coupon rule uses the same calculation as a real booking", async () => {
    const cart = { lines: [{ serviceId: service.id, price: 25_200 }], firstBooking: true };
    expect(await owner.coupons.try({ rule: ten, ...cart })).toEqual({
      price: 25_200,
      discount: 2520,
      discounts: [2520],
    });
    const rule = { ...ten, minimum: 30_000 };
    await expect(owner.coupons.try({ rule, ...cart })).rejects.toMatchObject({ code: "COUPON_BELOW_MINIMUM" });
  });
});
