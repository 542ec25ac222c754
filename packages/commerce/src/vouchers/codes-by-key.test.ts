import type { Client } from "@uola/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: Client;
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
});
afterAll(() => gym.close());

const keyed = async (readOnly: boolean) => {
  const { key } = await owner.apiKeys.create({ name: `key ${readOnly}`, readOnly, features: ["vouchers", "coupons"] });
  return { client: gym.as(key), key };
};

test("a read-only API key gets no codes that are worth money", async () => {
  const gift = { face: 5000, vatType: "MULTI", design: "ROUTE", language: "lt" } as const;
  const { voucher } = await owner.vouchers.issue({ ...gift, payment: { method: "TRANSFER" } });
  const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
  const { coupon } = await owner.coupons.create({
    name: "Dovana",
    rule: { ...rule, kind: "PERCENT", percent: 100 },
    code: "DOVANA",
  });
  const [reading, writing] = [await keyed(true), await keyed(false)];
  await reading.client.vouchers.query({});
  const refused = { code: "PERMISSION_DENIED" };
  await expect(reading.client.vouchers.print({ voucherId: voucher.id })).rejects.toMatchObject(refused);
  const codes = (key: string) => gym.ask(`/v1/coupons/${coupon.id}/codes`, { method: "GET", token: key });
  expect((await codes(reading.key)).status).toBe(403);
  expect((await writing.client.vouchers.print({ voucherId: voucher.id })).vouchers).toHaveLength(1);
});
