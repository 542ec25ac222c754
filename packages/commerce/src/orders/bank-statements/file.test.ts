import { describe, expect, test } from "vitest";
import { type EntryFixture, fileOf, statementOf } from "./bank-statements.testing.ts";
import { readStatements as readFile } from "./file.ts";
import { numbersIn } from "./matching-rules.ts";

const iban = "LT601010012345678901";
const readStatements = (text: string) => readFile(Buffer.from(text), iban);

const paid = { cents: 2500, text: "UOLA-ABCDEF", payer: "Ona Sava", payerIban: "LT121000011101001000", ref: "R1" };
const entriesOf = (text: string) => readStatements(text).entries;
const refused = (code: string, why: string) => expect.objectContaining({ code, message: expect.stringContaining(why) });
const keysOf = (text: string) => entriesOf(text).map(({ entryKey }) => entryKey);

test.each([
  ["02", ""],
  ["02", "ns2"],
  ["08", ""],
])("reads a statement of version %s with the namespace prefix %j", (year, prefix) => {
  const text = statementOf([paid], { year, prefix });
  expect(readStatements(text)).toMatchObject({
    statements: 1,
    skipped: 0,
    otherAccounts: 0,
    entries: [
      {
        entryKey: expect.any(String),
        bookedDate: "2026-09-01",
        amount: 2500,
        currency: "EUR",
        toCheck: null,
        payerName: "Ona Sava",
        payerIban: "LT121000011101001000",
        text: "UOLA-ABCDEF",
        reference: "",
        reversal: false,
        returned: false,
        bankReference: "R1",
      },
    ],
  });
});

test("skips outgoing payments and pending entries, and returns reversals in both directions", () => {
  const { entries, skipped } = readStatements(
    statementOf([
      { ...paid, out: true },
      { ...paid, state: "PDNG" },
      { ...paid, reversal: true, ref: "R2" },
      { ...paid, reversal: true, out: true, ref: "R3" },
    ]),
  );
  expect(skipped).toBe(2);
  expect(entries.map(({ reversal, returned }) => [reversal, returned])).toEqual([
    [true, true],
    [true, false],
  ]);
});

describe("an entry with several payments", () => {
  const batch = [
    { cents: 1000, text: "UOLA-ABCDEF", payer: "Ona" },
    { cents: 1500, text: "UOLA-GHJKMN", payer: "Jonas" },
  ];
  const shown = (made: EntryFixture) =>
    entriesOf(statementOf([made])).map(({ amount, payerName, toCheck }) => [amount, payerName, toCheck]);
  const split = [
    [1000, "Ona", null],
    [1500, "Jonas", null],
  ];

  test("splits an entry with several payments into its payments", () => {
    expect(shown({ cents: 2500, ref: "B1", batch })).toEqual(split);
    expect(new Set(keysOf(statementOf([{ cents: 2500, ref: "B1", batch }]))).size).toBe(2);
  });

  test.each([
    ["were added to them", { cents: 2522, charges: 22 }],
    ["were deducted from them", { cents: 2478, charges: 22 }],
  ])("splits an entry into its payments if the bank's charges %s", (_, made) => {
    expect(shown({ ...made, batch })).toEqual(split);
  });

  test("splits an entry by the direction of each payment, and skips outgoing payments", () => {
    expect(shown({ cents: 2000, batch: [...batch, { cents: 500, out: true }] })).toEqual(split);
    expect(
      shown({
        cents: 300,
        out: true,
        batch: [
          { cents: 1000, out: false, payer: "Ona" },
          { cents: 1300, out: true },
        ],
      }),
    ).toEqual([[1000, "Ona", null]]);
  });

  test("does not split an entry whose payments do not add up to its amount", () => {
    const text = statementOf([{ cents: 2600, batch }, paid]);
    expect(entriesOf(text)).toMatchObject([
      { amount: 2600, text: "UOLA-ABCDEF UOLA-GHJKMN", toCheck: "AMOUNT_UNCLEAR" },
      { amount: 2500, toCheck: null },
    ]);
  });

  test("does not split an entry that contains a payment in another currency", () => {
    const mixed = [batch[0] as EntryFixture, { ...(batch[1] as EntryFixture), currency: "USD" }];
    expect(shown({ cents: 2500, batch: mixed })).toEqual([[2500, "Ona", "AMOUNT_UNCLEAR"]]);
  });
});

describe("the key of an entry", () => {
  test("gives an entry the same key in every file that contains it", () => {
    const withoutRef = { ...paid, ref: "" };
    const text = statementOf([paid, withoutRef, withoutRef]);
    const keys = keysOf(text);
    expect(new Set(keys).size).toBe(3);
    expect(keysOf(text)).toEqual(keys);
    // A longer file that contains the same entries in another order.
    const longer = keysOf(statementOf([{ ...paid, ref: "R0", cents: 100 }, withoutRef, paid, withoutRef]));
    expect(longer).toEqual(expect.arrayContaining(keys));
  });

  const differences: Partial<EntryFixture>[] = [
    { day: "2026-09-02" },
    { cents: 2501 },
    { currency: "USD" },
    { reversal: true },
    { text: "UOLA-GHJKMN" },
    { payer: "Jonas" },
    { payerIban: "LT121000011101001001" },
    { rf: "RF71KAL" },
    { endToEnd: "E2E-7" },
  ];
  test.each([
    ...["R1", "NOTPROVIDED", "Not provided", "NONREF", "0", "000", "-", " ", ""].flatMap((ref) =>
      differences.map((other) => [ref, other] as const),
    ),
  ])("the key of an entry with the bank's reference %j differs from that of an entry with %j", (ref, other) => {
    const [one] = keysOf(statementOf([{ ...paid, ref }]));
    expect(keysOf(statementOf([{ ...paid, ref, ...other }]))).not.toContain(one);
  });

  test("the key of an entry is the same for every placeholder of a missing reference", () => {
    const keys = ["NOTPROVIDED", "NONREF", "0", ""].flatMap((ref) => keysOf(statementOf([{ ...paid, ref }])));
    expect(new Set(keys).size).toBe(1);
  });

  test("the key of an entry does not depend on the bank's own text if the payer wrote a text", () => {
    const inLithuanian = keysOf(statementOf([{ ...paid, entryInfo: "Gautas pavedimas" }]));
    expect(keysOf(statementOf([{ ...paid, entryInfo: "Incoming transfer" }]))).toEqual(inLithuanian);
  });

  test.each(["", "R1"])("gives equal entries of one statement with the bank's reference %j different keys", (ref) => {
    expect(
      new Set(
        keysOf(
          statementOf([
            { ...paid, ref },
            { ...paid, ref },
          ]),
        ),
      ).size,
    ).toBe(2);
  });

  test("gives equal entries on two pages different keys, unless they share the bank's reference", () => {
    const pages = (ref: string) => keysOf(fileOf([{ made: [{ ...paid, ref }] }, { made: [{ ...paid, ref }] }]));
    expect(new Set(pages("")).size).toBe(2);
    expect(new Set(pages("R1")).size).toBe(1);
  });

  test("gives a reversal another key than the entry with the same reference that it reverses", () => {
    const reversal = { ...paid, reversal: true, out: true };
    const both = keysOf(statementOf([paid, reversal]));
    expect(new Set(both).size).toBe(2);
    expect(keysOf(statementOf([reversal]))).toEqual([both[1]]);
  });
});

describe("order numbers", () => {
  const { text: _, ...nameless } = paid;
  const number = "UOLA-ABCDEF";
  test.each<[string, Partial<EntryFixture>]>([
    ["the payer's text", { text: number }],
    ["the second of the payer's texts", { text: ["laipiojimas", number] }],
    ["two of the payer's texts that each contain a part of it", { text: ["UOLA-AB", "CDEF"] }],
    ["a structured reference", { rf: number }],
    ["the second structured reference", { rf: ["RF18539007547034", number] }],
    ["the number of a paid invoice", { invoiceNumber: number }],
    ["additional remittance information", { additional: number }],
    ["additional information about the payment", { paymentInfo: `/TRTP/SEPA/REMI/${number}/` }],
    ["additional information about the entry", { entryInfo: `Įplauka ${number}` }],
    ["the end-to-end reference", { endToEnd: number }],
    ["the end-to-end reference next to a structured reference", { endToEnd: number, rf: "RF18539007547034" }],
  ])("finds the order number in %s", (_, made) => {
    const [entry] = entriesOf(statementOf([{ ...nameless, ...made }]));
    expect(numbersIn(entry ?? { text: "", reference: "" })).toEqual([number]);
  });
});

test("uses the ultimate debtor as the payer if no debtor is given", () => {
  const { payer: _, ...nameless } = paid;
  const payerOf = (made: EntryFixture) => entriesOf(statementOf([made]))[0]?.payerName;
  expect(payerOf({ ...nameless, ultimatePayer: "Senelė Ona" })).toBe("Senelė Ona");
  expect(payerOf({ ...paid, ultimatePayer: "Senelė Ona" })).toBe("Ona Sava");
});

test.each(["NOTPROVIDED", "NONREF", "0"])("treats the placeholder %s as a missing reference", (endToEnd) => {
  expect(entriesOf(statementOf([{ ...paid, endToEnd }]))[0]?.reference).toBe("");
});

test.each([
  ["000000000000149.87", 14987],
  [".50", 50],
  ["12.", 1200],
  ["+1.00", 100],
  ["7", 700],
  ["25.00000", 2500],
  ["0000000000000000025.0", 2500],
  ["9999999999999.99", 999_999_999_999_999],
])("reads the amount %s", (written, cents) => {
  expect(entriesOf(statementOf([{ ...paid, cents, written }], { opening: 0 }))[0]?.amount).toBe(cents);
});

test("marks an amount with fractions of a cent to be checked", () => {
  const text = statementOf([{ ...paid, currency: "TND", written: "25.125" }]).replaceAll("1025.00", "1025.125");
  expect(entriesOf(text)).toMatchObject([{ amount: 2513, currency: "TND", toCheck: "AMOUNT_UNCLEAR" }]);
});

test("uses the value date if there is no booking date", () => {
  expect(entriesOf(statementOf([{ ...paid, day: "", valueDay: "2026-09-03" }]))[0]?.bookedDate).toBe("2026-09-03");
});

describe("encodings", () => {
  const text = statementOf([{ ...paid, payer: "Žygis Šalna" }]);
  const utf16 = Buffer.from(text, "utf16le");
  const bigEndian = Buffer.from(utf16).swap16();
  const [little, big] = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
  // In Windows-1257, the letters Ž and Š are one byte each.
  const baltic = Buffer.from(text.replace("UTF-8", "windows-1257").replace("Ž", "\xde").replace("Š", "\xd0"), "latin1");
  test.each<[string, Buffer]>([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-8 after blank lines", Buffer.from(`\n\r\n  ${text}`)],
    ["UTF-8 after a byte order mark and a blank line", Buffer.from(`\uFEFF\n${text}`)],
    ["UTF-8 despite a UTF-16 declaration", Buffer.from(text.replace("UTF-8", "utf-16"))],
    ["UTF-16LE with a byte order mark", Buffer.concat([little, utf16])],
    ["UTF-16BE with a byte order mark", Buffer.concat([big, bigEndian])],
    ["UTF-16LE without a byte order mark", utf16],
    ["UTF-16BE without a byte order mark", bigEndian],
    ["Windows-1257 if the file declares it", baltic],
  ])("reads a file in the encoding %s", (_, bytes) => {
    expect(readFile(bytes, iban).entries[0]?.payerName).toBe("Žygis Šalna");
  });

  test("rejects a file in another encoding than the declared one", () => {
    const wrong = Buffer.from(baltic.toString("latin1").replace("windows-1257", "UTF-8"), "latin1");
    expect(() => readFile(wrong, iban)).toThrow(refused("NOT_A_STATEMENT", "UTF-8"));
    expect(() => readStatements(text.replace("UTF-8", "x-runes"))).toThrow(refused("NOT_A_STATEMENT", "x-runes"));
  });
});

test("keeps special characters in names and texts", () => {
  const [entry] = entriesOf(
    statementOf([{ ...paid, payer: 'UAB "Žirnis & <Ko>"', text: "už\n  UOLA-ABCDEF ", rf: "RF71KAL" }]),
  );
  expect(entry).toMatchObject({ payerName: 'UAB "Žirnis & <Ko>"', text: "už UOLA-ABCDEF", reference: "RF71KAL" });
});

describe("balances", () => {
  test("rejects a statement if its entries do not explain the change in its balance", () => {
    const wrong = statementOf([paid], { closing: 100_000 });
    expect(() => readStatements(wrong)).toThrow(refused("STATEMENT_INCOMPLETE", "1025.00 EUR"));
    const overdrawn = statementOf([{ ...paid, out: true }], { opening: 1000 });
    expect(readStatements(overdrawn).statements).toBe(1);
  });

  test("checks the balances of each currency", () => {
    const made = [paid, { ...paid, cents: 700, currency: "USD" }];
    expect(entriesOf(statementOf(made)).map(({ amount, currency }) => [amount, currency])).toEqual([
      [2500, "EUR"],
      [700, "USD"],
    ]);
    const wrong = statementOf(made).replace("1007.00", "1008.00");
    expect(() => readStatements(wrong)).toThrow(refused("STATEMENT_INCOMPLETE", "USD"));
  });

  test("compares the first opening balance with the last closing balance if a statement covers several days", () => {
    const day = (date: string, opening: string, closing: string) =>
      [
        ["OPBD", opening],
        ["CLBD", closing],
      ]
        .map(
          ([code, amount]) =>
            `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`,
        )
        .join("");
    const text = statementOf([paid, { ...paid, day: "2026-09-02", ref: "R2" }]).replace(
      /<Bal>.*<\/Bal>/,
      day("2026-09-02", "35.00", "60.00") + day("2026-09-01", "10.00", "35.00"),
    );
    expect(entriesOf(text)).toHaveLength(2);
  });
});

describe("accounts", () => {
  test.each([
    ["an IBAN", { iban: "LT127300010000000001" }],
    ["another kind of account number", { other: "9052.12.34567" }],
    ["nothing", { iban: "" }],
  ])("skips and counts statements of other accounts that are identified by %s", (_, options) => {
    const broken = { ...paid, written: "many" };
    const text = fileOf([{ made: [broken], options }, { made: [paid] }]);
    expect(readStatements(text)).toMatchObject({ statements: 1, otherAccounts: 1, entries: [{ amount: 2500 }] });
  });

  test("recognises the seller's IBAN in the field for other account numbers", () => {
    expect(readStatements(statementOf([paid], { other: "LT60 1010 0123 4567 8901" })).statements).toBe(1);
  });
});

test.each([
  ["nothing", "", "not XML"],
  ["a CSV table", "data;suma\n2026-09-01;25,00", "not XML"],
  ["an XML document of another type", "<Document><CstmrCdtTrfInitn/></Document>", "not camt.053"],
  ["a truncated file", statementOf([paid]).slice(0, 400), "not XML"],
  ["an amount with a comma", statementOf([paid]).replaceAll(">25.00<", ">25,00<"), "not an amount"],
  ["an amount without a digit", statementOf([paid]).replaceAll(">25.00<", ">.<"), "not an amount"],
  ["a negative amount", statementOf([paid]).replaceAll(">25.00<", ">-25.00<"), "not an amount"],
  ["an amount that is too large", statementOf([paid]).replaceAll(">25.00<", ">10000000000000<"), "too large"],
  ["an entry without a valid date", statementOf([paid]).replace("2026-09-01", "yesterday"), "no day"],
  ["a date that does not exist", statementOf([paid]).replace("2026-09-01", "2026-02-30"), "no day"],
  [
    "a file with a document type declaration",
    statementOf([paid]).replace("<Document", "<!DOCTYPE a><Document"),
    "document type",
  ],
  [
    "a file with expanding entities",
    `<!DOCTYPE z [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>${statementOf([paid])}`,
    "document type",
  ],
])("rejects %s and reports what is wrong", (_, text, why) => {
  expect(() => readStatements(text)).toThrow(refused("NOT_A_STATEMENT", why));
});

test.each([
  ["a tag", `<Document><${"a".repeat(100_000)}></Document>`],
  ["an amount", statementOf([{ ...paid, written: "9,".repeat(50_000) }])],
  ["a date", statementOf([{ ...paid, day: "x".repeat(50_000) }])],
])("keeps the error message short if %s is very long", (_, text) => {
  expect(() => readStatements(text)).toThrow(expect.objectContaining({ message: expect.stringMatching(/^.{1,300}$/) }));
});

test.each(["__proto__", "constructor", "toString"])("an element named %s does not pollute any object", (name) => {
  const text = statementOf([paid]).replace("<Refs>", `<${name}><polluted>x</polluted></${name}><Refs>`);
  try {
    expect(readStatements(text).statements).toBe(1);
  } catch (error) {
    expect(error).toMatchObject({ code: "NOT_A_STATEMENT" });
  }
  expect("polluted" in {}).toBe(false);
});
