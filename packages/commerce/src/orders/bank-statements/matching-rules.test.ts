import { describe, expect, test } from "vitest";
import { type Candidate, type Entry, isReference, isSamePerson, numbersIn, proposalFor } from "./matching-rules.ts";

describe("order numbers", () => {
  test.each([
    ["in its standard form", "UOLA-ABCDEF"],
    ["in a sentence", "Už užsakymą UOLA-ABCDEF, ačiū"],
    ["without its hyphen, in lower case", "uola abcdef"],
    ["with a zero instead of the letter O", "U0LA-ABCDEF"],
    ["split by the bank's line break", "UOLA-AB CDEF"],
    ["after the gym's name", "UAB Uola UOLA-ABCDEF"],
    ["between two mentions of the gym's name", "Uola: UOLA-ABCDEF, Uola ačiū"],
  ])("finds an order number %s", (_, text) => expect(numbersIn({ text, reference: "" })).toEqual(["UOLA-ABCDEF"]));

  test("finds an order number in a reference only if the check digits are valid", () => {
    expect(isReference("RF71KAL000123")).toBe(true);
    expect(isReference("RF72KAL000123")).toBe(false);
    expect(isReference("RF462026000123")).toBe(true);
    expect(numbersIn({ text: "", reference: "RF53 UOLA ABCD EF" })).toEqual(
      isReference("RF53UOLAABCDEF") ? ["UOLA-ABCDEF"] : [],
    );
    const right = [...Array(98).keys()]
      .map((digits) => `RF${String(digits).padStart(2, "0")}UOLAABCDEF`)
      .filter(isReference);
    expect(right).toHaveLength(1);
    expect(numbersIn({ text: "", reference: right[0] as string })).toEqual(["UOLA-ABCDEF"]);
    expect(numbersIn({ text: "", reference: "RF00UOLAABCDEF" })).toEqual([]);
    expect(numbersIn({ text: `${right[0]} Jonas Jonaitis`, reference: "" })).toContain("UOLA-ABCDEF");
    expect(numbersIn({ text: `už ${right[0]}`, reference: "" })).toContain("UOLA-ABCDEF");
    expect(numbersIn({ text: "už RF00UOLAABCDEF", reference: "" })).toEqual([]);
  });

  test("returns each order number once, and none from a text without one", () => {
    const text = "UOLA-ABCDEF ir UOLA-GHJKMN, uola-abcdef";
    expect(numbersIn({ text, reference: "" })).toEqual(["UOLA-ABCDEF", "UOLA-GHJKMN"]);
    expect(numbersIn({ text: "už laipiojimą", reference: "" })).toEqual([]);
  });
});

test("recognises a person whose names are in another order or lack diacritics", () => {
  expect(isSamePerson("Žygimantas Ąžuolas", "AZUOLAS ZYGIMANTAS")).toBe(true);
  expect(isSamePerson("Ona Sava", "Ona Savaitė")).toBe(false);
  expect(isSamePerson("", "")).toBe(false);
});

describe("matching an entry to an order", () => {
  const entry = {
    toCheck: null,
    bookedDate: "2026-09-01",
    amount: 2500,
    currency: "EUR",
    reversal: false,
    returned: false,
    payerName: "ONA SAVA",
    text: "",
    reference: "",
  };
  const order: Candidate = {
    id: "1",
    number: "UOLA-ABCDEF",
    state: "AWAITING_PAYMENT",
    left: 2500,
    byTransfer: true,
    buyer: "Ona Sava",
    names: ["Ona Sava"],
    notedBefore: [],
    transfers: [],
  };
  const of = (
    changed: object,
    named: readonly Candidate[] = [order],
    open: readonly Candidate[] = [order],
    reversals: Entry[] = [],
  ) => {
    const { match, problem, order: found } = proposalFor({ ...entry, ...changed }, named, open, reversals);
    return [match, problem, found?.number ?? null];
  };
  const found = "UOLA-ABCDEF";

  test("an entry with the number and the exact remaining amount of an unpaid order is a sure match, even from another payer", () => {
    expect(of({ payerName: "Senelis" })).toEqual(["SURE", null, found]);
  });

  test.each([
    ["less than is left", { amount: 2499 }, {}, ["LIKELY", "UNDERPAID", found]],
    ["more than is left", { amount: 2501 }, {}, ["LIKELY", "OVERPAID", found]],
    ["for an order that expired", {}, { state: "EXPIRED" }, ["LIKELY", "OVER", found]],
    ["for an order that was given up", {}, { state: "CANCELED" }, ["LIKELY", "OVER", found]],
    ["for an order that is paid", {}, { state: "PAID", left: 0 }, ["UNKNOWN", "PAID_ALREADY", found]],
    ["that was noted by hand", {}, { state: "PAID", left: 0, notedBefore: [2500] }, ["LIKELY", "NOTED_BEFORE", found]],
    ["in another currency", { currency: "USD" }, {}, ["UNKNOWN", "OTHER_CURRENCY", found]],
    ["that is a reversal", { reversal: true }, {}, ["UNKNOWN", "REVERSAL", found]],
  ] as const)("gives the reason why an entry is not a sure match: %s", (_, changed, ofOrder, expected) => {
    expect(of(changed, [{ ...order, ...(ofOrder as Partial<Candidate>) }])).toEqual(expected);
  });

  test("an entry without an order number is a likely match only if both amount and name match", () => {
    expect(of({}, [])).toEqual(["LIKELY", "BY_NAME", found]);
    expect(of({ payerName: "Jonas Jonaitis" }, [])).toEqual(["UNKNOWN", "NO_ORDER", null]);
    expect(of({ amount: 2400 }, [])).toEqual(["UNKNOWN", "NO_ORDER", null]);
    expect(of({}, [], [{ ...order, byTransfer: false }])).toEqual(["UNKNOWN", "NO_ORDER", null]);
    expect(of({}, [], [order, { ...order, id: "2" }])).toEqual(["UNKNOWN", "NO_ORDER", null]);
  });

  test("proposes no order for an entry that contains several order numbers", () => {
    expect(of({}, [order, { ...order, id: "2" }])).toEqual(["UNKNOWN", "SEVERAL_ORDERS", null]);
  });

  test("flags an entry that the bank reversed, by its order or its payer, and no other entry", () => {
    const by = (reversal: Partial<Entry>, changed: Partial<Entry> = {}) =>
      of({ text: found, ...changed }, [order], [order], [{ ...entry, text: found, reversal: true, ...reversal }]);
    const [gone, sure] = [
      ["UNKNOWN", "TAKEN_BACK", found],
      ["SURE", null, found],
    ];
    expect(by({ bookedDate: "2026-09-03", payerName: "" })).toEqual(gone);
    expect(by({ text: "grąžinta" })).toEqual(gone);
    expect(by({ text: "UOLA-GHJKMN" })).toEqual(sure);
    expect(by({ text: "grąžinta", payerName: "Jonas" })).toEqual(sure);
    expect(by({ amount: 100 })).toEqual(sure);
    // This payment was made after the reversal.
    expect(by({}, { bookedDate: "2026-09-02" })).toEqual(sure);
  });

  test.each(["AMOUNT_UNCLEAR", "SAME_REFERENCE"])("an entry marked %s is not a sure match", (toCheck) => {
    expect(of({ toCheck })).toEqual(["UNKNOWN", toCheck, found]);
    expect(of({ toCheck }, [])).toEqual(["UNKNOWN", toCheck, null]);
  });

  test("treats a transfer from a payment provider as a payout, unless it names an order", () => {
    expect(of({ payerName: "Montonio Finance OU" }, [])).toEqual(["UNKNOWN", "PAYOUT", null]);
    expect(of({ payerName: "Paysera LT, UAB" })).toEqual(["SURE", null, found]);
  });
});
