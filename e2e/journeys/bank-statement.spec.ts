import { words as adminWords } from "@uola/words/admin";
import { expectAccessible } from "../harness/accessible.ts";
import { site } from "../harness/addresses.ts";
import { desk, newVisitorClient } from "../harness/desk.ts";
import { expect, test } from "../people.ts";

const say = adminWords("lt");

/** Creates an order of a 30-euro voucher that waits for a bank transfer. */
async function createUnpaidOrder() {
  const client = newVisitorClient();
  const { cart } = await client.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt" } });
  const buyer = { firstName: "Adelė", lastName: "Pavedimienė", email: "adele@uola.example" };
  const { order } = await client.orders.place({
    requestId: crypto.randomUUID(),
    buyer,
    way: "BANK_TRANSFER",
    language: "lt",
    expectedToPay: cart.toPay,
    consents: [{ kind: "TERMS", version: "2026-09" }],
  });
  return order;
}

const entry = ({ euros, text }: { euros: string; text: string }) =>
  `<Ntry><Amt Ccy="EUR">${euros}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-09-01</Dt></BookgDt>
    <AcctSvcrRef>${crypto.randomUUID()}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Senelis P.</Nm></Dbtr></RltdPties>
    <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

test("the owner imports a bank statement, records the unambiguous payments and reviews the rest", async ({
  owner: { page },
}) => {
  const [whole, part] = [await createUnpaidOrder(), await createUnpaidOrder()];
  const { seller } = await desk.documents.seller({});
  const nobodys = `Už plytas ${whole.number.slice(-3)}`;
  const entries = [
    entry({ euros: "30.00", text: `Dovana ${whole.number}` }),
    entry({ euros: "20.00", text: part.number.toLowerCase().replace("-", " ") }),
    entry({ euros: "42.00", text: nobodys }),
  ];
  const account = `<Acct><Id><IBAN>${seller?.iban}</IBAN></Id></Acct>`;
  const xml = `<Document><BkToCstmrStmt><Stmt>${account}${entries.join("")}</Stmt></BkToCstmrStmt></Document>`;
  const file = { name: "israsas.xml", mimeType: "text/xml", buffer: Buffer.from(xml) };
  const sheet = page.getByRole("dialog", { name: say("orders.statement") });
  const upload = () => sheet.locator("input[type=file]").setInputFiles(file);
  const row = (text: string) => sheet.getByRole("listitem").filter({ hasText: text });

  await test.step("proposes which orders are paid and marks uncertain entries", async () => {
    await page.goto(`${site}/admin/orders/`);
    await page.getByRole("button", { name: say("orders.statement"), exact: true }).click();
    await upload();
    await expect(row(whole.number)).toContainText("Pavedimienė");
    await expect(row(part.number)).toContainText(say("orders.statement.problem.UNDERPAID", { difference: "10,00 €" }));
    await expect(row(nobodys)).toContainText(say("orders.statement.problem.NO_ORDER"));
    await expectAccessible(page);
  });

  await test.step("records all unambiguous payments at once and marks the order paid", async () => {
    await sheet.getByRole("button", { name: /^Įrašyti visas/ }).click();
    await expect(row(whole.number)).toBeHidden();
    expect((await desk.orders.get({ orderId: whole.id })).order.state).toBe("PAID");
    expect((await desk.orders.get({ orderId: part.id })).order).toMatchObject({ state: "AWAITING_PAYMENT", paid: 0 });
  });

  await test.step("uploading the same file again adds nothing, and an entry without an order can be set aside", async () => {
    await upload();
    await expect(
      sheet.getByText(
        say("orders.statement.added", { added: 0, known: 3, skipped: 0, differing: 0, otherAccounts: 0 }),
      ),
    ).toBeVisible();
    await row(nobodys)
      .getByRole("button", { name: /^Veiksmai/ })
      .click();
    await page.getByRole("button", { name: say("orders.statement.aside") }).click();
    await expect(row(nobodys)).toBeHidden();
    expect((await desk.orders.get({ orderId: whole.id })).order.payments).toHaveLength(1);
  });
});
