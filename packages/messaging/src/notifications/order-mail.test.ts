import type { OrderMail } from "@uola/commerce";
import { newId } from "@uola/database";
import { dateLong, time } from "@uola/words/formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";
import { readFacts } from "./booking-facts.ts";
import { orderMail } from "./order-mail.ts";

let gym: TestGym;
let write: ReturnType<typeof orderMail>;
beforeAll(async () => {
  gym = await createTestGym({}, { demo: true });
  write = orderMail(gym.context);
  await gym.as(gym.key).documents.setSeller({
    name: "UAB „Uola“",
    code: "000000014",
    vatCode: "LT000000014",
    address: "Skardžio g. 14, Vilnius",
    iban: "LT601010012345678901",
    bank: "Bankas",
    companyDays: 30,
    series: { INVOICE: "KAL", CREDIT: "KRE", PROFORMA: "ISK" },
  });
});
afterAll(() => gym.close());

const email = "ona@example.lt";
async function ordered(
  language: "lt" | "en" = "lt",
  way: "BANK_TRANSFER" | "AT_DESK" = "BANK_TRANSFER",
  { email: to = email, client = gym.as(gym.visitor()) } = {},
) {
  const { cart } = await client.carts.add({ donation: { amount: 1250 } });
  const buyer = { firstName: "Ona", lastName: "Sava", email: to };
  const consents = [{ kind: "TERMS" as const, version: "2026-09" }];
  const requestId = newId();
  return client.orders.place({ requestId, buyer, consents, way, language, expectedToPay: cart.toPay });
}
const of = (orderId: string, about: OrderMail["about"], language = "lt"): OrderMail => ({
  template: "order",
  about,
  orderId,
  language,
});
async function rendered(ordered: OrderMail) {
  const mail = await write(ordered);
  if ("end" in mail) throw new Error(mail.note);
  const content = await mail.write(gym.db);
  return {
    recipient: mail.recipient,
    subject: content?.subject ?? "",
    text: (content?.text ?? "").replaceAll("\u00a0", " "),
    files: (content?.parts ?? []).filter(({ contentType }) => contentType === "application/pdf"),
  };
}
/** The mail requests that an order's transactions wrote to the outbox. */
async function mailRequestsOf(orderId: string): Promise<OrderMail[]> {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  return rows.map(({ payload }) => payload as OrderMail).filter((mail) => mail.orderId === orderId);
}

describe("order mails", () => {
  test("the mail about a placed order contains the bank details, the reference and the link to its page", async () => {
    const { order, key } = await ordered();
    const { recipient, subject, text } = await rendered(of(order.id, "placed"));
    expect(recipient).toBe(email);
    expect(subject).toBe(`Užsakymas ${order.number}: laukiame apmokėjimo`);
    for (const part of ["LT601010012345678901", "UAB „Uola“", "12,50 €", "Parama", `/order/#${key}`, order.number]) {
      expect(text).toContain(part);
    }
    const english = await ordered("en", "AT_DESK");
    const mail = await rendered(of(english.order.id, "placed", "en"));
    expect(mail.text).toContain("You pay when you come to the gym");
    expect(mail.text).toContain(`/en/order/#${english.key}`);
  });

  test("an order mail counts against the mail limits unless it is sent to the verified address of the buyer's account", async () => {
    const own = await gym.member({ email: "buyer@uola.example" });
    const orders = [
      await ordered(),
      await ordered("lt", "AT_DESK", { client: gym.as(own.token) }),
      await ordered("lt", "AT_DESK", { client: gym.as(own.token), email: "Buyer@uola.example" }),
    ];
    const causes = [];
    for (const { order } of orders) {
      const [mail] = await mailRequestsOf(order.id);
      const prepared = mail && (await write(mail));
      causes.push(prepared && "caused" in prepared ? prepared.caused : undefined);
    }
    expect(causes).toEqual([{}, {}, undefined]);
  });

  test("order mails report the payment, the refunded amount and the cancellation", async () => {
    const { order } = await ordered();
    const owner = gym.as(gym.key);
    const money = { orderId: order.id, kind: "BANK_TRANSFER", amount: 1300, requestId: newId() } as const;
    await owner.payments.receive(money);
    const paid = await rendered(of(order.id, "paid"));
    expect(paid.subject).toBe(`Užsakymas ${order.number} apmokėtas`);
    expect(paid.text).toContain("dokumentus rasite");
    expect((await rendered(of(order.id, "refunded"))).subject.replaceAll("\u00a0", " ")).toBe(
      `Užsakymas ${order.number}: grąžiname 0,50 €`,
    );
    const given = await ordered();
    const { id: orderId, revision } = given.order;
    await owner.orders.cancel({ orderId, revision, reason: "taip sutarta" });
    const canceled = await rendered(of(orderId, "ended"));
    expect(canceled.subject).toMatch(/atšauktas$/);
    expect(canceled.text).toContain("užsakymas atšauktas");
    expect(canceled.text).not.toContain("nebegalioja");
  });

  test("the mail about a paid order attaches the invoice issued with the payment", async () => {
    const { order, key } = await ordered();
    const money = { orderId: order.id, kind: "BANK_TRANSFER", amount: 1250, requestId: newId() } as const;
    await gym.as(gym.key).payments.receive(money);
    const [placed, paid] = (await mailRequestsOf(order.id)) as [OrderMail, OrderMail];
    const { order: after } = await gym.as(gym.visitor()).orders.readByKey({ key });
    const [proforma, invoice] = after.documents.map(({ number }) => `${number.replace(" ", "-")}.pdf`);
    const mail = await rendered(paid);
    expect(mail.files.map(({ name }) => name)).toEqual([invoice]);
    expect(mail.files[0]?.content.subarray(0, 5).toString()).toBe("%PDF-");
    expect(mail.text).toContain(invoice);
    // The order is already paid, so the mail with the proforma invoice is outdated.
    expect(placed.documentIds).toEqual([after.documents[0]?.id]);
    expect(proforma).toContain("ISK");
  });

  test("the receipt of a withdrawal goes to the address in the statement, with its date and time", async () => {
    const client = gym.as(gym.visitor());
    const { cart } = await client.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt" } });
    const buyer = { firstName: "Ona", lastName: "Sava", email };
    const consents = [{ kind: "TERMS" as const, version: "2026-09" }];
    const asked = { requestId: newId(), buyer, consents, language: "lt", expectedToPay: cart.toPay } as const;
    const { order, key } = await client.orders.place({ ...asked, way: "AT_DESK" });
    const money = { orderId: order.id, kind: "CASH", amount: 3000, requestId: newId(), receiptNumber: "7" } as const;
    await gym.as(gym.key).payments.receive(money);
    const who = { name: "Ona Sava", email: "ona.kita@example.lt" };
    await client.orders.withdraw({ key, lineIds: [order.lines[0]?.id as string], ...who });
    const ordered = (await mailRequestsOf(order.id)).find(({ about }) => about === "withdrawn") as OrderMail;
    const { recipient, subject, text, files } = await rendered(ordered);
    expect([recipient, subject]).toEqual([who.email, `Užsakymas ${order.number}: atsisakymą gavome`]);
    const at = `${dateLong(gym.clock.now, "lt")}, ${time(gym.clock.now)}`.replaceAll("\u00a0", " ");
    for (const part of [at, "Aš, Ona Sava, pranešu", "30,00 €", order.number]) expect(text).toContain(part);
    expect(files).toHaveLength(1);
  });

  test("an order mail whose reason no longer applies is not sent", async () => {
    const { order } = await ordered();
    expect(await write(of(order.id, "ended"))).toMatchObject({ end: "outdated" });
    expect(await write(of(newId(), "paid"))).toMatchObject({ end: "never" });
  });
});

describe("the payment link mail", () => {
  const reason = "taip sutarta";
  const send = async (orderId: string, revision: string, email?: string) =>
    gym.as(gym.key).orders.sendPayLink({ orderId, revision, ...(email && { email }) });
  const links = async (orderId: string) => (await mailRequestsOf(orderId)).filter(({ about }) => about === "toPay");

  test("a payment link is sent once, can be paid once, and its mail is outdated once the order is paid", async () => {
    const { order } = await ordered();
    await send(order.id, order.revision, "mama@example.lt");
    await expect(send(order.id, order.revision, "mama@example.lt")).rejects.toMatchObject({
      code: "REVISION_MISMATCH",
    });
    const [mail, ...others] = await links(order.id);
    expect(others).toEqual([]);
    const { recipient, subject, text } = await rendered(mail as OrderMail);
    expect(recipient).toBe("mama@example.lt");
    expect(subject.replaceAll("\u00a0", " ")).toBe(`Užsakymas ${order.number}: liko sumokėti 12,50 €`);
    for (const part of ["Sumokėti", order.number, "liko sumokėti 12,50 €"]) expect(text).toContain(part);
    const key = /\/order\/#([\w.~-]+)/.exec(text)?.[1] as string;
    const mother = gym.as(gym.visitor());
    const { redirectUrl } = await mother.payments.start({ key, way: "DEMO_BANK" });
    const attemptId = new URL(redirectUrl ?? "").searchParams.get("attempt") as string;
    for (let tries = 0; tries < 2; tries++) await mother.payments.demoDecide({ attemptId, pay: true });
    const { order: paid } = await mother.orders.readByKey({ key });
    expect(paid).toMatchObject({ state: "PAID", paid: 1250, refunded: 0, payments: [{ kind: "DEMO_BANK" }] });
    expect(paid.documents.filter(({ kind }) => kind === "INVOICE")).toHaveLength(1);
    await expect(mother.payments.start({ key, way: "DEMO_BANK" })).rejects.toMatchObject({ code: "ORDER_NOT_OPEN" });
    expect(await write(mail as OrderMail)).toMatchObject({ end: "outdated" });
    await expect(send(order.id, paid.revision)).rejects.toMatchObject({ code: "ORDER_NOT_OPEN" });
  });

  test("the front desk may send a payment link to any address, a trainer may not", async () => {
    const by = async (role: "trainer" | "desk") => gym.as((await gym.member({ role })).token);
    const [trainer, desk] = [await by("trainer"), await by("desk")];
    const { order } = await ordered();
    const asked = { orderId: order.id, revision: order.revision };
    await expect(trainer.orders.sendPayLink({ ...asked, email: "kas@example.lt" })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      status: 403,
    });
    expect(await links(order.id)).toEqual([]);
    const { order: sent } = await desk.orders.sendPayLink({ ...asked, email: email.toUpperCase() });
    await desk.orders.sendPayLink({ orderId: order.id, revision: sent.revision, email: "kas@example.lt" });
    expect((await links(order.id)).map(({ to }) => to)).toEqual([email.toUpperCase(), "kas@example.lt"]);
  });

  test("a payment link goes to the buyer by default and stops working when the order is cancelled", async () => {
    const { order, key } = await ordered();
    const { order: after } = await send(order.id, order.revision);
    const [mail] = await links(order.id);
    expect((await rendered(mail as OrderMail)).recipient).toBe(email);
    await gym.as(gym.key).orders.cancel({ orderId: order.id, revision: after.revision, reason });
    expect(await write(mail as OrderMail)).toMatchObject({ end: "outdated" });
    const late = gym.as(gym.visitor()).payments.start({ key, way: "BANK_TRANSFER" });
    await expect(late).rejects.toMatchObject({ code: "ORDER_NOT_OPEN" });
  });
});

describe("instalment mails", () => {
  /** A course of 100 € in three instalments, starting in September, with the first instalment paid. */
  async function courseInInstalments(language: "lt" | "en") {
    const owner = gym.as(gym.key);
    gym.clock.now = new Date("2026-09-01T09:00:00Z");
    const { scheduleId } = await gym.service({
      type: "COURSE",
      name: "Rudens kursas",
      defaultCapacity: 8,
      payment: { rateType: "FIXED", fixed: { price: { value: "100.00" } }, options: { inPerson: true, online: true } },
      instalments: { parts: 3, from: { value: "50.00" } },
    });
    const weekly = { scheduleId, weekday: 3, startTime: "18:00", durationMinutes: 60, staffIds: [] };
    await owner.schedules.createRules({ rules: [{ ...weekly, validFrom: "2026-09-09", validUntil: "2026-12-30" }] });
    const client = gym.as(gym.visitor());
    const { cart } = await client.carts.add({ booking: { schedule: { scheduleId }, totalParticipants: 1 } });
    const asked = {
      requestId: newId(),
      buyer: { firstName: "Ona", lastName: "Sava", email },
      language,
      consents: [{ kind: "TERMS" as const, version: "2026-09" }],
      expectedToPay: cart.toPay,
    };
    const { order, key } = await client.orders.place({ ...asked, way: "DEMO_BANK", parts: [3334, 3333, 3333] });
    const { redirectUrl } = await client.payments.start({ key, way: "DEMO_BANK" });
    const attemptId = new URL(redirectUrl ?? "").searchParams.get("attempt") as string;
    await client.payments.demoDecide({ attemptId, pay: true });
    return { orderId: order.id, number: order.number, key, owner, read: () => client.orders.readByKey({ key }) };
  }
  const newest = async (orderId: string, about: OrderMail["about"]) => {
    const found = (await mailRequestsOf(orderId)).findLast((mail) => mail.about === about);
    if (!found) throw new Error(`No mail about ${about} was ordered.`);
    return found;
  };
  const plain = (text: string) => text.replaceAll("\u00a0", " ").replace(/\s+/g, " ");
  const worded = async (mail: OrderMail) => {
    const { subject, text } = await rendered(mail);
    return { subject: plain(subject), text: plain(text) };
  };

  test.each([
    ["lt", "dalis apmokėta", "jūsų užsakymo dalis sumokėta, vieta jūsų. Apie kitą dalį parašysime iš anksto."],
    [
      "en",
      "instalment paid",
      "an instalment of your order is paid, and the place is yours. We will write before the next one is due.",
    ],
  ] as const)("the mail confirms in %s that the first instalment is paid", async (language, title, lead) => {
    const { orderId } = await courseInInstalments(language);
    const { subject, text } = await worded(await newest(orderId, "paid"));
    expect(subject).toContain(title);
    expect(text).toContain(lead);
  });

  test.each([
    [
      ...(["lt", "liko sumokėti 33,33 €", "kita užsakymo dalis – 33,33 €, mokėti iki 2026 m. spalio 1 d."] as const),
      ...(["Vieta lieka jūsų.", "Sumokėti", "liko sumokėti 66,66 €"] as const),
    ],
    [
      ...(["en", "€33.33", "The next instalment of your order is €33.33, due by 1 October 2026."] as const),
      ...(["The place stays yours.", "Pay", "€66.66"] as const),
    ],
  ] as const)(
    "the reminder of an instalment states in %s the amount, the due date and the total overdue",
    async (language, sum, lead, place, button, all) => {
      const { orderId, key } = await courseInInstalments(language);
      gym.clock.now = new Date("2026-09-28T09:00:00Z");
      await gym.api.background.drain("orders: remind of parts");
      const mail = await newest(orderId, "toPay");
      const { subject, text } = await worded(mail);
      expect(subject).toContain(sum);
      for (const part of [lead, place, button, `/order/#${key}`]) expect(text).toContain(part);
      gym.clock.now = new Date("2026-11-08T10:00:00Z");
      expect((await worded(mail)).subject).toContain(all);
    },
  );

  test.each([
    [
      ...(["lt", "dalį galite sumokėti vėliau"] as const),
      "iki 2026 m. spalio 20 d. galite sumokėti užsakymo dalį – 33,33 €. Vieta lieka jūsų.",
    ],
    [
      ...(["en", "more time to pay"] as const),
      "you can pay the instalment of €33.33 until 20 October 2026. The place stays yours.",
    ],
  ] as const)(
    "the mail about a postponed instalment states in %s the new due date, until it is postponed again",
    async (language, title, lead) => {
      const { orderId, number, key, owner, read } = await courseInInstalments(language);
      const { order } = await read();
      const later = { dueDay: "2026-10-01", newDueDay: "2026-10-20", reason: "susitarta" };
      await owner.orders.extendPart({ orderId, revision: order.revision, ...later });
      const mail = await newest(orderId, "extended");
      const { subject, text } = await worded(mail);
      expect(subject).toContain(`${number}: ${title}`);
      for (const part of [lead, `/order/#${key}`]) expect(text).toContain(part);
      const { revision } = (await read()).order;
      await owner.orders.extendPart({
        orderId,
        revision,
        dueDay: "2026-10-20",
        newDueDay: "2026-10-25",
        reason: "dar",
      });
      expect(await write(mail)).toMatchObject({ end: "outdated" });
      expect((await worded(await newest(orderId, "extended"))).text).toContain(
        language === "lt" ? "spalio 25 d." : "25 October",
      );
    },
  );

  test.each([
    [
      ...(["lt", "likusios dalies mokėti nereikia"] as const),
      "vieta, už kurią mokėjote dalimis, atlaisvinta, ir likusios sumos už ją mokėti nereikia. Sumokėta dalis negrąžinama.",
    ],
    [
      ...(["en", "nothing more is due"] as const),
      "the place you were paying for in instalments has been released, and nothing more is due. The instalments already paid are not refunded.",
    ],
  ] as const)(
    "the mail about released places states in %s that no further payment is due",
    async (language, title, lead) => {
      const { orderId, number, owner, read } = await courseInInstalments(language);
      const { order } = await read();
      await owner.orders.refund({
        orderId,
        revision: order.revision,
        way: "PROVIDER",
        reason: "nebemokama",
        lines: order.lines.map(({ id: lineId }) => ({ lineId, amount: 0 })),
      });
      const { subject, text } = await worded(await newest(orderId, "letGo"));
      expect(subject).toContain(`${number}: ${title}`);
      expect(text).toContain(lead);
      expect((await mailRequestsOf(orderId)).filter(({ about }) => about === "refunded")).toEqual([]);
    },
  );

  test("the mail states the refunded amount instead of the payment when a paid instalment is refunded", async () => {
    const { orderId, owner, read } = await courseInInstalments("lt");
    const { order } = await read();
    await owner.orders.refund({
      orderId,
      revision: order.revision,
      way: "PROVIDER",
      reason: "susitarta",
      lines: order.lines.map(({ id: lineId }) => ({ lineId })),
    });
    expect((await worded(await newest(orderId, "refunded"))).subject).toContain("grąžiname 33,34 €");
    expect((await mailRequestsOf(orderId)).filter(({ about }) => about === "letGo")).toEqual([]);
  });
});

test("the mail about a discounted booking states the amount paid", async () => {
  const owner = gym.as(gym.key);
  const service = await gym.service();
  const sessionId = await gym.session({ service, inHours: 48 });
  const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
  await owner.coupons.create({ name: "Ruduo", rule: { ...rule, kind: "PERCENT", percent: 25 }, code: "PIGIAU25" });
  const client = gym.as(gym.visitor());
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  await client.carts.add({ booking: { slot, totalParticipants: 1 } });
  const { cart } = await client.carts.addCode({ code: "PIGIAU25" });
  const { order } = await client.orders.place({
    requestId: newId(),
    buyer: { firstName: "Ona", lastName: "Sava", email },
    language: "lt",
    way: "BANK_TRANSFER",
    consents: [{ kind: "TERMS", version: "2026-09" }],
    expectedToPay: cart.toPay,
  });
  await owner.payments.receive({
    orderId: order.id,
    kind: "BANK_TRANSFER",
    amount: cart.toPay,
    requestId: newId(),
  });
  const facts = await readFacts(gym.db, gym.siteId, order.lines[0]?.bookingId as string);
  expect(facts?.booking).toMatchObject({ paymentStatus: "PAID", soldFor: cart.toPay });
  expect(cart.toPay).toBeLessThan(cart.lines[0]?.gross ?? 0);
});
