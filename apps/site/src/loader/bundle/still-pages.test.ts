import { expect, test } from "vitest";
import { site } from "../../pages.ts";
import { reachedFrom } from "./module-imports.ts";
import { unmarkedIn } from "./still-pages.ts";

/** `beside.ts` looks whether there is a stay or a way back; the address may name a way back too. */
const knownOtherwise = ["features/way-back.tsx", "session.tsx"];

test.each(Object.entries(site.pages))("what runs by itself on %s says so, or it would wait for a touch", (_, page) => {
  expect(unmarkedIn(page, knownOtherwise)).toEqual([]);
});

test("a public document has none of the admin's rows", () => {
  const folder = `${import.meta.dirname}/../..`;
  const carried = ["entry.ts", "idle.ts", "public-pages.ts", "alive.ts"];
  const reached = reachedFrom(folder, carried);
  expect(reached.size).toBeGreaterThan(20);
  expect([...reached].filter((path) => /^(admin-)?pages\.ts$/.test(path))).toEqual([]);
});
