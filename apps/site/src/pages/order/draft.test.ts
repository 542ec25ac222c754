import type { CartLine } from "@uola/contract";
import { expect, test } from "vitest";
import { type Draft, emptyDraft, filledIn, type Offered, orderOf, problemsOf, sentOf } from "./draft.ts";

const ways: Offered[] = [
  { way: "DEMO_BANK", banks: [] },
  { way: "MONTONIO", banks: [{ code: "SEB", name: "SEB" }] },
];
const ready: Draft = {
  ...emptyDraft,
  ...{ firstName: " Ona ", lastName: "Sava", email: "ona@pastas.example", way: "DEMO_BANK" },
};
const asked = { cart: { toPay: 5000, lines: [] as CartLine[] }, ways, terms: true };
const fieldsOf = (draft: Partial<Draft>, change: Partial<typeof asked> = {}) =>
  problemsOf({ ...ready, ...draft }, { ...asked, ...change }).map(({ field }) => field);

test("everything that is missing is named in the order of the page", () => {
  const problems = problemsOf(emptyDraft, { ...asked, terms: false });
  expect(problems.map(({ field }) => field)).toEqual(["firstName", "lastName", "email", "way", "terms"]);
  expect(fieldsOf({})).toEqual([]);
});

test("an address and a phone that cannot be are refused", () => {
  expect(fieldsOf({ email: "ona" })).toEqual(["email"]);
  expect(fieldsOf({ phone: "12" })).toEqual(["phone"]);
  expect(fieldsOf({ phone: "+370 612 34567" })).toEqual([]);
});

test.each([
  ["a child", 2017, ["phone"]],
  ["an adult", 1990, []],
  ["somebody whose year of birth is not known", undefined, []],
])("a phone number is required to order places for %s: %s", (_, birthYear, fields) => {
  const participants = [{ firstName: "Ula", birthYear }];
  const line = { startDate: new Date("2026-12-01T14:00:00Z"), booking: { totalParticipants: 1, participants } };
  const cart = { toPay: 5000, lines: [line as CartLine] };
  expect(fieldsOf({}, { cart })).toEqual(fields);
  expect(fieldsOf({ phone: "+370 612 34567" }, { cart })).toEqual([]);
});

test("a company is asked for its name, code and address, and may have a VAT code", () => {
  expect(fieldsOf({ forCompany: true })).toEqual(["company", "companyCode", "address"]);
  const company = { forCompany: true, company: "Virvė", companyCode: "300000000", address: "Vilnius" };
  expect(fieldsOf(company)).toEqual([]);
  expect(fieldsOf({ ...company, companyCode: "12" })).toEqual(["companyCode"]);
  expect(fieldsOf({ ...company, vatCode: "lt 100 000 000 013" })).toEqual([]);
  expect(fieldsOf({ ...company, vatCode: "13" })).toEqual(["vatCode"]);
});

test("a way with banks needs one of them, and a way that is no longer offered none", () => {
  expect(fieldsOf({ way: "MONTONIO" })).toEqual(["bank"]);
  expect(fieldsOf({ way: "MONTONIO", bank: "SEB" })).toEqual([]);
  expect(fieldsOf({ way: "AT_DESK" })).toEqual(["way"]);
});

test("where nothing is left to pay, no way is asked for", () => {
  expect(fieldsOf({ way: "" }, { cart: { toPay: 0, lines: [] } })).toEqual([]);
});

test("the order says what was seen, what was agreed to, and the company only when it is asked for", () => {
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
    ...{ name: "Virvė", code: "300000000", address: "Vilnius", vatCode: "LT123456789" },
  });
});

test("the same cart is sent under one id, another cart or sum under another", () => {
  let made = 0;
  const make = () => `id ${++made}`;
  const first = sentOf(null, { revision: "4", toPay: 5000 }, make);
  expect(sentOf(first, { revision: "4", toPay: 5000 }, make)).toBe(first);
  expect(sentOf(first, { revision: "5", toPay: 5000 }, make).requestId).toBe("id 2");
  expect(sentOf(first, { revision: "4", toPay: 4500 }, make).requestId).toBe("id 3");
});

test("what is known fills only what is empty", () => {
  const filled = filledIn({ ...emptyDraft, firstName: "Ona" }, { firstName: "Jonas", email: "jonas@pastas.example" });
  expect(filled).toMatchObject({ firstName: "Ona", email: "jonas@pastas.example" });
});
