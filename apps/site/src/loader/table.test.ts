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
  shownSearch,
  someOf,
  sought,
} from "./table.ts";

const booking = page({
  path: "/booking/",
  kind: "app",
  search: { service: name },
  viewSearch: { day, step: oneOf("time", "wait"), done: present },
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

test("an app may be content as long as its address says nothing", () => {
  const first = { ...booking, stillAtFirst: true } as const;
  expect([kindAt(booking, ""), kindAt(first, ""), kindAt(first, "?step=time")]).toEqual(["app", "content", "app"]);
});

test("a value counts only in the shape its parameter has", () => {
  const shown = (search: string) => shownSearch(booking, new URLSearchParams(search));
  expect(shown("service=<script>&day=2026-9-9&step=dance")).toBe("");
  expect(shown(`service=${"x".repeat(101)}`)).toBe("");
  expect(shown("day=2026-02-30")).toBe("?day=2026-02-30");
  expect(shown("service=šeimų-įvadas")).toBe("?service=%C5%A1eim%C5%B3-%C4%AFvadas");
});
test("of what is read in the browser only its presence counts", () => {
  expect(shownSearch(booking, new URLSearchParams("done=a"))).toBe(shownSearch(booking, new URLSearchParams("done=b")));
});

test("some of a few words have one address, whatever order and whatever else they are named in", () => {
  const kinds = someOf("children", "ropes", "bouldering");
  expect(kinds("ropes,children")).toBe("children,ropes");
  expect(kinds("ropes,ropes,nardymas")).toBe("ropes");
  expect(kinds("nardymas")).toBeUndefined();
  expect(kinds("")).toBeUndefined();
});

test("an alias leads to its page with the parameters it has", () => {
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
test("a year of birth is one of this century", () => {
  expect(["2018", "1999", "20181", "2050", "2018 "].map(birthYear)).toEqual(["2018", ...Array(4).fill(undefined)]);
});

test("what somebody looks for is one search, however many blanks it has, and no longer than people type", () => {
  expect(sought("  vaikų   stovykla ")).toBe("vaikų stovykla");
  expect(sought("   ")).toBeUndefined();
  expect(sought("x".repeat(200))).toHaveLength(80);
});

test("an alias may stand for a whole branch of pages", () => {
  const view = async () => ({ default: () => null, head: () => ({ title: "" }) });
  const projects = page({ path: "/projects/:path+/", aliases: ["/projektai/:path+/"], kind: "content", view });
  expect(aliasesOf({ projects })("/projektai/exchange/2025/")).toBe("/projects/exchange/2025/");
  expect(aliasesOf({ projects })("/kita/")).toBeUndefined();
});
