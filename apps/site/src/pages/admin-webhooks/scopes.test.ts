import { contract, settingsKeyName as ofContract } from "@uola/contract";
import { expect, test } from "vitest";
import { allScopes, featuresOf, scopesOf, settingsKeyName } from "./scopes.ts";

/** Signing in is no program's, and a key makes no keys: these are for a key that may do everything. */
const ofNoScope = ["tokens", "authentication", "recovery", "verification", "security", "apiKeys"];

test("every feature is in one scope, but those about signing in", () => {
  const features = featuresOf(allScopes);
  expect(new Set(features).size).toBe(features.length);
  expect([...features, ...ofNoScope].sort()).toEqual(Object.keys(contract).sort());
});

test("a key's features are told as scopes, and by name where they make up none", () => {
  expect(scopesOf(featuresOf(["books", "people"]))).toEqual({ whole: ["people", "books"], rest: [] });
  expect(scopesOf(["documents", "bookings"])).toEqual({ whole: [], rest: ["documents", "bookings"] });
});

test("the key of the settings has the name that the contract keeps for it", () =>
  expect(settingsKeyName).toBe(ofContract));
