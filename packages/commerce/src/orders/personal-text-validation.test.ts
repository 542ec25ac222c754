import type { Client } from "@uola/client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestGym } from "../testing.ts";
import { buyer, createShop, pay, place } from "./orders.testing.ts";

let gym: TestGym;
let visitor: Client;
beforeAll(async () => {
  gym = await createShop();
});
beforeEach(() => {
  visitor = gym.as(gym.visitor());
});
afterAll(() => gym.close());

const refused = (field: string) => ({
  fieldViolations: [expect.objectContaining({ field, data: { code: "NOT_A_NAME" } })],
});
const gift = { face: 3000, design: "HOLDS", language: "lt" } as const;

test.each([
  ["firstName", "Laimėjote https://blogas.example"],
  ["firstName", "blogas.example"],
  ["lastName", "<b>Sava</b>"],
  ["lastName", "rašykite@blogas"],
])("rejects a buyer whose %s is “%s”, like a person who books", async (field, name) => {
  await visitor.carts.add({ donation: { amount: 100 } });
  const asked = { buyer: { ...buyer, [field]: name }, expectedToPay: 100 };
  await expect(place(visitor, "BANK_TRANSFER", asked)).rejects.toMatchObject(refused(`buyer.${field}`));
});

test("a buyer's name has the same length limit as a booking's, and staff may type any name", async () => {
  await visitor.carts.add({ donation: { amount: 100 } });
  const asked = { buyer: { ...buyer, firstName: "O".repeat(51) }, expectedToPay: 100 };
  await expect(place(visitor, "BANK_TRANSFER", asked)).rejects.toMatchObject({
    fieldViolations: [{ field: "buyer.firstName", data: { max: 50 } }],
  });
  const desk = gym.as((await gym.member({ role: "desk" })).token);
  await desk.carts.add({ donation: { amount: 100 } });
  const club = { buyer: { ...buyer, firstName: "Uosis/Beržas" }, expectedToPay: 100 };
  expect((await place(desk, "AT_DESK", club)).order.buyer.firstName).toBe("Uosis/Beržas");
});

test("requires a real name for a withdrawal, since the confirmation is sent to any email address given", async () => {
  await visitor.carts.add({ voucher: gift });
  const { key, order } = await place(visitor);
  await pay(visitor, key);
  const asked = { key, lineIds: [order.lines[0]?.id as string], email: "kas@example.lt" };
  await expect(visitor.orders.withdraw({ ...asked, name: "Pirkite blogas.example" })).rejects.toMatchObject(
    refused("name"),
  );
  const { order: after } = await visitor.orders.withdraw({ ...asked, name: "Ona Sava-Uosė" });
  expect(after.withdrawals).toMatchObject([{ name: "Ona Sava-Uosė" }]);
});

test("requires a real name for the holder of a pass", async () => {
  const holder = { name: "Laimėjote! blogas.example", email: "kas@example.lt" };
  const pass = { kindId: crypto.randomUUID(), holder };
  await expect(visitor.carts.add({ pass })).rejects.toMatchObject(refused("pass.holder.name"));
});

test.each([
  ["greeting", "Pasiimkite prizą: https://blogas.example/x"],
  ["greeting", "Žiūrėk BLOGAS.EXAMPLE"],
  ["greeting", "Rašyk man labas@blogas"],
  ["giverName", "blogas.example"],
  ["recipientName", "www.blogas.example"],
])("rejects a gift voucher whose %s is “%s”, since the gym sends it to any email address", async (field, text) => {
  const voucher = { ...gift, recipientEmail: "kas@example.lt", [field]: text };
  await expect(visitor.carts.add({ voucher })).rejects.toMatchObject(refused(`voucher.${field}`));
});

test("accepts typical personal messages on gift vouchers", async () => {
  const greeting = "Su gimtadieniu! <3 Lipk kuo aukščiau... 6a/6b, o gal ir 7A+?\nTavo mama :)";
  const { cart } = await visitor.carts.add({
    voucher: { ...gift, greeting, giverName: "Mama & tėtis", recipientName: "Ona / Jonas" },
  });
  expect(cart.lines).toMatchObject([{ voucher: { greeting } }]);
  const { cart: changed } = await visitor.carts.change({
    lineId: cart.lines[0]?.id as string,
    voucher: { ...gift, greeting: "Sveika." },
  });
  expect(changed.lines).toMatchObject([{ voucher: { greeting: "Sveika." } }]);
  await expect(
    visitor.carts.change({ lineId: cart.lines[0]?.id as string, voucher: { ...gift, greeting: "blogas.example" } }),
  ).rejects.toMatchObject(refused("voucher.greeting"));
});
