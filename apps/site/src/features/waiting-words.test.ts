import { PlatformError } from "@uola/client";
import { inLanguage } from "@uola/words/language";
import { describe, expect, test } from "vitest";
import { offerRefusalText, waitRefusalText } from "./waiting-words.ts";

const phone = "+370 5 200 0000";
const refused = (code: string, data: object = {}) =>
  new PlatformError("", { kind: "application", status: 409, code, data } as never);
const unopened = refused("BOOKING_POLICY_VIOLATION", {
  tooEarlyToBook: true,
  registrationOpens: "2026-12-07T10:00:00.000Z",
});

describe("an offer that is accepted before registration opens", () => {
  test.each([waitRefusalText, offerRefusalText])("explains when registration opens and what to do (%o)", (textOf) => {
    const text = textOf(unopened, phone)?.replaceAll("\u00a0", " ");
    expect(text).toBe(
      `Registracija prasideda gruodžio 7 d., 12:00. Pasiūlymo priimti dar negalima, bet jis nedingo: priimkite jį tada, o jei iki to laiko jis baigsis, paskambinkite ${phone}.`,
    );
    const english = inLanguage("en", () => textOf(unopened, phone)?.replaceAll("\u00a0", " "));
    expect(english).toMatch(/^Registration opens on .+12:00\. The offer cannot be accepted yet, but it still stands/);
  });
});

test("an offer that has ended has no error message, because its page shows that it has ended", () => {
  expect(offerRefusalText(refused("OFFER_EXPIRED"), phone)).toBeUndefined();
  expect(offerRefusalText(refused("WAITLIST_ENTRY_NOT_FOUND"), phone)).toBeUndefined();
});

test("the message for any other failure says that the offer is still valid", () => {
  expect(offerRefusalText(refused("UNAVAILABLE"), phone)).toContain("pasiūlymas nedingo");
});
