import type { CartLine } from "@uola/contract";
import { expect, test } from "vitest";
import { checkoutErrors, type Draft, emptyDraft, type Offered, orderOf, sentOf, withDefaults } from "./draft.ts";

const ways: Offered[] = [
  { way: "DEMO_BANK", banks: [] },
  { way: "MONTONIO", banks: [{ code: "SEB", name: "SEB" }] },
];
const ready: Draft = {
  ...emptyDraft,
  firstName: " Ona ",
  lastName: "Sava",
  email: "ona@pastas.example",
  way: "DEMO_BANK",
};
const asked = { cart: { toPay: 5000, lines: [] as CartLine[] }, ways, terms: true };
const fieldsOf = (draft: Partial<Draft>, change: Partial<typeof asked> = {}) =>
  checkoutErrors({ ...ready, ...draft }, { ...asked, ...change }).map(({ field }) => field);

test("lists all missing checkout fields in the order of the page", () => {
  const problems = checkoutErrors(emptyDraft, { ...asked, terms: false });
  expect(problems.map(({ field }) => field)).toEqual(["firstName", "lastName", "email", "way", "terms"]);
  expect(fieldsOf({})).toEqual([]);
});

test("rejects an invalid e-mail address or phone number at checkout", () => {
  expect(fieldsOf({ email: "ona" })).toEqual(["email"]);
  expect(fieldsOf({ phone: "12" })).toEqual(["phone"]);
  expect(fieldsOf({ phone: "+370 612 34567" })).toEqual([]);
});

test.each([
  ["a child", 2017, ["phone"]],
  ["an adult", 1990, []],
  ["a person of unknown birth year", undefined, []],
])("an order with places for %s (birth year %s) requires the expected additional fields", (_, birthYear, fields) => {
  const participants = [{ firstName: "Ula", birthYear }];
  const line = { startDate: new Date("2026-12-01T14:00:00Z"), booking: { totalParticipants: 1, participants } };
  const cart = { toPay: 5000, lines: [line as CartLine] };
  expect(fieldsOf({}, { cart })).toEqual(fields);
  expect(fieldsOf({ phone: "+370 612 34567" }, { cart })).toEqual([]);
});

test("requires a company's name, code and address, and validates an optional VAT code", () => {
  expect(fieldsOf({ forCompany: true })).toEqual(["company", "companyCode", "address"]);
  const company = { forCompany: true, company: "Virvė", companyCode: "300000000", address: "Vilnius" };
  expect(fieldsOf(company)).toEqual([]);
  expect(fieldsOf({ ...company, companyCode: "12" })).toEqual(["companyCode"]);
  expect(fieldsOf({ ...company, vatCode: "lt 100 000 000 013" })).toEqual([]);
  expect(fieldsOf({ ...company, vatCode: "13" })).toEqual(["vatCode"]);
});

test("requires a bank for a payment method with banks, and rejects a method no longer offered", () => {
  expect(fieldsOf({ way: "MONTONIO" })).toEqual(["bank"]);
  expect(fieldsOf({ way: "MONTONIO", bank: "SEB" })).toEqual([]);
  expect(fieldsOf({ way: "AT_DESK" })).toEqual(["way"]);
});

test("requires no payment method if nothing is left to pay", () => {
  expect(fieldsOf({ way: "" }, { cart: { toPay: 0, lines: [] } })).toEqual([]);
});

test("the order contains the total shown, the accepted terms, and the company only if requested", () => {
  const sent = { ...asked, requestId: "r", terms: "2026-09-01", language: "lt" as const };
  expect(orderOf({ ...ready, company: "Virvė" }, sent)).toEqual({
    requestId: "r",
    buyer: { firstName: "Ona", lastName: "Sava", email: "ona@pastas.example" },
    consents: [{ kind: "TERMS", version: "2026-09-01" }],
    way: "DEMO_BANK",
    language: "lt",
    expectedToPay: 5000,
  });
  const company = {
    forCompany: true,
    company: "Virvė",
    companyCode: "300000000",
    address: "Vilnius",
    vatCode: "lt 123456789",
  };
  expect(orderOf({ ...ready, ...company }, sent).company).toEqual({
    name: "Virvė",
    code: "300000000",
    address: "Vilnius",
    vatCode: "LT123456789",
  });
});

test("reuses the request id for the same cart and total, and creates a new one for any other", () => {
  let made = 0;
  const make = () => `id ${++made}`;
  const first = sentOf(null, { revision: "4", toPay: 5000 }, make);
  expect(sentOf(first, { revision: "4", toPay: 5000 }, make)).toBe(first);
  expect(sentOf(first, { revision: "5", toPay: 5000 }, make).requestId).toBe("id 2");
  expect(sentOf(first, { revision: "4", toPay: 4500 }, make).requestId).toBe("id 3");
});

test("prefills only the empty checkout fields", () => {
  const filled = withDefaults(
    { ...emptyDraft, firstName: "Ona" },
    { firstName: "Jonas", email: "jonas@pastas.example" },
  );
  expect(filled).toMatchObject({ firstName: "Ona", email: "jonas@pastas.example" });
});
