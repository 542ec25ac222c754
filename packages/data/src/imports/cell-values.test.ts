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
])("%j is no formula in a table, and is read as it was", (text) => {
  const cell = writeCell("TEXT", text);
  expect(cell).toBe(`'${text}`);
  expect(readCell("TEXT", cell)).toBe(text);
});

test.each(["-5", "-2,5", "Ona", "'90-ieji"])("%j stays as it is", (text) => {
  expect(writeCell("TEXT", text)).toBe(text);
  expect(readCell("TEXT", text)).toBe(text);
});
