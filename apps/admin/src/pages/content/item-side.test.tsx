import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Plan } from "./item-side.tsx";

const valuesOf = (planned: Date | undefined) =>
  [...renderToStaticMarkup(<Plan planned={planned} onPlan={async () => {}} />).matchAll(/ value="([^"]*)"/g)].map(
    ([, value]) => value,
  );

test("shows the scheduled time in the form, or 9:00 if nothing is scheduled", () => {
  expect(valuesOf(new Date("2026-12-01T12:05:00Z"))).toEqual(["2026-12-01", "14:05"]);
  expect(valuesOf(undefined)).toEqual(["", "09:00"]);
});
