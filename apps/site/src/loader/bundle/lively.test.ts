import { expect, test } from "vitest";
import { site } from "../../pages.ts";
import { stillPages, unmarkedIn } from "./lively.ts";
import { reachedFrom } from "./reached.ts";

/** Asked for by what the browser has kept (`beside.ts`); and links that only the timetable has, which runs by itself. */
const knownOtherwise = ["features/way-back.tsx", "ui/choices.tsx"];

test("pages of texts stay HTML", () => {
  expect(stillPages()).toEqual(
    expect.arrayContaining([
      "home",
      "prices",
      "faq",
      "team",
      "first-time",
      "projects",
      "terms",
      "privacy",
      "not-found",
    ]),
  );
});

test("pages that are forms do not", () => {
  for (const page of ["gift", "contact", "kids", "season", "booking", "account"])
    expect(stillPages()).not.toContain(page);
});

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
