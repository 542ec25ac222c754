import { expect, test } from "vitest";
import { page } from "./page.ts";
import { canonicalSearch, shownSearch } from "./table.ts";

const booking = page({
  path: "/booking/",
  kind: "app",
  search: ["service"],
  shows: ["day", "step"],
  view: async () => ({ default: () => null, head: () => ({ title: "" }) }),
});
const asked = new URLSearchParams("utm=x&step=time&day=2026-09-09&service=ivadas");

test("data depends on its own parameters only, so that a change of the view asks for nothing", () => {
  expect(canonicalSearch(booking, asked)).toBe("?service=ivadas");
});
test("a document depends on what its view looks at as well, always in the same order", () => {
  expect(shownSearch(booking, asked)).toBe("?service=ivadas&day=2026-09-09&step=time");
  expect(shownSearch(booking, new URLSearchParams())).toBe("");
});
