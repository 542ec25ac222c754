import { words } from "@uola/words/mail";
import { expect, test } from "vitest";
import { gsmLength, plainSms, reminderText } from "./sms-text.ts";

const start = new Date("2026-09-09T15:00:00Z");
const reminder = { gym: "Uola", service: "Įvadas į boulderingą", location: "Skardžio g. 14, LT-03155 Vilnius", start };

test("a reminder text contains the gym, time, service and address in the recipient's language", () => {
  expect(reminderText(reminder, words("lt"), "lt")).toBe(
    "Uola: primename – trečiadienį, rugsėjo 9 d., 18:00, Įvadas į boulderingą. Skardžio g. 14, LT-03155 Vilnius",
  );
  expect(reminderText(reminder, words("en"), "en")).toBe(
    "Uola: reminder: Wednesday, 9 September, 18:00, Įvadas į boulderingą. Skardžio g. 14, LT-03155 Vilnius",
  );
});

test("a text message keeps diacritics if it fits in two parts, otherwise drops them, and is cut only if it is still too long", () => {
  const rendered = (service: string) => reminderText({ ...reminder, service }, words("lt"), "lt");
  const [joined, plain, without, cut] = [30, 60, 90, 400].map((length) =>
    rendered("Ąžuolų ".repeat(60).slice(0, length).trim()),
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

test("characters outside GSM 03.38 become their nearest equivalents", () => {
  expect(plainSms("ąčęėįšųūž ĄČĘĖĮŠŲŪŽ „a“ – …")).toBe('aceeisuuz ACEEISUUZ "a" - ...');
  expect(plainSms("é ü ñ €5 [a]")).toBe("é ü ñ €5 [a]");
  expect(plainSms("日本 🧗")).toBe("?? ?");
  expect(gsmLength("€")).toBe(2);
  expect(gsmLength("ą")).toBeUndefined();
});
