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
])("%j is escaped in a table and read back unchanged", (text) => {
  const cell = writeCell("TEXT", text);
  expect(cell).toBe(`'${text}`);
  expect(readCell("TEXT", cell)).toBe(text);
});

test.each(["-5", "-2,5", "Ona", "'90-ieji"])("%j is not escaped", (text) => {
  expect(writeCell("TEXT", text)).toBe(text);
  expect(readCell("TEXT", text)).toBe(text);
});
