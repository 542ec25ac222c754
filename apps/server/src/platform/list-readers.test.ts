import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lists } from "../../../../packages/data/src/content/lists.ts";

const root = join(import.meta.dirname, "../../../..");

/**
 * The decisions that the server bases on each list, and the role that may edit the list. Lists that
 * determine payments, tax or terms can be edited only by the owner.
 */
const readers = {
  Prices: { decides: "what is sold, for how much and with which VAT", writer: "ADMIN" },
  Documents: { decides: "the terms a buyer accepts", writer: "ADMIN" },
  Redirects: { decides: "where visitors are sent", writer: "ADMIN" },
  Campaigns: { decides: "when registration for a group opens", writer: "CMS_EDITOR" },
  OpeningHours: { decides: "when the gym can be booked", writer: "CMS_EDITOR" },
  SpecialHours: { decides: "when the gym can be booked", writer: "CMS_EDITOR" },
  ProjectPages: { decides: "which project takes applications", writer: "CMS_EDITOR" },
  Projects: { decides: "until when a project takes applications", writer: "CMS_EDITOR" },
} as const;

/** The site's server bases decisions only on these two lists; it merely displays the others. */
const readBySite = [
  ["Redirects", "apps/site/src/pages/redirects.data.ts"],
  ["Documents", "apps/site/src/pages/order/order.data.ts"],
] as const;

const sourceOf = (file: string) => readFileSync(join(root, file), "utf8");
const names = Object.keys(lists);
const named = (source: string) => names.filter((name) => source.includes(`"${name}"`));

test("every list that the server bases decisions on is classified with the role that may edit it", () => {
  const files = globSync("{packages/*/src,apps/server/src,apps/adapter/src}/**/*.ts", { cwd: root }).filter(
    (file) => !/\.test(ing)?\.ts$|\/demo\/|packages\/data\/src\/content\/lists\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const read = files.flatMap((file) => named(sourceOf(file)));
  for (const [name, file] of readBySite) {
    expect(named(sourceOf(file)), file).toContain(name);
    read.push(name);
  }
  expect([...new Set(read)].toSorted()).toEqual(Object.keys(readers).toSorted());
});

test("only the owner may write prices, terms and redirects", () => {
  const writers = Object.keys(readers).map((name) => [name, lists[name as keyof typeof lists].writer]);
  expect(Object.fromEntries(writers)).toEqual(
    Object.fromEntries(Object.entries(readers).map(([name, { writer }]) => [name, writer])),
  );
});
