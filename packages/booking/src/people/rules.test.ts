import { bookingCode, idEndOfCode } from "@uola/contract";
import { newId } from "@uola/database";
import { expect, test } from "vitest";
import { parsePersonQuery } from "./rules.ts";

test("matches words one by one without diacritics; one or two letters match only the start of a word", () => {
  expect(parsePersonQuery("Austėja  KAZ").words).toEqual(["%austeja%", "%kaz%"]);
  expect(parsePersonQuery("Jū").words).toEqual(["% ju%"]);
  expect(parsePersonQuery("100%_a").words).toEqual(["%100\\%\\_a%"]);
});

test("finds a phone number in any notation", () => {
  expect(parsePersonQuery("+370 600 00014").numbers).toEqual(["%37060000014%"]);
  expect(parsePersonQuery("8 600 00014").numbers).toEqual(["%860000014%", "%60000014%"]);
  expect(parsePersonQuery("0-600").numbers).toEqual(["%0600%", "%600%"]);
  expect(parsePersonQuery("12").numbers).toEqual([]);
  expect(parsePersonQuery("Jonas 600").numbers).toEqual([]);
});

test("recognises a booking code in any format, and does not treat other text as a code", () => {
  for (let n = 0; n < 200; n++) {
    const id = newId();
    const code = bookingCode(id);
    for (const typed of [
      code,
      code.toLowerCase(),
      code.slice(2),
      code.replaceAll("-", " "),
      code.replaceAll("0", "O"),
    ]) {
      expect(idEndOfCode(typed)).toBe(id.slice(-10));
    }
  }
  for (const other of ["Austėja", "R-7K3M", "R-7K3M-9QTXA", "R-7K3M-9QT!", ""])
    expect(idEndOfCode(other)).toBeUndefined();
});
