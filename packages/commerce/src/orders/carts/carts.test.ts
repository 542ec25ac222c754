import type { Client } from "@uola/client";
import type { Participant } from "@uola/contract";
import { newId } from "@uola/database";
import { visitorSignedIn } from "@uola/members";
import { solveCaptcha } from "@uola/members/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { crashingBefore } from "../../crash-simulation.testing.ts";
import { createTestGym, partsOn, seller, type TestGym, visitor as visitorsCall } from "../../testing.ts";
import { place, processOn } from "../orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
type Sold = { id: string; scheduleId: string };
let service: Sold;
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
  service = await gym.service();
  await gym.api.background.drain("business: follow the lists");
});
beforeEach(() => {
  visitor = gym.as(gym.visitor());
});
afterAll(() => gym.close());

const detail = (sessionId: string, totalParticipants = 1, participants: Participant[] = [], sold = service) => ({
  slot: { sessionId, serviceId: sold.id, scheduleId: sold.scheduleId },
  totalParticipants,
  participants,
});
const heldOf = async (id: string) =>
  (await gym.db.selectFrom("places").select("held").where("id", "=", id).executeTakeFirst())?.held;
const priceList = async (items: Record<string, unknown>[]) => {
  for (const { _id, ...data } of items) {
    await owner.items.save({ dataCollectionId: "Prices", dataItem: { id: String(_id), data: data as never } });
  }
};

describe("a cart", () => {
  test("names places in English if the service is translated", async () => {
    const named = await gym.service({
      extendedFields: { namespaces: { "uola.translations": { en: { name: "Intro" } } } },
    });
    await visitor.carts.add({ booking: detail(await gym.session({ service: named }), 1, [], named) });
    await visitor.carts.add({ booking: detail(await gym.session({ service })) });
    const { cart } = await visitor.carts.get({});
    expect(cart.lines.map(({ name }) => name)).toEqual(["Įvadas į boulderingą", "Įvadas į boulderingą"]);
    await owner.documents.setSeller(seller);
    const { order } = await place(visitor, "AT_DESK", { language: "en" });
    expect(order.lines.map(({ name }) => name)).toEqual(["Intro", "Įvadas į boulderingą"]);
  });

  test("shows places, vouchers, goods and donations at the gym's prices", async () => {
    await priceList([{ _id: "shoes", name: "Bateliai", price: 3.5 }]);
    const sessionId = await gym.session({ service });
    await visitor.carts.add({ booking: detail(sessionId, 2) });
    await visitor.carts.add({ goods: { priceId: "shoes", quantity: 2 } });
    await visitor.carts.add({ voucher: { face: 5000, design: "TAPE", language: "lt", greeting: "Lipk!" } });
    const { cart } = await visitor.carts.add({ donation: { amount: 1000, project: "north-2024" } });
    expect(cart).toMatchObject({
      gross: 11_700,
      discount: 0,
      total: 11_700,
      toPay: 11_700,
      orderable: true,
      renewable: true,
      lines: [
        { kind: "BOOKING", name: "Įvadas į boulderingą", quantity: 2, unitPrice: 2500, total: 5000, vatRate: 2100 },
        { kind: "GOODS", name: "Bateliai", quantity: 2, unitPrice: 350, total: 700, vatRate: 2100 },
        { kind: "VOUCHER", total: 5000, vatRate: null, voucher: { greeting: "Lipk!" } },
        { kind: "DONATION", total: 1000, vatRate: null },
      ],
      vat: [
        { rate: 2100, gross: 5700, net: 4711, vat: 989 },
        { rate: null, gross: 6000, net: 6000, vat: 0 },
      ],
    });
    expect(cart.deadline).toEqual(new Date(gym.clock.now.getTime() + 600_000));
    expect(await heldOf(sessionId)).toBe(2);
    expect((await visitor.carts.get({})).cart).toEqual(cart);
  });

  test("a cart accepts a hold of its own holder and rejects that of another visitor", async () => {
    const sessionId = await gym.session({ service });
    const { slot } = detail(sessionId);
    const { hold } = await visitor.holds.create({ slot, totalParticipants: 1 });
    const stranger = gym.as(gym.visitor());
    await expect(stranger.carts.add({ booking: detail(sessionId), holdId: hold.id })).rejects.toMatchObject({
      code: "HOLD_NOT_FOUND",
    });
    const { cart } = await visitor.carts.add({ booking: detail(sessionId, 3), holdId: hold.id });
    expect(cart.lines).toMatchObject([{ quantity: 3, holdExpiresDate: hold.expiresDate }]);
    expect(await heldOf(sessionId)).toBe(3);
  });

  test("a retried add-to-cart request adds nothing", async () => {
    await priceList([{ _id: "shoes", name: "Bateliai", price: 3.5 }]);
    const goods = { goods: { priceId: "shoes", quantity: 1 } };
    const voucher = { voucher: { face: 5000, design: "TAPE" as const, language: "lt" as const } };
    const booking = { booking: detail(await gym.session({ service })) };
    for (const [key, what] of Object.entries({ goods, voucher, booking, more: goods })) {
      const [first, again] = [
        await visitor.carts.add(what, { idempotencyKey: key }),
        await visitor.carts.add(what, { idempotencyKey: key }),
      ];
      expect(again).toEqual(first);
    }
    const { cart } = await visitor.carts.get({});
    expect(cart.lines.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ["GOODS", 2],
      ["VOUCHER", 1],
      ["BOOKING", 1],
    ]);
  });

  test("merges the same item for the same people into one line, and adds a line for other people", async () => {
    const sessionId = await gym.session({ service });
    const [ona, jonas] = [{ firstName: "Ona" }, { firstName: "Jonas" }];
    await visitor.carts.add({ booking: detail(sessionId, 1, [ona]) });
    await visitor.carts.add({ booking: detail(sessionId, 1, [ona]) });
    const { cart } = await visitor.carts.add({ booking: detail(sessionId, 1, [jonas]) });
    expect(cart.lines).toHaveLength(2);
    expect(await heldOf(sessionId)).toBe(2);
  });

  test("adding the same places from several tabs at once makes one line with one hold", async () => {
    const sessionId = await gym.session({ service });
    await Promise.all([1, 2, 3].map(() => visitor.carts.add({ booking: detail(sessionId) })));
    expect((await visitor.carts.get({})).cart.lines).toHaveLength(1);
    expect(await heldOf(sessionId)).toBe(1);
  });

  test("holds more places when people are added to a line, and releases them with the line", async () => {
    const sessionId = await gym.session({ service, capacity: 3 });
    const { lineId } = await visitor.carts.add({ booking: detail(sessionId) });
    const participants = [{ firstName: "Ona" }, { firstName: "Jonas" }];
    const { cart } = await visitor.carts.change({ lineId, booking: detail(sessionId, 2, participants) });
    expect(cart).toMatchObject({ toPay: 5000, lines: [{ booking: { participants } }] });
    await expect(visitor.carts.change({ lineId, booking: detail(sessionId, 4) })).rejects.toMatchObject({
      code: "SESSION_CAPACITY_EXCEEDED",
    });
    expect((await visitor.carts.remove({ lineId })).cart).toMatchObject({ lines: [], orderable: false });
    expect(await heldOf(sessionId)).toBe(0);
  });

  test("holds eight lessons for two children and renews all holds together", async () => {
    const children = [{ firstName: "Elzė" }, { firstName: "Jonas" }];
    for (let lesson = 1; lesson <= 8; lesson++) {
      await visitor.carts.add({ booking: detail(await gym.session({ service, inHours: 24 * lesson }), 2, children) });
    }
    const { cart } = await visitor.carts.renew({});
    const deadline = new Date(gym.clock.now.getTime() + 600_000);
    expect(cart).toMatchObject({ toPay: 40_000, deadline, renewable: false, orderable: true });
    expect(cart.lines.map(({ holdExpiresDate }) => holdExpiresDate)).toEqual(Array(8).fill(deadline));
    const ninth = detail(await gym.session({ service }), 5);
    await expect(visitor.carts.add({ booking: ninth })).rejects.toMatchObject({ code: "TOO_MANY_HOLDS" });
  });

  test("a line reports that its hold has ended, and blocks the order only if the places are taken", async () => {
    const before = gym.clock.now;
    const sessionId = await gym.session({ service, capacity: 1 });
    await visitor.carts.add({ booking: detail(sessionId) });
    gym.clock.now = new Date(before.getTime() + 601_000);
    const { cart: ended } = await visitor.carts.get({});
    expect(ended).toMatchObject({ orderable: true, lines: [{ problem: { code: "HOLD_ENDED", blocks: false } }] });
    await gym.api.background.drain("holds: give back late ones");
    const other = gym.as(gym.visitor());
    await other.carts.add({ booking: detail(sessionId) });
    const { cart: sold } = await visitor.carts.get({});
    expect(sold).toMatchObject({ orderable: false, lines: [{ problem: { code: "SOLD_OUT", blocks: true, left: 0 } }] });
    gym.clock.now = before;
  });

  test("releases the places of a crashed process when their hold ends", async () => {
    const before = gym.clock.now;
    const sessionId = await gym.session({ service, capacity: 1 });
    const call = visitorsCall();
    for (let statement = 1; (await heldOf(sessionId)) !== 1; statement++) {
      const connection = { ...gym.connection, db: crashingBefore(gym.db, statement) };
      const { carts } = processOn({ ...gym, connection }).commerce.handlers;
      await carts.add({ booking: detail(sessionId) }, call).catch(() => undefined);
    }
    // The hold is committed, but its line is not.
    expect((await processOn(gym).commerce.handlers.carts.get({}, call)).cart.lines).toEqual([]);
    const other = gym.as(gym.visitor());
    await expect(other.carts.add({ booking: detail(sessionId) })).rejects.toMatchObject({
      code: "SESSION_CAPACITY_EXCEEDED",
    });
    gym.clock.now = new Date(before.getTime() + 601_000);
    await gym.api.background.drain("holds: give back late ones");
    expect(await heldOf(sessionId)).toBe(0);
    await other.carts.add({ booking: detail(sessionId) });
    gym.clock.now = before;
  });

  test("one renewal extends all holds and renews those that have ended", async () => {
    const before = gym.clock.now;
    const [first, second] = [await gym.session({ service }), await gym.session({ service, inHours: 50 })];
    await visitor.carts.add({ booking: detail(first) });
    gym.clock.now = new Date(before.getTime() + 300_000);
    await visitor.carts.add({ booking: detail(second) });
    const { cart } = await visitor.carts.renew({});
    expect(cart.deadline).toEqual(new Date(gym.clock.now.getTime() + 600_000));
    expect(cart.renewable).toBe(false);
    gym.clock.now = before;
  });

  test("reports a changed price together with the earlier one", async () => {
    await priceList([{ _id: "chalk", name: "Magnezija", price: 4 }]);
    await visitor.carts.add({ goods: { priceId: "chalk", quantity: 1 } });
    await priceList([{ _id: "chalk", name: "Magnezija", price: 5 }]);
    const { cart } = await visitor.carts.get({});
    expect(cart).toMatchObject({ toPay: 500, orderable: true });
    expect(cart.lines[0]?.problem).toEqual({ code: "PRICE_CHANGED", blocks: false, before: 400 });
    await owner.items.remove({ dataCollectionId: "Prices", dataItemId: "chalk" });
    expect((await visitor.carts.get({})).cart).toMatchObject({
      orderable: false,
      lines: [{ problem: { code: "GONE" } }],
    });
  });

  test("keeps a price whose last day passes while places are held, until the hold ends", async () => {
    const before = gym.clock.now;
    gym.clock.now = new Date("2026-09-01T20:55:00Z");
    await priceList([
      { _id: "early", name: "Stovykla iki rugsėjo 1 d.", price: 80, validUntil: "2026-09-01" },
      { _id: "rope", name: "Virvė", price: 30, reduced: 24, reducedUntil: "2026-09-01" },
    ]);
    const goods = (priceId: string, quantity = 1) => ({ goods: { priceId, quantity } });
    const { cart: first } = await visitor.carts.add({ booking: detail(await gym.session({ service, inHours: 240 })) });
    await visitor.carts.add(goods("rope"));
    const { lineId } = await visitor.carts.add(goods("early"));
    // A visitor without holds gets the price of the day.
    const other = gym.as(gym.visitor());
    await other.carts.add(goods("early"));
    await other.carts.add(goods("rope"));
    // A new day begins in Vilnius.
    gym.clock.now = new Date("2026-09-01T21:03:00Z");
    expect((await visitor.carts.get({})).cart).toMatchObject({
      toPay: 12_900,
      orderable: true,
      lines: [{ total: 2500 }, { total: 2400, problem: null }, { total: 8000, problem: null }],
    });
    const { cart: two } = await visitor.carts.change({ lineId, ...goods("early", 2) });
    expect(two).toMatchObject({ toPay: 20_900, orderable: true });
    expect((await other.carts.get({})).cart.lines).toMatchObject([
      { problem: { code: "GONE" } },
      { total: 3000, problem: { code: "PRICE_CHANGED", before: 2400 } },
    ]);
    await expect(other.carts.add(goods("early"))).rejects.toMatchObject({ code: "NOT_FOR_SALE" });
    // New holds do not restore yesterday's price, and the price no longer applies once the old
    // holds are released.
    await other.carts.add({ booking: detail(await gym.session({ service, inHours: 240 })) });
    expect((await other.carts.get({})).cart.lines).toMatchObject([{ problem: { code: "GONE" } }, { total: 3000 }, {}]);
    const { cart: renewed } = await visitor.carts.renew({});
    gym.clock.now = new Date(renewed.deadline as Date);
    expect((await visitor.carts.get({})).cart.lines).toMatchObject([
      { problem: { code: "HOLD_ENDED" } },
      { total: 3000, problem: { code: "PRICE_CHANGED", before: 2400 } },
      { problem: { code: "GONE" } },
    ]);
    expect(first.lines).toHaveLength(1);
    gym.clock.now = before;
  });

  test.each([
    ['a price "from"', { from: true }],
    ["a price that is not yet valid", { validFrom: "2030-01-01" }],
  ])("rejects goods with %s as not for sale", async (_, more) => {
    await priceList([{ _id: "course", name: "Kursas", price: 40, ...more }]);
    await expect(visitor.carts.add({ goods: { priceId: "course", quantity: 1 } })).rejects.toMatchObject({
      code: "NOT_FOR_SALE",
    });
  });

  test("rejects a cart line with no item, with two items, or with fewer names than people", async () => {
    const sessionId = await gym.session({ service });
    const donation = { amount: 1000 };
    await expect(visitor.carts.add({})).rejects.toMatchObject({ kind: "validation" });
    await expect(visitor.carts.add({ donation, booking: detail(sessionId) })).rejects.toMatchObject({
      kind: "validation",
    });
    await expect(visitor.carts.add({ booking: detail(sessionId, 2, [{ firstName: "Ona" }]) })).rejects.toMatchObject({
      fieldViolations: [{ field: "booking.participants" }],
    });
    expect(await heldOf(sessionId)).toBe(0);
  });

  test("a cart has at most thirty lines", async () => {
    for (let n = 0; n < 30; n++) await visitor.carts.add({ donation: { amount: 100 + n } });
    await expect(visitor.carts.add({ donation: { amount: 100 } })).rejects.toMatchObject({ code: "CART_FULL" });
  });
});

describe("codes in a cart", () => {
  const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };

  test("a coupon reduces the price, a voucher pays, and each can be removed again", async () => {
    const code = `RUDUO${Math.floor(Math.random() * 1e6)}`;
    await owner.coupons.create({ name: "Ruduo", rule: { ...rule, kind: "PERCENT", percent: 10 }, code });
    const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
    const { voucher } = await owner.vouchers.issue({ face: 1000, ...kind });
    const printed = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
    await visitor.carts.add({ booking: detail(await gym.session({ service })) });
    await visitor.carts.addCode({ code: code.toLowerCase() });
    const { cart } = await visitor.carts.addCode({ code: printed });
    expect(cart).toMatchObject({
      gross: 2500,
      discount: 250,
      total: 2250,
      voucherPays: 1000,
      toPay: 1250,
      codes: [
        { kind: "COUPON", text: code, name: "Ruduo", amount: 250 },
        { kind: "VOUCHER", text: voucher.last4, amount: 1000, left: 0 },
      ],
    });
    expect(JSON.stringify(cart)).not.toContain(printed.slice(0, 9));
    const { cart: without } = await visitor.carts.removeCode({ codeId: cart.codes[1]?.id as string });
    expect(without).toMatchObject({ toPay: 2250, codes: [{ kind: "COUPON" }] });
  });

  test("rejects every code of a visitor for ten minutes after ten wrong ones, but accepts codes of other visitors", async () => {
    const good = `GERAS${Math.floor(Math.random() * 1e6)}`;
    await owner.coupons.create({ name: "Geras", rule: { ...rule, kind: "PERCENT", percent: 10 }, code: good });
    const from = async () => {
      const token = (await gym.visitor().access()) as string;
      return async (code: string) => {
        const asked = { body: JSON.stringify({ code }), token, network: "198.51.100.7" };
        const { status, body } = await gym.ask("/v1/cart/codes", asked);
        return status === 200 ? "added" : body.details.applicationError.code;
      };
    };
    const [guesser, other] = [await from(), await from()];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => guesser(`NERA${n}`)));
    expect(answers.filter((each) => each === "CODE_NOT_FOUND")).toHaveLength(10);
    expect(answers.filter((each) => each === "TOO_MANY_GUESSES")).toHaveLength(10);
    // A valid code is rejected like a wrong one, so that further guesses reveal nothing.
    expect(await guesser(good)).toBe("TOO_MANY_GUESSES");
    expect(await other("NERA")).toBe("CODE_NOT_FOUND");
    for (let again = 0; again < 12; again++) expect(await other(good)).toBe("added");
    gym.clock.now = new Date(gym.clock.now.getTime() + 600_000);
    expect(await guesser(good)).toBe("added");
  });

  test("requires a proof of work from new visitors in a network after a hundred wrong codes", async () => {
    const network = "198.51.100.8";
    const tokens = await Promise.all(Array.from({ length: 11 }, async () => (await gym.visitor().access()) as string));
    const ask = async (n: number, more = {}) => {
      const body = JSON.stringify({ code: `NERA${n}`, ...more });
      return (await gym.ask("/v1/cart/codes", { body, token: tokens[Math.floor(n / 10)] as string, network })).body;
    };
    for (let n = 0; n < 100; n++) expect((await ask(n)).details.applicationError.code).toBe("CODE_NOT_FOUND");
    expect((await ask(100)).details.applicationError).toMatchObject({ code: "-19971", data: { captcha: "INVISIBLE" } });
    const { body } = await gym.ask("/v1/captcha?kind=INVISIBLE&purpose=BOOKING", {
      method: "GET",
      token: tokens[10] as string,
    });
    const captchaTokens = [{ InvisibleRecaptcha: await solveCaptcha(body.challenge) }];
    expect((await ask(100, { captchaTokens })).details.applicationError.code).toBe("CODE_NOT_FOUND");
  });
});

test("deletes a member's cart, which names participants, with the account", async () => {
  const { id: memberId, token } = await gym.member();
  const member = gym.as(token);
  const participants = [{ firstName: "Jonukas", lastName: "Sava", birthYear: 2019 }];
  await member.carts.add({ booking: { ...detail(await gym.session({ service })), participants } });
  const linesNow = () => gym.db.selectFrom("cartLine").select("detail").execute();
  expect(JSON.stringify(await linesNow())).toContain("Jonukas");
  await owner.members.delete({ memberId });
  expect(JSON.stringify(await linesNow())).not.toContain("Jonukas");
});

describe("signing in", () => {
  const signIn = (visitorId: string, memberId: string) =>
    gym.db.transaction().execute((tx) => gym.context.events.emit(tx, visitorSignedIn, { visitorId, memberId }));
  const withId = async () => {
    const tokens = gym.visitor();
    const sessionId = await gym.session();
    const client = gym.as(tokens);
    const row = gym.db.selectFrom("cart").select("holder").orderBy("id", "desc");
    return {
      client,
      sessionId,
      idOf: async () => (await row.executeTakeFirstOrThrow()).holder.replace("visitor ", ""),
    };
  };

  test("merges the visitor's cart into the member's cart, with one line for an item in both", async () => {
    partsOn(gym.context);
    await priceList([{ _id: "rope", name: "Virvė", price: 2 }]);
    const { id, token } = await gym.member();
    const member = gym.as(token);
    const sessionId = await gym.session({ service });
    await member.carts.add({ booking: detail(sessionId) });
    await member.carts.add({ goods: { priceId: "rope", quantity: 1 } });
    const { client, idOf } = await withId();
    await client.carts.add({ booking: detail(sessionId) });
    await client.carts.add({ goods: { priceId: "rope", quantity: 3 } });
    const { cart: theirs } = await client.carts.add({ donation: { amount: 700 } });
    expect(await heldOf(sessionId)).toBe(2);
    await signIn(await idOf(), id);
    const { cart } = await member.carts.get({});
    expect(cart.lines.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ["BOOKING", 1],
      ["GOODS", 3],
      ["DONATION", 1],
    ]);
    expect(await heldOf(sessionId)).toBe(1);
    expect(cart.lines[0]?.holdExpiresDate).toEqual(theirs.lines[0]?.holdExpiresDate);
    expect((await client.carts.get({})).cart.lines).toEqual([]);
    // The member reads the cart on another device.
    expect((await gym.as((await gym.signIn(id)).token).carts.get({})).cart).toEqual(cart);
  });

  test("does not merge the cart of another visitor", async () => {
    const { id, token } = await gym.member();
    const { client } = await withId();
    await client.carts.add({ donation: { amount: 900 } });
    await signIn(newId(), id);
    expect((await gym.as(token).carts.get({})).cart.lines).toEqual([]);
    expect((await client.carts.get({})).cart.lines).toHaveLength(1);
  });
});

test("deletes a cart that has not been changed for a month", async () => {
  const before = gym.clock.now;
  await visitor.carts.add({ donation: { amount: 900 } });
  const count = async () => (await gym.db.selectFrom("cart").select("id").execute()).length;
  gym.clock.now = new Date(before.getTime() + 31 * 86_400_000);
  await gym.api.background.drain("carts: forget old ones");
  expect(await count()).toBe(0);
  gym.clock.now = before;
});
