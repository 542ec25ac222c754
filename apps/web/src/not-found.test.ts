import { defaultTape } from "@uola/art";
import type { Client } from "@uola/client";
import type { Business } from "@uola/contract";
import { createLoader, type Loader } from "@uola/page-loader/server/loader.ts";
import { words } from "@uola/words/admin";
import { words as siteWords } from "@uola/words/site";
import { beforeAll, expect, test } from "vitest";
import { site } from "./pages.ts";

/** The site's own route table, for a gym without any content. */
let loader: Loader;
beforeAll(() => {
  const business = {
    name: "Uola",
    address: "",
    phone: "+37060000001",
    email: "",
    openingHours: [],
    specialHours: [],
    tape: defaultTape,
  };
  const client = {
    business: { get: async () => ({ business: business as unknown as Business }) },
    measuring: { settings: async () => ({ settings: { consentVersion: 1 } }) },
    content: { read: async () => ({ collections: {} }) },
  } as unknown as Client;
  const none = { lt: [], en: [] };
  loader = createLoader(site, {
    build: {
      id: "b1",
      styles: { public: { text: "" }, admin: { file: "/assets/admin.css" } },
      entry: { lt: "/assets/entry.js", en: "/assets/entry-en.js" },
      idle: none,
      scripts: { lt: {}, en: {} },
      fonts: [],
      early: "0",
    },
    files: new Map(),
    app: {
      siteUrl: "http://localhost:3000",
      platformUrl: "http://localhost:3001",
      identityUrl: "http://localhost:3002",
      clientId: "app",
      identityClientId: "idp",
      idpConnectionId: "connection",
    },
    slow: () => "",
    copied: () => "",
    ofEach: () => [],
    installed: () => ({ description: "", shortcuts: [], screens: [] }),
    feeds: [],
    entries: async () => [],
    client,
    now: () => new Date("2026-09-09T10:00:00Z"),
    log: { error: (details) => expect(details).toBeUndefined() },
    cached: true,
  });
});
const get = (path: string) => loader.fetch(new Request(`http://localhost:3000${path}`));

test.each([
  ["/admin/nothing/", "lt"],
  ["/admin/coupons/nothing/at/all/", "lt"],
  ["/en/admin/nothing/", "en"],
] as const)("returns a 404 page within the admin for %s", async (path, locale) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toContain(`<title>${words(locale)("admin.notFound")} – Uola</title>`);
  expect(html).toContain(`<html lang="${locale}"`);
  expect(html).toContain("/assets/admin.css");
  expect(html).toContain("noindex");
  expect(html).not.toContain(siteWords(locale)("page.notFound"));
});

test.each(["/admin/", "/admin/coupons/", "/admin/coupons2/", "/en/admin/coupons/"])(
  "serves the admin page %s",
  async (path) => expect((await get(path)).status).toBe(200),
);

test("serves the public 404 page for an unknown URL outside the admin", async () => {
  const response = await get("/nothing/");
  expect(response.status).toBe(404);
  expect(await response.text()).toContain(`<title>${siteWords("lt")("page.notFound")} – Uola</title>`);
});
