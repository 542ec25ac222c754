import { expect, test } from "vitest";
import { statementOf } from "./bank-statement.testing.ts";
import { readStatements as readFile } from "./bank-statement-file.ts";

const readStatements = (text: string) => readFile(Buffer.from(text));

const paid = { cents: 2500, text: "UOLA-ABCDEF", payer: "Ona Sava", payerIban: "LT121000011101001000", ref: "R1" };
const entriesOf = (text: string) => readStatements(text).flatMap(({ entries }) => entries);
const refused = (code: string, why: string) => expect.objectContaining({ code, message: expect.stringContaining(why) });
const keysOf = (text: string) => entriesOf(text).map(({ entryKey }) => entryKey);

test.each([
  ["02", ""],
  ["02", "ns2"],
  ["08", ""],
])("a statement of version %s with the prefix %j is read", (year, prefix) => {
  const text = statementOf([paid], { year, prefix });
  expect(readStatements(text)).toEqual([
    {
      iban: "LT601010012345678901",
      skipped: 0,
      entries: [
        {
          ...{
            entryKey: expect.any(String),
            bookedDate: "2026-09-01",
            amount: 2500,
            currency: "EUR",
            reversal: false,
            returned: false,
          },
          ...{ payerName: "Ona Sava", payerIban: "LT121000011101001000", text: "UOLA-ABCDEF", reference: "" },
        },
      ],
    },
  ]);
});

test("payments out and what is not booked yet are skipped; reversals are shown in both directions", () => {
  const [statement] = readStatements(
    statementOf([
      { ...paid, out: true },
      { ...paid, state: "PDNG" },
      { ...paid, reversal: true, ref: "R2" },
      { ...paid, reversal: true, out: true, ref: "R3" },
    ]),
  );
  expect(statement?.skipped).toBe(2);
  expect(statement?.entries.map(({ reversal }) => reversal)).toEqual([true, true]);
});

test("a batch is as many entries as it has payments", () => {
  const batch = [
    { cents: 1000, text: "UOLA-ABCDEF", payer: "Ona" },
    { cents: 1500, text: "UOLA-GHJKMN", payer: "Jonas" },
  ];
  const entries = entriesOf(statementOf([{ cents: 2500, ref: "B1", batch }]));
  expect(entries.map(({ amount, payerName, text }) => [amount, payerName, text])).toEqual([
    [1000, "Ona", "UOLA-ABCDEF"],
    [1500, "Jonas", "UOLA-GHJKMN"],
  ]);
  expect(new Set(entries.map(({ entryKey }) => entryKey)).size).toBe(2);
  expect(() => readStatements(statementOf([{ cents: 2600, batch }]))).toThrow(refused("STATEMENT_INCOMPLETE", "batch"));
});

test("an entry has the same key in every file, and two alike have two", () => {
  const withoutRef = { ...paid, ref: "" };
  const text = statementOf([paid, withoutRef, withoutRef]);
  const keys = keysOf(text);
  expect(new Set(keys).size).toBe(3);
  expect(keysOf(text)).toEqual(keys);
  // A longer file of another day has the same entries, in another order.
  const longer = keysOf(statementOf([{ ...paid, ref: "R0", cents: 100 }, withoutRef, paid, withoutRef]));
  expect(longer).toEqual(expect.arrayContaining(keys));
});

test("a reversal that the bank calls as what it takes back is another entry, in a file of its own too", () => {
  const reversal = { ...paid, reversal: true, out: true };
  const both = keysOf(statementOf([paid, reversal]));
  expect(new Set(both).size).toBe(2);
  expect(keysOf(statementOf([reversal]))).toEqual([both[1]]);
});

test("a file is read in the encoding that it names, and refused in another", () => {
  const text = statementOf([{ ...paid, payer: "Žygis Šalna" }]);
  // In Windows-1257 these two letters are one byte each.
  const bytes = Buffer.from(text.replace("UTF-8", "windows-1257").replace("Ž", "\xde").replace("Š", "\xd0"), "latin1");
  expect(readFile(bytes)[0]?.entries[0]?.payerName).toBe("Žygis Šalna");
  const wrong = Buffer.from(bytes.toString("latin1").replace("windows-1257", "UTF-8"), "latin1");
  expect(() => readFile(wrong)).toThrow(refused("NOT_A_STATEMENT", "UTF-8"));
  expect(() => readStatements(text.replace("UTF-8", "x-runes"))).toThrow(refused("NOT_A_STATEMENT", "x-runes"));
});

test("what people write comes as they wrote it", () => {
  const [entry] = entriesOf(
    statementOf([{ ...paid, payer: 'UAB "Žirnis & <Ko>"', text: "už\n  UOLA-ABCDEF ", rf: "RF71KAL" }]),
  );
  expect(entry).toMatchObject({ payerName: 'UAB "Žirnis & <Ko>"', text: "už UOLA-ABCDEF", reference: "RF71KAL" });
});

test("balances that do not follow from the entries refuse the whole file", () => {
  const wrong = statementOf([paid], { closing: 100_000 });
  expect(() => readStatements(wrong)).toThrow(refused("STATEMENT_INCOMPLETE", "102500"));
  const overdrawn = statementOf([{ ...paid, out: true }], { opening: 1000 });
  expect(readStatements(overdrawn)).toHaveLength(1);
});

test.each([
  ["nothing", "", "not XML"],
  ["a table", "data;suma\n2026-09-01;25,00", "not XML"],
  ["another document", "<Document><CstmrCdtTrfInitn/></Document>", "not camt.053"],
  ["half a file", statementOf([paid]).slice(0, 400), "not XML"],
  ["a sum with a comma", statementOf([paid]).replaceAll(">25.00<", ">25,00<"), "no sum"],
  ["an entry without a day", statementOf([paid]).replace("2026-09-01", "yesterday"), "no day"],
  ["a document type", statementOf([paid]).replace("<Document", "<!DOCTYPE a><Document"), "document type"],
  [
    "entities that grow",
    `<!DOCTYPE z [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>${statementOf([paid])}`,
    "document type",
  ],
])("%s is refused with what is wrong", (_, text, why) => {
  expect(() => readStatements(text)).toThrow(refused("NOT_A_STATEMENT", why));
});

test.each(["__proto__", "constructor", "toString"])("an element that is called %s changes no object", (name) => {
  const text = statementOf([paid]).replace("<Refs>", `<${name}><polluted>x</polluted></${name}><Refs>`);
  try {
    expect(readStatements(text)).toHaveLength(1);
  } catch (error) {
    expect(error).toMatchObject({ code: "NOT_A_STATEMENT" });
  }
  expect("polluted" in {}).toBe(false);
});
