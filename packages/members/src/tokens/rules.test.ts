import { expect, test } from "vitest";
import { coarseNetwork, isOwnPage, matchesChallenge, withResponse } from "./rules.ts";
import { challenge, verifier } from "./tokens.testing.ts";

test("a verifier matches only its own challenge (RFC 7636, appendix B)", () => {
  expect(matchesChallenge(verifier, challenge)).toBe(true);
  expect(matchesChallenge(`${verifier}A`, challenge)).toBe(false);
  expect(matchesChallenge("short", "Bf8sPcEYnP1xNzhS8sjLnHvCdOnmJHMEdyqMlkc6qJs")).toBe(false);
});

test.each([
  ["203.0.113.77", "203.0.113.0"],
  ["::ffff:203.0.113.77", "203.0.113.0"],
  ["2001:0db8:0001:2::7", "2001:db8:1::"],
  ["::1", "0:0:0::"],
  ["fe80::1%eth0", "fe80:0:0::"],
  ["unknown", null],
  [undefined, null],
])("shortens the network address %s to %s", (network, stored) => {
  expect(coarseNetwork(network)).toBe(stored);
});

test("adds response parameters to those already in the URL", () => {
  expect(withResponse("https://a.lt/x?y=1#z", { code: "c" }, "query")).toBe("https://a.lt/x?y=1&code=c#z");
  expect(withResponse("https://a.lt/x?y=1", { code: "c d" }, "fragment")).toBe("https://a.lt/x?y=1#code=c+d");
});

test.each([
  "http://localhost:3000\\@evil.example/",
  "http:\\\\localhost:3000/",
  "http://localhost:3000/\\evil.example",
  "http://localhost:3000\t/",
  "http://localhost:3000/\n",
  "\u0000http://localhost:3000/",
  " http://localhost:3000/",
  "http://evil.example@localhost:3000/",
  "http://:x@localhost:3000/",
  "//localhost:3000/",
  "/callback/",
  "",
])("rejects %j as a return page, however a browser parses it", (page) => {
  expect(isOwnPage(page, ["http://localhost:3000/callback/"])).toBe(false);
});

test("accepts a return page with the origin of a registered URL", () => {
  expect(isOwnPage("http://localhost:3000/booking/?a=1#b", ["http://localhost:3000/callback/"])).toBe(true);
});
