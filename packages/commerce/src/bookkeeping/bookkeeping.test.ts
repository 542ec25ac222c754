import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import { openShop, testIn } from "../orders/open-shop.testing.ts";
import { pay, place, places, type Sold } from "../orders/orders.testing.ts";
import type { TestGym } from "../testing.ts";
import { findImbalances } from "./bookkeeping.testing.ts";
import { defaultAccounts } from "./rules.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});

const fileOf = async (token: string, query: string) => {
  const headers = { authorization: token };
  return gym.api.fetch(new Request(`http://localhost:3001/v1/bookkeeping/entries?${query}`, { headers }));
};
const linesOf = async (span: string) => {
  const answer = await fileOf(gym.key, `${span}&format=CSV`);
  const text = new TextDecoder("utf-8").decode(await answer.arrayBuffer());
  const [, ...lines] = text.trim().split("\r\n");
  return lines.map((line) => line.split(";"));
};
const centsOf = (cell: string | undefined) => Math.round(Number((cell || "0").replace(",", ".")) * 100);
const today = () => gym.clock.now.toISOString().slice(0, 10);

/** An order for one place, paid through the demo bank. */
async function bought() {
  const sessionId = await gym.session({ service });
  await visitor.carts.add({ booking: places(sessionId, service) });
  const { key } = await place(visitor);
  return pay(visitor, key);
}

/** The same order paid in cash at the front desk, so that it can be refunded there. */
async function boughtInCash() {
  const sessionId = await gym.session({ service });
  await visitor.carts.add({ booking: places(sessionId, service) });
  const { order } = await place(visitor, "AT_DESK");
  const cash = { kind: "CASH", amount: order.toPay, requestId: newId(), receiptNumber: "76" } as const;
  return (await owner.payments.receive({ orderId: order.id, ...cash })).order;
}

describe("bookkeeping journal", () => {
  test("the journal contains an order's invoice, payment and refund, and adds up to the VAT report", async () => {
    const order = await boughtInCash();
    const total = order.paid;
    await owner.orders.refund({
      orderId: order.id,
      revision: order.revision,
      way: "DESK",
      receiptNumber: "77",
      reason: "Susirgo",
      lines: order.lines.map(({ id: lineId }) => ({ lineId })),
    });
    const lines = (await linesOf(`from=${today()}&to=${today()}`)).filter((line) => line[4] === order.number);
    const sides = lines.map((line) => [line[2], line[6], centsOf(line[8]), centsOf(line[9])]);
    const vat = Math.round((total * 21) / 121);
    expect(sides).toEqual([
      ["Dokumentas", "2410", total, 0],
      ["Dokumentas", "5001", 0, total - vat],
      ["Dokumentas", "4492", 0, vat],
      ["Dokumentas", "5001", total - vat, 0],
      ["Dokumentas", "4492", vat, 0],
      ["Dokumentas", "2410", 0, total],
      ["Gauta", "272", total, 0],
      ["Gauta", "2410", 0, total],
      ["Grąžinta", "2410", total, 0],
      ["Grąžinta", "272", 0, total],
    ]);
    await bought();
    const month = today().slice(0, 7);
    const all = await linesOf(`from=${month}-01&to=${today()}`);
    expect(sumOf(all.map((line) => centsOf(line[8])))).toBe(sumOf(all.map((line) => centsOf(line[9]))));
    const report = await owner.documents.report({ month });
    const owed = all.filter((line) => line[6] === "4492").map((line) => centsOf(line[9]) - centsOf(line[8]));
    expect(sumOf(owed)).toBe(report.month.vat);
    expect(report.month.vat).toBeGreaterThan(0);
    expect(await findImbalances(gym)).toEqual([]);
  });

  test("the journal contains a voucher sold at the front desk, its redemption and the refund of the remaining amount", async () => {
    const { voucher } = await owner.vouchers.issue({
      face: 1000,
      vatType: "MULTI",
      design: "TAPE",
      language: "lt",
      payment: { method: "CASH", receiptNumber: "12" },
    });
    await owner.vouchers.redeem({ voucherId: voucher.id, amount: 300, requestId: newId() });
    const { voucher: after } = await owner.vouchers.get({ voucherId: voucher.id });
    await owner.vouchers.refund({
      voucherId: after.id,
      revision: after.revision,
      payment: { method: "TRANSFER" },
      reason: "Nebereikia",
    });
    const lines = (await linesOf(`from=${today()}&to=${today()}`)).filter((line) => line[5] === `Nr. ${after.number}`);
    expect(lines.map((line) => [line[6], centsOf(line[8]), centsOf(line[9])])).toEqual([
      ["272", 1000, 0],
      ["4420", 0, 1000],
      ["4420", 300, 0],
      ["272", 0, 300],
      ["4420", 700, 0],
      ["271", 0, 700],
    ]);
  });

  test("exports the journal as a workbook and rejects an invalid period", async () => {
    const answer = await fileOf(gym.key, `from=${today()}&to=${today()}&format=XLSX`);
    expect(answer.headers.get("content-disposition")).toContain(`buhalterinis-zurnalas-${today()}-${today()}.xlsx`);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toContain("xl/worksheets/sheet1.xml");
    expect((await fileOf(gym.key, "from=2026-09-02&to=2026-09-01&format=CSV")).status).toBe(400);
  });
});

describe("ledger accounts", () => {
  test("an accountant changes the default ledger accounts, and the audit log contains the previous values", async () => {
    const accountant = gym.as((await gym.member({ role: "accountant" })).token);
    const before = await accountant.bookkeeping.accounts({});
    expect(before).toEqual({ accounts: defaultAccounts, revision: "1" });
    const accounts = { ...defaultAccounts, SERVICES: "5002.1" };
    expect(await accountant.bookkeeping.setAccounts({ accounts, revision: "1" })).toEqual({ accounts, revision: "2" });
    await expect(accountant.bookkeeping.setAccounts({ accounts, revision: "1" })).rejects.toMatchObject({
      code: "REVISION_MISMATCH",
    });
    const history = gym.db
      .selectFrom("audit")
      .select(["before", "after"])
      .where("action", "=", "bookkeeping.setAccounts");
    expect(await history.execute()).toMatchObject([{ before: defaultAccounts, after: accounts }]);
    expect((await linesOf(`from=${today()}&to=${today()}`)).some((line) => line[6] === "5002.1")).toBe(true);
  });

  test("front desk staff, trainers and editors get 403 for the ledger accounts", async () => {
    for (const role of ["desk", "trainer", "editor"] as const) {
      const other = gym.as((await gym.member({ role })).token);
      await expect(other.bookkeeping.accounts({})).rejects.toMatchObject({ status: 403 });
    }
  });
});
