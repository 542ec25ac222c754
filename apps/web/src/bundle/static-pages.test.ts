import { expect, test } from "vitest";
import { site } from "../pages.ts";
import { entryModule, hydrationModule, idleModules } from "./entry-modules.ts";
import { reachedFrom } from "./module-imports.ts";
import { unmarkedIn } from "./still-pages.ts";

/**
 * `page-runtime.ts` itself checks for a login session or a stored return link; the URL may contain
 * a return link too.
 */
const knownOtherwise = ["apps/site/src/features/return-link.tsx", "packages/browser/src/session/session.tsx"];

test.each(Object.entries(site.pages))(
  "marks every module with client-side behaviour on the static page %s for hydration",
  (_, page) => {
    expect(unmarkedIn(page, knownOtherwise)).toEqual([]);
  },
);

test("does not load the admin's entries of the page table in public documents", () => {
  const reached = reachedFrom([entryModule, ...idleModules, hydrationModule]);
  expect(reached.size).toBeGreaterThan(20);
  expect([...reached].filter((path) => path.startsWith("apps/admin/"))).toEqual([]);
});
