import { expect, test } from "vitest";
import { createSealer } from "./encryption.ts";

const { close, open } = createSealer("a secret of the test", "site", "purpose");

test("an encrypted text can be decrypted, and encrypting it again gives a different result", () => {
  expect(open(close("žodis"))).toBe("žodis");
  expect(close("žodis").equals(close("žodis"))).toBe(false);
  expect(close("žodis").toString("latin1")).not.toContain("odis");
});

test("refuses to decrypt with another secret, site or purpose, or after a byte has changed", () => {
  const sealed = close("žodis");
  for (const other of [
    createSealer("another secret", "site", "purpose"),
    createSealer("a secret of the test", "another", "purpose"),
    createSealer("a secret of the test", "site", "another"),
  ]) {
    expect(() => other.open(sealed)).toThrow("The secret does not open");
  }
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(changed)).toThrow();
  }
  expect(() => open(sealed.subarray(0, 20))).toThrow();
});
