import { contract, settingsKeyName as ofContract } from "@uola/contract";
import { expect, test } from "vitest";
import { allScopes, featuresOf, scopesOf, settingsKeyName } from "./scopes.ts";

/** Sign-in and API key features belong to no scope; they need a key with full access. */
const ofNoScope = ["tokens", "authentication", "recovery", "verification", "security", "apiKeys"];

test("assigns every feature to one scope, except the sign-in and API key features", () => {
  const features = featuresOf(allScopes);
  expect(new Set(features).size).toBe(features.length);
  expect([...features, ...ofNoScope].sort()).toEqual(Object.keys(contract).sort());
});

test("describes a key's features as scopes, and features that do not form a complete scope by name", () => {
  expect(scopesOf(featuresOf(["books", "people"]))).toEqual({ whole: ["people", "books"], rest: [] });
  expect(scopesOf(["documents", "bookings"])).toEqual({ whole: [], rest: ["documents", "bookings"] });
});

test("the name of the settings key matches the one in the contract", () => expect(settingsKeyName).toBe(ofContract));
