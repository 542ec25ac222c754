import { expect, test } from "vitest";
import { isIban, normalizeIban } from "./iban.ts";
import { documents, iban } from "./index.ts";
import { orders } from "./orders.ts";

test.each([
  "LT121000011101001000",
  "lt12 1000 0111 0100 1000",
  " LT12\u00a01000 0111\t0100 1000 ",
  "DE89370400440532013000",
  "GB82 WEST 1234 5698 7654 32",
  "NO9386011117947",
  "MT84MALT011000012345MTLCAST001S",
])("accepts %s and normalizes it to upper case without spaces", (text) => {
  expect(iban.parse(text)).toBe(text.replace(/\s/g, "").toUpperCase());
});

test.each([
  ["markup", "<b>not an iban</b>"],
  ["nothing", ""],
  ["an IBAN with a changed digit", "LT121000011101001001"],
  ["an IBAN with two swapped digits", "LT211000011101001000"],
  ["a Lithuanian IBAN with a digit missing", "LT12100001110100100"],
  ["a Lithuanian IBAN with a digit too many", "LT1210000111010010000"],
  ["a German IBAN of the wrong length", "DE8937040044053201300"],
  ["an IBAN with check digits of zero", "LT000000000000000000"],
  ["an IBAN with digits in place of the country code", "1212100001110100100"],
  ["an IBAN with digits of another writing system", "LT12１０００011101001000"],
  ["a spreadsheet formula as an IBAN", "=LT121000011101001000"],
])("rejects %s", (_, text) => {
  expect(iban.safeParse(text).success).toBe(false);
  expect(isIban(normalizeIban(text))).toBe(false);
});

const key = "k";
const id = "11111111-1111-4111-8111-111111111111";
const reason = "susirgo";
/** Every operation that accepts an account number, with an input that is valid except for the account. */
const inputs: [string, { safeParse(input: unknown): { success: boolean } }, object][] = [
  [
    "orders.refund",
    orders.refund.input,
    { orderId: id, revision: "1", lines: [{ lineId: id }], way: "TRANSFER", reason },
  ],
  ["orders.refundByKey", orders.refundByKey.input, { key, lineIds: [id], expectedAmount: 1, way: "TRANSFER" }],
  ["orders.withdraw", orders.withdraw.input, { key, lineIds: [id], name: "Ona", email: "ona@example.lt" }],
  [
    "documents.setSeller",
    documents.setSeller.input,
    {
      name: "UAB „Uola“",
      code: "000000014",
      address: "Skardžio g. 14",
      companyDays: 30,
      series: { INVOICE: "KAL", CREDIT: "KRE", PROFORMA: "ISK" },
    },
  ],
];

test.each(inputs)("%s rejects an account with a wrong check digit", (_, input, right) => {
  expect(input.safeParse({ ...right, iban: "LT12 1000 0111 0100 1000" }).success).toBe(true);
  expect(input.safeParse({ ...right, iban: "LT13 1000 0111 0100 1000" }).success).toBe(false);
});

test("reads a seller whose invalid account was stored before accounts were validated", () => {
  const stored = {
    name: "UAB „Uola“",
    code: "000000014",
    vatCode: null,
    address: "Skardžio g. 14",
    companyDays: 30,
    iban: "LT000000000000000000",
    series: { INVOICE: "KAL", CREDIT: "KRE", PROFORMA: "ISK" },
    revision: "1",
  };
  expect(documents.seller.output.safeParse({ seller: stored }).success).toBe(true);
});
