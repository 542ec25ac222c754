import { words } from "@uola/words/mail";
import { expect, test } from "vitest";
import { gsmLength, plainSms, reminderText } from "./sms-text.ts";

const start = new Date("2026-09-09T15:00:00Z");
const of = { gym: "Uola", service: "Įvadas į boulderingą", place: "Skardžio g. 14, LT-03155 Vilnius", start };

test("a reminder says who writes, when, what and where, in people's language", () => {
  expect(reminderText(of, words("lt"), "lt")).toBe(
    "Uola: primename – trečiadienį, rugsėjo 9 d., 18:00, Įvadas į boulderingą. Skardžio g. 14, LT-03155 Vilnius",
  );
  expect(reminderText(of, words("en"), "en")).toBe(
    "Uola: reminder: Wednesday, 9 September, 18:00, Įvadas į boulderingą. Skardžio g. 14, LT-03155 Vilnius",
  );
});

test("two messages with diacritics, else one without, else one cut short", () => {
  const said = (service: string) => reminderText({ ...of, service }, words("lt"), "lt");
  const [joined, plain, without, cut] = [30, 60, 90, 400].map((length) =>
    said("Ąžuolų ".repeat(60).slice(0, length).trim()),
  );
  expect(joined).toContain("Ąžuolų");
  expect(joined?.length).toBeLessThanOrEqual(134);
  for (const text of [plain, without, cut]) {
    expect(text).toContain("Azuolu");
    expect(gsmLength(text ?? "")).toBeLessThanOrEqual(160);
  }
  expect(plain).toContain("Skardzio");
  expect(without).not.toContain("Skardzio");
  expect(cut).toMatch(/\.\.\.\.?$/);
});

test("what GSM has stays, what it has not becomes what it is made of", () => {
  expect(plainSms("ąčęėįšųūž ĄČĘĖĮŠŲŪŽ „a“ – …")).toBe('aceeisuuz ACEEISUUZ "a" - ...');
  expect(plainSms("é ü ñ €5 [a]")).toBe("é ü ñ €5 [a]");
  expect(plainSms("日本 🧗")).toBe("?? ?");
  expect(gsmLength("€")).toBe(2);
  expect(gsmLength("ą")).toBeUndefined();
});
