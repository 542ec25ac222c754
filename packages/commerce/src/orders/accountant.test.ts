import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGym } from "../testing.ts";
import { createShop, pay, place, places } from "./orders.testing.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createShop();
});
afterAll(() => gym.close());

const by = async (role: "trainer" | "desk" | "accountant") => gym.as((await gym.member({ role })).token);

test("an accountant sees orders without their participants and vouchers without the personal messages", async () => {
  const visitor = gym.as(gym.visitor());
  const service = await gym.service();
  const sessionId = await gym.session({ service });
  const participants = [{ firstName: "Jonukas", lastName: "Sava", birthYear: 2019 }];
  await visitor.carts.add({ booking: { ...places(sessionId, service), participants } });
  const words = { greeting: "Mylimam Petriukui", recipientName: "Petriukas", giverName: "Baba" };
  await visitor.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt", ...words } });
  const { key } = await place(visitor);
  const { id: orderId } = await pay(visitor, key);

  const accountant = await by("accountant");
  const read = [
    await accountant.orders.get({ orderId }),
    await accountant.orders.query({}),
    await accountant.vouchers.query({}),
  ];
  expect(JSON.stringify(read)).not.toMatch(/Jonukas|birthYear|Petriuk|Baba/);
  // The data needed for bookkeeping is included.
  expect(read[0]).toMatchObject({ order: { buyer: { firstName: "Ona" }, total: 5500, lines: [{ quantity: 1 }, {}] } });
  const { documents } = await accountant.documents.query({});
  const files = documents.map(({ id: documentId }) => accountant.documents.get({ documentId }));
  expect(documents).toHaveLength(1);
  expect(JSON.stringify(await Promise.all(files))).not.toMatch(/Jonukas|Petriuk|Baba/);

  const { order } = await (await by("desk")).orders.get({ orderId });
  expect(order.lines[0]?.participants).toMatchObject(participants);
  expect((await gym.as(gym.key).vouchers.query({})).vouchers).toMatchObject([words]);
});

test("an accountant can find vouchers by number or code ending, but not by name or email address", async () => {
  const gift = {
    face: 3000,
    vatType: "MULTI",
    design: "HOLDS",
    language: "lt",
    payment: { method: "TRANSFER" },
  } as const;
  const named = {
    recipientName: "Kotryna Slaptoji",
    giverName: "Močiutė Birutė",
    recipientEmail: "gavejas@example.lt",
  };
  const { voucher } = await gym.as(gym.key).vouchers.issue({ ...gift, ...named });
  const accountant = await by("accountant");
  const found = async (client: typeof accountant, text: string) =>
    (await client.vouchers.query({ text })).vouchers.map(({ id }) => id);
  for (const name of ["Kotryna", "slaptoji", "Birutė", "gavejas@"]) {
    expect(await found(gym.as(gym.key), name)).toEqual([voucher.id]);
    expect(await found(accountant, name)).toEqual([]);
  }
  for (const text of [String(voucher.number), voucher.last4]) {
    expect(await found(accountant, text)).toEqual([voucher.id]);
  }
});

test("an accountant can record a bank transfer, but no payment at the front desk", async () => {
  const [visitor, service, accountant] = [gym.as(gym.visitor()), await gym.service(), await by("accountant")];
  const participants = [{ firstName: "Jonukas", lastName: "Sava", birthYear: 2019 }];
  const sessionId = await gym.session({ service, inHours: 240 });
  await visitor.carts.add({ booking: { ...places(sessionId, service), participants } });
  const { order } = await place(visitor, "BANK_TRANSFER");
  const money = { orderId: order.id, amount: 2500, requestId: newId() };
  const denied = { code: "PERMISSION_DENIED" };
  await expect(accountant.payments.receive({ ...money, kind: "CASH", receiptNumber: "7" })).rejects.toMatchObject(
    denied,
  );
  const byTransfer = { ...money, kind: "BANK_TRANSFER" } as const;
  for (const role of ["trainer", "desk"] as const) {
    await expect((await by(role)).payments.receive(byTransfer)).rejects.toMatchObject(denied);
  }
  const answer = await accountant.payments.receive(byTransfer);
  expect(answer.order).toMatchObject({ state: "PAID", paid: 2500 });
  expect(JSON.stringify(answer)).not.toMatch(/Jonukas|2019/);
});
