import type { Client } from "@uola/client";
import type { ItemData, Order } from "@uola/contract";
import { totalCents } from "@uola/contract/booking-price";
import { priceOn } from "@uola/contract/price-line";
import { newId } from "@uola/database";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { openShop, testIn } from "../orders/open-shop.testing.ts";
import { pay, place, places, type Sold } from "../orders/orders.testing.ts";
import { issuePass, passKind, tenEntries } from "../passes/passes.testing.ts";
import { atGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});
beforeAll(async () => {
  await gym.api.background.drain("business: follow the lists");
});
beforeEach(() => {
  gym.clock.now = new Date("2026-09-01T09:00:00Z");
});

const write = (id: string, data: ItemData) =>
  owner.items.save({ dataCollectionId: "Prices", dataItem: { id, data: { name: id, price: 10, ...data } as never } });
const listed = async (id: string) => (await visitor.prices.list({})).prices.find((line) => line.id === id);
/** Returns the price that the prices page calculates from the item it reads. */
const onPage = async (id: string) => {
  const { collections } = await visitor.content.read({ collectionIds: ["Prices"] });
  const item = (collections.Prices ?? []).find(({ _id }) => _id === id);
  return item && priceOn(item, gym.clock.now.toISOString().slice(0, 10))?.cents;
};

test("the prices page, list, cart, order and invoice show the same prices", async () => {
  await write("shoes", { price: 3.5 });
  await write("culture", { price: 20, taxClass: "REDUCED_CULTURE" });
  await write("summer", { price: 30, reduced: 24, reducedFrom: "2026-08-20", reducedUntil: "2026-09-30" });
  await write("ten", { price: 90, kind: "PASS" });
  const { kind } = await owner.passes.createKind({ kind: { priceId: "ten", terms: tenEntries, onSale: true } });
  const { service: offered } = await visitor.services.get({ serviceId: service.id });
  const ofPlace = totalCents(offered, { totalParticipants: 1, participantsChoices: null })?.cents;

  const ids = ["shoes", "culture", "summer"];
  for (const priceId of ids) await visitor.carts.add({ goods: { priceId, quantity: 1 } });
  await visitor.carts.add({ pass: { kindId: kind.id } });
  await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
  const { cart } = await visitor.carts.get({});
  const { key } = await place(visitor);
  const order = await pay(visitor, key);
  const [document] = order.documents;
  const invoice = await owner.documents.get({ documentId: document?.id as string });

  const expected = [350, 2000, 2400, 9000, 2500];
  const ofList = await Promise.all([...ids, "ten"].map(async (id) => (await listed(id))?.cents));
  const ofPage = await Promise.all([...ids, "ten"].map(onPage));
  expect([...ofList, ofPlace]).toEqual(expected);
  expect([...ofPage, ofPlace]).toEqual(expected);
  expect(kind.price).toBe(9000);
  expect(cart.lines.map(({ total }) => total)).toEqual(expected);
  expect(order.lines.map(({ total }) => total)).toEqual(expected);
  expect(invoice.document.lines.map(({ gross }) => gross)).toEqual(expected);
  // Each line is taxed by its class on that day.
  expect(cart.lines.map(({ vatRate }) => vatRate)).toEqual([2100, 1200, 2100, 2100, 2100]);
});

test("a price is valid only on its days", async () => {
  await write("autumn", { validFrom: "2026-09-01", validUntil: "2026-09-30" });
  await visitor.carts.add({ goods: { priceId: "autumn", quantity: 1 } });
  expect((await listed("autumn"))?.cents).toBe(1000);
  gym.clock.now = new Date("2026-10-01T09:00:00Z");
  expect(await listed("autumn")).toBeUndefined();
  expect(await onPage("autumn")).toBeUndefined();
  const { cart } = await visitor.carts.get({});
  expect(cart.lines).toMatchObject([{ problem: { code: "GONE" } }]);
});

test("a reduction shows the lowest price of the 30 days before it", async () => {
  const note = () => gym.api.background.drain("prices: note the day's");
  const at = async (day: string, data: ItemData) => {
    gym.clock.now = new Date(`${day}T09:00:00Z`);
    await write("chalk", data);
    await note();
  };
  await at("2026-06-01", { price: 5 });
  await at("2026-07-20", { price: 9 });
  // The lower price of a day is kept, even if a higher one follows.
  await at("2026-07-25", { price: 8 });
  await at("2026-07-25", { price: 12 });
  const reduced = { price: 12, reduced: 7, reducedFrom: "2026-08-10", reducedUntil: "2026-08-20" };
  await at("2026-08-10", reduced);
  expect(await listed("chalk")).toMatchObject({
    cents: 700,
    reduced: { from: 1200, until: "2026-08-20", lowest: 800 },
  });
  gym.clock.now = new Date("2026-08-15T09:00:00Z");
  await note();
  expect((await listed("chalk"))?.reduced?.lowest).toBe(800);
  gym.clock.now = new Date("2026-08-21T09:00:00Z");
  expect(await listed("chalk")).toMatchObject({ cents: 1200, reduced: null });
});

test("shows the regular price as the lowest one if an item was not sold before its reduction", async () => {
  await write("new", { price: 6, reduced: 4, reducedUntil: "2026-09-05" });
  expect((await listed("new"))?.reduced).toEqual({ from: 600, until: "2026-09-05", lowest: 600 });
});

const invoiceOf = async (order: Order) => {
  const [document] = order.documents.filter(({ kind }) => kind === "INVOICE");
  return (await owner.documents.get({ documentId: document?.id as string })).document;
};

test("charges each person by age on the page and in the cart, order and invoice", async () => {
  const priced = await gym.service({
    payment: { ...atGym, options: { inPerson: true, online: true } },
    agePrices: [
      { group: "CHILD", ages: { max: 12 }, price: { value: "15.00", currency: "EUR" } },
      { group: "SENIOR", ages: { min: 65 }, price: { value: "20.00", currency: "EUR" } },
    ],
  });
  const participants = [
    { firstName: "Ona", birthYear: 1990 },
    { firstName: "Jonas", birthYear: 2016 },
    { firstName: "Elzė", birthYear: 2014 },
    { firstName: "Petras" },
  ];
  const sessionId = await gym.session({ service: priced });
  const booking = { ...places(sessionId, priced, 4), participants };
  const { lineId } = await visitor.carts.add({ booking });
  const { cart } = await visitor.carts.get({});
  const { service: offered } = await visitor.services.get({ serviceId: priced.id });
  const startDate = gym.hours(48);
  const onPage = totalCents(offered, { totalParticipants: 4, participantsChoices: null, participants, startDate });
  expect(onPage?.cents).toBe(8000);
  expect(cart.lines).toMatchObject([
    {
      total: 8000,
      unitPrice: null,
      problem: null,
      byPerson: [
        { group: null, count: 2, unitPrice: 2500 },
        { group: "CHILD", count: 2, unitPrice: 1500 },
      ],
    },
  ]);
  // When another person replaces the adult, the price is that of the new person.
  const instead = [{ firstName: "Juozas", birthYear: 1950 }, ...participants.slice(1)];
  await visitor.carts.change({ lineId, booking: { ...booking, participants: instead } });
  const order = await pay(visitor, (await place(visitor)).key);
  expect(order.lines).toMatchObject([{ total: 7500, quantity: 4 }]);
  expect(order.payments).toMatchObject([{ amount: 7500 }]);
  expect((await invoiceOf(order)).lines).toMatchObject([{ gross: 7500 }]);
  const { extendedBookings } = await visitor.bookings.queryExtended({
    query: { filter: { id: order.lines[0]?.bookingId ?? "" } },
  });
  expect(extendedBookings.map(({ booking }) => totalCents(offered, booking)?.cents)).toEqual([7500]);
});

test("charges the member price only for the holder of a valid pass", async () => {
  const price = { value: "10.00", currency: "EUR" };
  const priced = await gym.service({
    memberPrice: price,
    agePrices: [{ group: "CHILD", ages: { max: 12 }, price: { value: "8.00", currency: "EUR" } }],
  });
  const email = "ziede@example.lt";
  const signedIn = gym.as((await gym.member({ email })).token);
  await issuePass(owner, await passKind(owner), { name: "Žiedė  Sava", email });
  const sessionId = await gym.session({ service: priced });
  const participants = [
    { firstName: "ziede", lastName: "sava" },
    // The member flag sent by the browser is ignored.
    { firstName: "Ona", lastName: "Kita", member: true },
    { firstName: "Jonas", birthYear: 2016 },
  ];
  const booking = { ...places(sessionId, priced, 3), participants };
  const { cart } = await signedIn.carts.add({ booking });
  expect(cart.lines).toMatchObject([
    {
      total: 4300,
      unitPrice: null,
      byPerson: [
        { group: "MEMBER", count: 1, unitPrice: 1000 },
        { group: null, count: 1, unitPrice: 2500 },
        { group: "CHILD", count: 1, unitPrice: 800 },
      ],
    },
  ]);
  const order = await pay(signedIn, (await place(signedIn)).key);
  expect(order).toMatchObject({ lines: [{ total: 4300 }], payments: [{ amount: 4300 }] });
  expect((await invoiceOf(order)).lines).toMatchObject([{ gross: 4300 }]);
  // The booking stores which participants were members, so that its email and the account page show
  // the same amount.
  const { service: offered } = await visitor.services.get({ serviceId: priced.id });
  const { extendedBookings } = await signedIn.bookings.queryExtended({
    query: { filter: { id: order.lines[0]?.bookingId ?? "" } },
  });
  expect(extendedBookings.map(({ booking }) => totalCents(offered, booking)?.cents)).toEqual([4300]);
  // A visitor without an account is not a member, even with the holder's name. The holder is not a
  // member after the pass has expired.
  const other = { ...places(await gym.session({ service: priced }), priced), participants: participants.slice(0, 1) };
  expect((await visitor.carts.add({ booking: other })).cart).toMatchObject({ total: 2500 });
  const inYear = { ...places(await gym.session({ service: priced, inHours: 24 * 30 * 4 }), priced) };
  const late = await signedIn.carts.add({ booking: { ...inYear, participants: participants.slice(0, 1) } });
  expect(late.cart).toMatchObject({ total: 2500 });
  // Claiming to be a member in a direct booking has no effect, either.
  const { booking: own } = await visitor.bookings.create({
    booking: {
      bookedEntity: { slot: places(await gym.session({ service: priced }), priced).slot },
      contactDetails: { firstName: "Ona", email: "ona@example.lt" },
      totalParticipants: 1,
      participants: [{ firstName: "Ona", member: true }],
    },
  });
  expect(own.participants?.[0]?.member ?? null).toBeNull();
});

test("charges for the remaining lessons when joining a course late, in the cart, order and invoice", async () => {
  const policyId = await gym.policy({ bookAfterStartPolicy: { enabled: true } });
  const course = (lateJoinShare: boolean) =>
    gym.service({
      type: "COURSE",
      name: "Rudens kursas",
      defaultCapacity: 8,
      lateJoinShare,
      policyId,
      payment: { ...atGym, fixed: { price: { value: "100.00" } } },
    });
  const [shared, whole] = [await course(true), await course(false)];
  for (const { scheduleId } of [shared, whole]) {
    const weekly = { scheduleId, weekday: 3, startTime: "18:00", durationMinutes: 60, staffIds: [] };
    await owner.schedules.createRules({ rules: [{ ...weekly, validFrom: "2026-09-02", validUntil: "2026-09-16" }] });
  }
  const booking = ({ scheduleId }: Sold) => ({ schedule: { scheduleId }, totalParticipants: 2 });
  const lessonsOf = async ({ scheduleId }: Sold) =>
    (await visitor.availability.schedule({ scheduleId })).availability.lessons ?? null;

  expect(await lessonsOf(shared)).toBeNull();
  expect((await visitor.carts.add({ booking: booking(shared) })).cart).toMatchObject({ total: 20_000 });

  // The first lesson has begun: a person who joins now pays for two of three lessons, if the owner
  // enabled that.
  gym.clock.now = new Date("2026-09-02T15:30:00Z");
  const late = gym.as(gym.visitor());
  expect(await lessonsOf(shared)).toEqual({ left: 2, all: 3 });
  expect(await lessonsOf(whole)).toBeNull();
  expect((await late.carts.add({ booking: booking(whole) })).cart.total).toBe(20_000);
  const { cart } = await late.carts.add({ booking: booking(shared) });
  expect(cart.lines[1]).toMatchObject({ total: 13_332, unitPrice: 6666, lessons: { left: 2, all: 3 } });
  await late.carts.remove({ lineId: cart.lines[0]?.id ?? "" });

  // The second lesson begins while the places are held: the price is kept during the hold.
  gym.clock.now = new Date("2026-09-09T14:55:00Z");
  const last = gym.as(gym.visitor());
  expect((await last.carts.add({ booking: booking(shared) })).cart.total).toBe(13_332);
  gym.clock.now = new Date("2026-09-09T15:01:00Z");
  expect((await last.carts.get({})).cart).toMatchObject({ total: 13_332, lines: [{ problem: null }] });
  const order = await pay(last, (await place(last)).key);
  expect(order).toMatchObject({
    lines: [{ name: "Rudens kursas (užsiėmimai: 2 iš 3)", total: 13_332, unitPrice: 6666 }],
    payments: [{ amount: 13_332 }],
  });
  expect((await invoiceOf(order)).lines).toMatchObject([{ name: "Rudens kursas (užsiėmimai: 2 iš 3)", gross: 13_332 }]);
  const { service: offered } = await visitor.services.get({ serviceId: shared.id });
  const [booked] = (await owner.bookings.queryExtended({ query: { filter: { id: order.lines[0]?.bookingId ?? "" } } }))
    .extendedBookings;
  const lessons = booked?.booking.bookedEntity.schedule?.lessons;
  expect(lessons).toEqual({ left: 2, all: 3 });
  expect(booked && totalCents(offered, { ...booked.booking, lessons })?.cents).toBe(13_332);

  // After the hold has expired, the current price applies.
  expect((await late.carts.get({})).cart).toMatchObject({ total: 6666, lines: [{ problem: { code: "HOLD_ENDED" } }] });
});

test("rejects age prices that are not below the regular price or are combined with other choices", async () => {
  const price = { value: "15.00" };
  const refused = async (more: object) =>
    owner.services
      .create({
        service: {
          type: "CLASS",
          name: "Kaina",
          defaultCapacity: 8,
          onlineBooking: { enabled: true },
          payment: { rateType: "FIXED", fixed: { price: { value: "25.00" } }, options: { inPerson: true } },
          ...more,
        },
      })
      .then(
        () => "taken",
        (error: { fieldViolations?: { field: string }[] }) => error.fieldViolations?.map(({ field }) => field),
      );
  const child = { group: "CHILD", ages: { max: 12 }, price };
  expect(await refused({ agePrices: [child] })).toBe("taken");
  expect(await refused({ agePrices: [{ ...child, price: { value: "25.00" } }] })).toEqual([
    "service.agePrices.0.price",
  ]);
  expect(await refused({ agePrices: [{ ...child, ages: {} }] })).toEqual(["service.agePrices.0.ages"]);
  expect(await refused({ agePrices: [{ ...child, ages: { min: 13, max: 12 } }] })).toEqual([
    "service.agePrices.0.ages.max",
  ]);
  // The late-join share is for courses only.
  expect(await refused({ lateJoinShare: true })).toEqual(["service.lateJoinShare"]);
  expect(await refused({ agePrices: [child, child] })).toEqual(["service.agePrices"]);
  const optionId = newId();
  const optionsAndVariants = { options: [{ id: optionId, name: "Kas", choices: ["Vaikas"] }], variants: [] };
  expect(await refused({ agePrices: [child], optionsAndVariants })).toEqual(["service.agePrices"]);
});

test("taxes places by the class of their service, in the cart, on the order and on the invoice", async () => {
  const taxed = await gym.service({ taxation: { taxClass: "EXEMPT_SPORT" } });
  await visitor.carts.add({ booking: places(await gym.session({ service: taxed }), taxed) });
  const { cart } = await visitor.carts.get({});
  const order = await pay(visitor, (await place(visitor)).key);
  expect(cart.lines).toMatchObject([{ total: 2500, vatRate: null }]);
  expect(order).toMatchObject({ lines: [{ vatRate: null }], vat: [{ rate: null, gross: 2500, vat: 0 }] });
  expect((await invoiceOf(order)).lines).toMatchObject([{ taxClass: "EXEMPT_SPORT", rate: null, gross: 2500 }]);
});

test("applies the new tax class to a payment after the class changed, at the same price", async () => {
  const laterTax = { taxClass: "REDUCED_CULTURE", from: "2026-09-03" } as const;
  const changing = await gym.service({ taxation: { taxClass: "STANDARD", laterTax } });
  await write("late", { price: 20, laterTaxClass: "EXEMPT_SPORT", laterTaxFrom: "2026-09-02" });
  await visitor.carts.add({ goods: { priceId: "late", quantity: 1 } });
  await visitor.carts.add({ booking: places(await gym.session({ service: changing, inHours: 480 }), changing) });
  const { order, key } = await place(visitor, "BANK_TRANSFER");
  expect(order.lines.map(({ vatRate }) => vatRate)).toEqual([2100, 2100]);
  gym.clock.now = new Date("2026-09-03T09:00:00Z");
  const { order: paid } = await owner.payments.receive({
    orderId: order.id,
    kind: "BANK_TRANSFER",
    amount: order.toPay,
    requestId: newId(),
  });
  expect(paid.lines.map(({ total, vatRate }) => [total, vatRate])).toEqual([
    [2000, null],
    [2500, 1200],
  ]);
  expect(paid.vat).toMatchObject([
    { rate: null, gross: 2000, vat: 0 },
    { rate: 1200, gross: 2500, vat: 268 },
  ]);
  expect((await invoiceOf(paid)).lines.map(({ taxClass }) => taxClass)).toEqual(["EXEMPT_SPORT", "REDUCED_CULTURE"]);
  expect((await visitor.orders.readByKey({ key })).order.vat).toEqual(paid.vat);
});

test("a later payment at the front desk uses the tax class on the day of the session", async () => {
  const laterTax = { taxClass: "EXEMPT_SPORT", from: "2026-09-04" } as const;
  const changing = await gym.service({ taxation: { taxClass: "STANDARD", laterTax } });
  await visitor.carts.add({ booking: places(await gym.session({ service: changing }), changing) });
  const { order } = await place(visitor, "AT_DESK");
  gym.clock.now = new Date("2026-09-04T08:00:00Z");
  const { order: paid } = await owner.payments.receive({
    orderId: order.id,
    kind: "CASH",
    amount: 2500,
    receiptNumber: "000120",
    requestId: newId(),
  });
  expect((await invoiceOf(paid)).lines).toMatchObject([{ taxClass: "STANDARD", rate: 2100 }]);
});
