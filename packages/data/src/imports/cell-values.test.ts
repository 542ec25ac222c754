import { expect, test } from "vitest";
import { readCell, writeCell } from "./cell-values.ts";

test.each([
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  "＋1",
  "－1+1",
  "＠SUM(A1)",
  "'=1",
  "''＝1",
])("escapes %j in a table cell and reads it back unchanged", (text) => {
  const cell = writeCell("TEXT", text);
  expect(cell).toBe(`'${text}`);
  expect(readCell("TEXT", cell)).toBe(text);
});

test.each(["-5", "-2,5", "Ona", "'90-ieji"])("does not escape %j", (text) => {
  expect(writeCell("TEXT", text)).toBe(text);
  expect(readCell("TEXT", text)).toBe(text);
});

test.each(["1.2.2026 9:05", "01.2.2026 09:05", "1.02.2026 9:05", "01.02.2026 9:05", "2026-2-1 9:05"])(
  "parses %s as a date and time",
  (text) => {
    expect(readCell("DATETIME", text)).toEqual({ $date: "2026-02-01T07:05:00.000Z" });
    expect(readCell("DATE", text)).toBe("2026-02-01");
  },
);
