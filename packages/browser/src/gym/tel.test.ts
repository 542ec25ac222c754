import { expect, test } from "vitest";
import { phoneLink, showPhone, telOf } from "./tel.ts";

test("strips spaces from a number in a tel: link and groups its digits for display", () => {
  expect(telOf("+370 600 00014")).toBe("tel:+37060000014");
  expect(showPhone("+37060000014")).toBe("+370\u00a0600\u00a000014");
  expect(phoneLink("+37060000014")).toBe("+370\u00a0600\u00a000014");
});

test("without a phone number, links lead to the contact page and sentences stay complete", () => {
  expect(telOf("")).toBe("/contact/");
  expect(showPhone("")).toBe("mums");
  expect(phoneLink("")).toBe("Kontaktai");
});
