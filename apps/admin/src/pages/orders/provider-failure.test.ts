import { expect, test } from "vitest";
import { providerFailure } from "./provider-failure.ts";

test.each([
  ["Montonio does not answer: fetch failed", "Montonio neatsako. Pabandykite vėliau."],
  ["Stripe answers 401: Invalid API Key provided", "Stripe nepriima raktų (401): Invalid API Key provided"],
  ["Paysera answers 500: ", "Paysera atsako klaida 500."],
  ["Stripe answers something else than it promises.", "Stripe atsakė ne tai, ko tikėtasi. Pabandykite vėliau."],
  ["Stripe is not switched on.", "Stripe neįjungta."],
  ["expired_or_canceled_card", "kortelė nebegalioja"],
  ["REJECTED", "bankas grąžinimo nepriėmė"],
  ["The session has no payment.", "tarpininkas praneša: The session has no payment."],
  ["", ""],
])('translates the provider failure "%s" into Lithuanian', (failure, text) =>
  expect(providerFailure(failure)).toBe(text),
);
