import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pagesStore, personalStore } from "@uola/page-loader/stores.ts";
import { expect, test } from "vitest";
import { documentItems } from "./documents.ts";

/** The cookie page must name everything that the site stores in a browser, and nothing else. */
const root = resolve(import.meta.dirname, "../../../..");
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\.testing\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(resolve(root, path), "utf8") }));
const found = (pattern: string, key: RegExp) =>
  sources(pattern).flatMap(({ text }) => [...text.matchAll(key)].map(([, name = ""]) => name.replace(/\.$/, "")));

const website = "{apps/{admin,site,web},packages/{browser,page-loader,ui}}/src/**/*.{ts,tsx}";

/** A namespace of search data and a domain name: neither is stored in a browser. */
const notStored = ["uola.facts", "uola.lt"];
const storageKeys = [
  ...found(website, /["`](uola\.[a-zA-Z.-]+)/g),
  ...found(website, /Storage\.setItem\("([^"]+)"/g),
].filter((key) => !notStored.includes(key));
const cookies = [
  ...found("packages/identity/src/*.ts", /cookieName\("(uola_[a-z_]+)"\)?/g),
  ...found("packages/members/src/tokens/*.ts", /`(uola_[a-z_]+)=/g),
  ...found("packages/client/src/storage.ts", /cookieName = "([a-zA-Z]+)"/g),
];
const caches = ["offline", pagesStore, personalStore];
const kept = [...new Set([...storageKeys, ...cookies, ...caches])];

const page = documentItems().find(({ key }) => key === "cookies");

test.each(kept)("the cookie page names %s in both languages", (key) => {
  for (const body of [page?.body, page?._translations.en?.body]) expect(body).toContain(`<strong>${key}</strong>`);
});

test("the cookie page names nothing that the site does not store", () => {
  const named = [...String(page?.body).matchAll(/<strong>([^<]+)<\/strong>/g)].map(([, name]) => name);
  // The identity client's own cookie.
  expect(named.filter((name) => !kept.includes(name as string))).toEqual(["auth0.….is.authenticated"]);
});

test("storage is written only under names that this test can detect", () => {
  // `tab-storage.ts` writes under the names that its callers give it.
  const writers = sources(website).filter(
    ({ path, text }) =>
      !path.endsWith("/tab-storage.ts") && /Storage\.setItem\(|from "[^"]*\/tab-storage\.ts"/.test(text),
  );
  const unseen = writers.filter(
    ({ text }) =>
      !/["`]uola\.|setItem\("|from "[^"]*(stored-user|keep|booking-storage|stored-form-input|return-link[a-z-]*)/.test(
        text,
      ),
  );
  expect(unseen.map(({ path }) => path)).toEqual([]);
});
