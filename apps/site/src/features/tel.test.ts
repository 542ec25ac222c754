import { expect, test } from "vitest";
import { phoneLink, showPhone, telOf } from "./tel.ts";

test("a number is dialled without spaces, and read with them", () => {
  expect(telOf("+370 600 00014")).toBe("tel:+37060000014");
  expect(showPhone("+37060000014")).toBe("+370\u00a0600\u00a000014");
  expect(phoneLink("+37060000014")).toBe("+370\u00a0600\u00a000014");
});

test("a gym that has written no number is reached by its page of contacts, and no sentence ends in nothing", () => {
  expect(telOf("")).toBe("/contact/");
  expect(showPhone("")).toBe("mums");
  expect(phoneLink("")).toBe("Kontaktai");
});
