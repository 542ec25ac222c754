import { expect, test } from "vitest";
import { site } from "../pages.ts";
import { reachedFrom } from "./module-imports.ts";
import { unmarkedIn } from "./still-pages.ts";

/**
 * `page-runtime.ts` checks for a login session or a stored return link itself; the address may contain a
 * return link too.
 */
const knownOtherwise = ["features/return-link.tsx", "session.tsx"];

test.each(Object.entries(site.pages))(
  "marks every module with client-side behaviour on the static page %s for hydration",
  (_, page) => {
    expect(unmarkedIn(page, knownOtherwise)).toEqual([]);
  },
);

test("does not load the admin's page rows in public documents", () => {
  const folder = `${import.meta.dirname}/../..`;
  const carried = ["entry.ts", "idle-entry.ts", "public-pages.ts", "hydration-entry.ts"];
  const reached = reachedFrom(folder, carried);
  expect(reached.size).toBeGreaterThan(20);
  expect([...reached].filter((path) => /^(admin-)?pages\.ts$/.test(path))).toEqual([]);
});
