import { readFileSync } from "node:fs";
import type { Client } from "@uola/client";
import { cartLimits } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestGym } from "../../testing.ts";
import { buyer, consents, createShop, place } from "../orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
beforeAll(async () => {
  gym = await createShop();
  owner = gym.as(gym.key);
});
beforeEach(() => {
  visitor = gym.as(gym.visitor());
});
afterAll(() => gym.close());

const voucher = (face: number, greeting = "") => ({ face, design: "TAPE", language: "lt", greeting }) as const;
const fill = async (client: Client, cents: number) => {
  await client.carts.add({ voucher: voucher(500_000) });
  await client.carts.add({ voucher: voucher(cents - 500_000) });
};

/** The limits of a cart in docs/security.md, in the order of the table row. */
const promised = /\| a cart, its codes, one sum \| (\d+) lines, (\d+), ([\d ]+) € \|/.exec(
  readFileSync(new URL("../../../../../docs/security.md", import.meta.url), "utf8"),
);

describe("the documented limits of a cart", () => {
  test("the documented limits of a cart equal those in the contract", () => {
    const [, lines, codes, euros] = promised ?? [];
    expect([lines, codes, Number(euros?.replace(/\s/g, "")) * 100].map(Number)).toEqual([
      cartLimits.lines,
      cartLimits.codes,
      cartLimits.cents,
    ]);
  });

  test("rejects the 31st line of a cart", async () => {
    for (let line = 0; line < cartLimits.lines; line++) await visitor.carts.add({ voucher: voucher(1000, `${line}`) });
    await expect(visitor.carts.add({ voucher: voucher(1000, "one more") })).rejects.toMatchObject({
      code: "CART_FULL",
    });
    expect((await visitor.carts.get({})).cart.lines).toHaveLength(cartLimits.lines);
  });

  test("rejects the seventh code in a cart", async () => {
    const codes: string[] = [];
    for (let code = 0; code <= cartLimits.codes; code++) {
      const { voucher } = await owner.vouchers.issue({
        face: 1000,
        vatType: "MULTI",
        design: "ROUTE",
        language: "lt",
        payment: { method: "TRANSFER" },
      });
      codes.push((await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string);
    }
    for (const code of codes.slice(0, cartLimits.codes)) await visitor.carts.addCode({ code });
    await expect(visitor.carts.addCode({ code: codes.at(-1) as string })).rejects.toMatchObject({ code: "CART_FULL" });
    expect((await visitor.carts.get({})).cart.codes).toHaveLength(cartLimits.codes);
  });

  test("accepts an order of 10 000 €", async () => {
    await fill(visitor, cartLimits.cents);
    expect((await visitor.carts.get({})).cart).toMatchObject({ orderable: true, maxTotal: null });
    expect((await place(visitor)).order).toMatchObject({ total: cartLimits.cents });
  });

  test("rejects an order above 10 000 €, and shows the limit in the cart beforehand", async () => {
    await fill(visitor, cartLimits.cents);
    await visitor.carts.add({ donation: { amount: 100 } });
    expect((await visitor.carts.get({})).cart).toMatchObject({ orderable: false, maxTotal: cartLimits.cents });
    await expect(place(visitor)).rejects.toMatchObject({ code: "SUM_TOO_LARGE", data: { max: cartLimits.cents } });
    expect((await visitor.carts.get({})).cart.lines).toHaveLength(3);
  });

  test("lets staff place an order above 10 000 €", async () => {
    const desk = gym.as((await gym.member({ role: "desk" })).token);
    await fill(desk, cartLimits.cents);
    await desk.carts.add({ donation: { amount: 100 } });
    const { order } = await desk.orders.place({
      requestId: newId(),
      buyer,
      consents,
      way: "AT_DESK",
      language: "lt",
      captchaTokens: null,
      expectedToPay: cartLimits.cents + 100,
    });
    expect(order).toMatchObject({ total: cartLimits.cents + 100 });
  });
});
