import { expect, test } from "vitest";
import { normalizePhone, parsePhone } from "./phone.ts";
import { cleanEmail, cleanLine, foldText } from "./typed-text.ts";

test.each([
  ["\u202d+37061234567\u202c", "+37061234567"],
  ["\u200e8 612 34567\ufeff", "+37061234567"],
  ["+370\u2212612\u201334567", "+37061234567"],
  ["＋３７０６１２３４５６７", "+37061234567"],
  ["+370\u00a0612\u202f34567", "+37061234567"],
])("reads the pasted phone number %j", (pasted, number) => {
  expect(parsePhone(pasted)).toBe(number);
});

test.each(["8 612 34567", "0612-34567", "61234567", "00370 612 34567", "+370 (612) 34567", "+370 8 612 34567"])(
  "reads the typed phone number %j",
  (typed) => {
    expect(parsePhone(typed)).toBe("+37061234567");
  },
);

test("reads a foreign phone number with its country code", () => {
  expect(parsePhone("+48 22 123 45 67")).toBe("+48221234567");
});

test.each(["", "112", "8612345678", "+37081234567", "abc"])("rejects %j as a phone number", (typed) => {
  expect(parsePhone(typed)).toBeUndefined();
});

test("stores text that is not a phone number without its invisible characters", () => {
  expect(normalizePhone("\u202d nežinau\u202c")).toBe("nežinau");
});

test.each([
  ["\u202eJonas", "Jonas"],
  ["\u200b\u2060", ""],
  ["\u200d", ""],
  ["Jonas\u00a0\u3000 Jonaitis ", "Jonas Jonaitis"],
  ["Ru\u0304ta", "Rūta"],
  ["👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"],
])("cleans the name %j", (typed, stored) => {
  expect(cleanLine(typed)).toBe(stored);
});

test.each([
  [" rasa@example.lt ", "rasa@example.lt"],
  ["rasa@\u200bexample.lt", "rasa@example.lt"],
  ["rasa@šokis.lt", "rasa@xn--okis-f6a.lt"],
  ["ąžuolas@example.lt", "ąžuolas@example.lt"],
  ["rasa@šokis.lt/x", "rasa@šokis.lt/x"],
  ["rasa", "rasa"],
])("cleans the email address %j", (typed, stored) => {
  expect(cleanEmail(typed)).toBe(stored);
});

test("replaces letters of another alphabet only within a Latin word", () => {
  expect(cleanLine("Аustėjа Оzolіnė")).toBe("Austėja Ozolinė");
  expect(cleanLine("Анна")).toBe("Анна");
});

test("normalizes a search text in the same way as indexed names", () => {
  expect(foldText("Аustėja\u200b")).toBe("austeja");
  expect(foldText("Šokis")).toBe(foldText("s\u030cOKIS"));
});

test.each(["\u3164", "\u115f\u1160", "\uffa0", "\u2800 \u2800", "\u200d", "\u034f"])(
  "rejects %j as a name, because it contains only invisible characters",
  (typed) => expect(cleanLine(typed)).toBe(""),
);

test("a name is stored on one line, even if the input contains line breaks", () => {
  expect(cleanLine("Ona\u2028Sava\u2029Elė")).toBe("Ona Sava Elė");
});
