import { expect, test } from "vitest";
import { page } from "./page.ts";
import {
  aliasesOf,
  birthYear,
  canonicalSearch,
  day,
  kindAt,
  name,
  oneOf,
  present,
  searchQueryParameter,
  shownSearch,
  someOf,
} from "./table.ts";

const booking = page({
  path: "/booking/",
  kind: "app",
  search: { service: name },
  viewSearch: { day, step: oneOf("time", "wait"), done: present },
  view: async () => ({ default: () => null, head: () => ({ title: "" }) }),
});
const asked = new URLSearchParams("utm=x&step=time&day=2026-09-09&service=ivadas");

test("includes only parameters that the data depends on in a page's data key", () => {
  expect(canonicalSearch(booking, asked)).toBe("?service=ivadas");
});
test("includes view parameters in a page's document key, in a fixed order", () => {
  expect(shownSearch(booking, asked)).toBe("?service=ivadas&day=2026-09-09&step=time");
  expect(shownSearch(booking, new URLSearchParams())).toBe("");
});

test("treats an app with a static first step as content while its address has no query", () => {
  const first = { ...booking, stillAtFirst: true } as const;
  expect([kindAt(booking, ""), kindAt(first, ""), kindAt(first, "?step=time")]).toEqual(["app", "content", "app"]);
});

test("ignores query parameters with malformed values", () => {
  const shown = (search: string) => shownSearch(booking, new URLSearchParams(search));
  expect(shown("service=<script>&day=2026-9-9&step=dance")).toBe("");
  expect(shown(`service=${"x".repeat(101)}`)).toBe("");
  expect(shown("day=2026-02-30")).toBe("?day=2026-02-30");
  expect(shown("service=šeimų-įvadas")).toBe("?service=%C5%A1eim%C5%B3-%C4%AFvadas");
});
test("considers only the presence of a parameter that is used only in the browser, not its value", () => {
  expect(shownSearch(booking, new URLSearchParams("done=a"))).toBe(shownSearch(booking, new URLSearchParams("done=b")));
});

test("normalizes a list parameter to known values in a fixed order without duplicates", () => {
  const kinds = someOf("children", "ropes", "bouldering");
  expect(kinds("ropes,children")).toBe("children,ropes");
  expect(kinds("ropes,ropes,nardymas")).toBe("ropes");
  expect(kinds("nardymas")).toBeUndefined();
  expect(kinds("")).toBeUndefined();
});

test("resolves an alias to its page with the same parameters", () => {
  const view = booking.view;
  const courses = page({ path: "/courses/", aliases: ["/kursai/"], kind: "content", view });
  const course = page({ path: "/courses/:slug/", aliases: ["/kursai/:slug/"], kind: "content", view });
  const aliased = aliasesOf({ courses, course });
  expect(["/kursai/", "/kursai/apatine-sauga/", "/kursai/a/b/", "/courses/"].map(aliased)).toEqual([
    "/courses/",
    "/courses/apatine-sauga/",
    undefined,
    undefined,
  ]);
});
test("accepts a birth year of this century only", () => {
  expect(["2018", "1999", "20181", "2050", "2018 "].map(birthYear)).toEqual(["2018", ...Array(4).fill(undefined)]);
});

test("normalizes whitespace in a search text and limits its length", () => {
  expect(searchQueryParameter("  vaikų   stovykla ")).toBe("vaikų stovykla");
  expect(searchQueryParameter("   ")).toBeUndefined();
  expect(searchQueryParameter("x".repeat(200))).toHaveLength(80);
});

test("one alias matches a whole subtree of pages", () => {
  const view = async () => ({ default: () => null, head: () => ({ title: "" }) });
  const projects = page({ path: "/projects/:path+/", aliases: ["/projektai/:path+/"], kind: "content", view });
  expect(aliasesOf({ projects })("/projektai/exchange/2025/")).toBe("/projects/exchange/2025/");
  expect(aliasesOf({ projects })("/kita/")).toBeUndefined();
});
