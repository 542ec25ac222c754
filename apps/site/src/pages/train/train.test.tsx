import type { Level } from "@uola/browser/gym/service-facts.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TrainData } from "./train.data.ts";
import Train from "./train.tsx";

const group = (name: string, levels: Level[]) => ({
  id: name,
  slug: name,
  name,
  tagLine: "Grupė",
  levels,
  staff: [],
  times: [],
  course: null,
  ages: null,
  cents: 0,
});
const texts = new Proxy({}, { get: (_, name) => String(name) });
const data = (groups: ReturnType<typeof group>[]) =>
  ({ texts, questions: [], groups, lesson: null, phone: "+37060000014" }) as unknown as TrainData;
const groups = [group("Pirmokai", ["new"]), group("Varžybininkai", ["regular"]), group("Visi", [])];

const shownFor = (query: string, all = groups) => {
  const search = new URLSearchParams(query);
  const html = renderToStaticMarkup(
    <Train data={data(all)} shared={undefined} params={{}} search={search} now={new Date("2026-11-26T10:00:00Z")} />,
  );
  return { html, names: [...html.matchAll(/<h3[^>]*>([^<]+)<\/h3>/g)].map(([, name]) => name) };
};

test("filtering by level also shows groups open to everybody", () => {
  expect(shownFor("").names).toEqual(["Pirmokai", "Varžybininkai", "Visi"]);
  expect(shownFor("level=new").names).toEqual(["Pirmokai", "Visi"]);
  expect(shownFor("level=regular").names).toEqual(["Varžybininkai", "Visi"]);
  expect(shownFor("level=unheard").names).toHaveLength(3);
});

test("offers only levels that some group has, and none if all groups are open to everybody", () => {
  const offered = (html: string) => [...html.matchAll(/\?level=(\w+)#groups/g)].map(([, level]) => level);
  expect(offered(shownFor("").html)).toEqual(["new", "regular"]);
  expect(offered(shownFor("", [group("Visi", [])]).html)).toEqual([]);
});

test("shows the owner's text for a level without groups", () => {
  expect(shownFor("level=some", [group("Pirmokai", ["new"])]).html).toContain(">none<");
});

test("without any groups, the page shows a notice and a telephone number but no link to a group list", () => {
  const { html } = shownFor("", []);
  expect(html).toContain("Grupių dabar nėra");
  expect(html).toContain('href="tel:+37060000014"');
  expect(html).not.toMatch(/href="#groups"|>none<|>0 /);
});
