import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Client } from "@uola/client";
import { everywhere } from "@uola/page-loader/locale.ts";
import {
  type DataInput,
  type Feed,
  NotFound,
  type PageProps,
  PreviewOver,
  page,
  Redirect,
  type Shared,
  type SiteTable,
} from "@uola/page-loader/page.ts";
import type { LoaderOptions } from "@uola/page-loader/server/context.ts";
import { createLoader } from "@uola/page-loader/server/loader.ts";
import { day, name } from "@uola/page-loader/table.ts";
import { useApp, useRoute, useSlice } from "@uola/page-loader/tree.tsx";
import { language } from "@uola/words/language";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { entriesOf } from "./search-entries.ts";

const evil = "</script><script>alert('ąčę')</script><!--";

/** Creates a site with a few pages whose data comes from `world`, which also counts the reads. */
function set(options: Partial<LoaderOptions> = {}) {
  const world = {
    title: "Tvarkaraštis",
    name: "Uola",
    reads: 0,
    published: 0,
    languages: ["lt", "en"],
    tagManager: undefined as { id: string; version: number } | undefined,
    look: undefined as string | undefined,
    broken: false as boolean | Error,
    prepared: [] as string[],
    redirects: {} as Record<string, string>,
    phone: "+370 600 00001",
    nowMs: Date.UTC(2026, 8, 9, 7, 30, 15),
  };
  const catalogue = {
    topics: ["services"],
    data: async () => ({ data: () => ["Boulderingas", "Virvės"] }),
  } as const satisfies Shared<string[]>;
  const plain = (text: string, extra = {}) => ({
    view: async () => ({ default: () => <h1>{text}</h1>, head: () => ({ title: text }), ...extra }),
  });
  const read = ({ search, now, params, describe, noteAddresses }: DataInput) => {
    if (world.broken) throw world.broken === true ? new Error("platform away") : world.broken;
    if (params.slug === "none") throw new NotFound();
    if (params.slug === "old") throw new Redirect("/courses/new/");
    if (params.slug === "sauga") noteAddresses({ lt: "/courses/sauga/", en: "/courses/belaying/" });
    world.reads++;
    describe({ "@type": "Event", name: world.title, url: "/there/" });
    return { title: world.title, day: search.get("day"), utm: search.get("utm"), at: now.toISOString() };
  };
  type Data = ReturnType<typeof read>;
  const schedule = {
    default: ({ data, now, shared }: PageProps<Data, { catalogue: string[] }>) => (
      <main>
        <h1>{data.title}</h1>
        <p>{`${data.day} ${data.utm} ${now.toISOString()} ${shared.catalogue.join()} ${useRoute().path}`}</p>
      </main>
    ),
    head: ({ data }: PageProps<Data, { catalogue: string[] }>) => ({ title: data.title, description: "„Savaitė“" }),
  };
  const footer = {
    topics: ["business"],
    data: async () => ({ data: () => ({ phone: "+370 612 34567", spoken: language() }) }),
  } as const;
  const Footer = () => <footer>{`${useSlice<{ phone: string }>("footer").phone} ${useApp().name}`}</footer>;
  const table: SiteTable = {
    pages: {
      home: page({ path: "/", kind: "content", ...plain("Pradžia") }),
      schedule: page({
        path: "/schedule/",
        aliases: ["/tvarkarastis/"],
        keptOffline: true,
        kind: "content",
        topics: ["availability"],
        search: { day },
        shared: { catalogue },
        view: async () => schedule,
        data: async () => ({ data: read }),
      }),
      course: page({
        path: "/courses/:slug/",
        kind: "content",
        view: async () => ({
          default: ({ params }: PageProps<Data>) => <h1>{params.slug}</h1>,
          head: ({ params }: PageProps<Data>) => ({ title: params.slug ?? "" }),
        }),
        data: async () => ({ data: read }),
      }),
      written: page({
        path: "/written/",
        kind: "content",
        topics: ["content"],
        view: async () => ({
          default: ({ data }: PageProps<{ lead: string }>) => <h1>{`${data.lead} ${useRoute().preview}`}</h1>,
          head: () => ({ title: "Parašyta" }),
        }),
        data: async () => ({
          data: ({ preview }: DataInput) => {
            if (world.broken) throw world.broken === true ? new Error("platform away") : world.broken;
            if (preview && preview !== "good") throw new PreviewOver();
            if (!preview) world.published++;
            return { lead: preview ? "juodraštis" : "paskelbta" };
          },
        }),
      }),
      moving: page({
        path: "/moving/",
        kind: "content",
        hidden: true,
        viewSearch: { step: name },
        view: async () => ({
          default: () => <main>{world.prepared.join()}</main>,
          head: () => ({ title: "Sukasi" }),
          prepare: async (search) => world.prepared.push(String(search)),
        }),
      }),
      choosing: page({
        path: "/choosing/",
        kind: "app",
        stillAtFirst: true,
        hidden: true,
        search: { day },
        ...plain("Rinkis"),
      }),
      account: page({ path: "/account/", kind: "protected", ...plain("secret", { Waiting: () => <p>Įkeliama…</p> }) }),
      admin: page({ path: "/admin/*", kind: "client-only", ...plain("tables", { Waiting: () => <p>Laukiama</p> }) }),
      "not-found": page({ path: "/404/", kind: "content", ...plain("Puslapis nerastas") }),
      offline: page({
        path: "/offline/",
        kind: "content",
        alone: true,
        hidden: true,
        topics: ["business"],
        view: async () => ({
          default: ({ data }: PageProps<{ phone: string }>) => <h1>Nėra ryšio {data.phone}</h1>,
          head: () => ({ title: "Nėra ryšio", hidden: true }),
        }),
        data: async () => ({ data: () => ({ phone: world.phone }) }),
      }),
      away: page({
        path: "/503/",
        kind: "content",
        alone: true,
        hidden: true,
        topics: ["business"],
        view: async () => ({
          default: ({ data }: PageProps<{ phone: string } | null>) => <h1>Tuoj grįšime {data?.phone}</h1>,
          head: () => ({ title: "Tuoj grįšime", hidden: true }),
        }),
        data: async () => ({ data: () => ({ phone: world.phone }) }),
      }),
      error: page({
        path: "/500/",
        kind: "content",
        view: async () => ({
          default: ({ params }: PageProps) => <h1>Įvyko klaida {params.requestId}</h1>,
          head: () => ({ title: "Įvyko klaida" }),
        }),
      }),
    },
    app: {
      topics: ["business"],
      data: async () => ({
        data: () => ({
          name: world.name,
          languages: world.languages,
          ...(world.tagManager && { tagManager: world.tagManager }),
          ...(world.look && { look: world.look }),
        }),
      }),
    },
    slices: { footer },
    redirects: { topics: ["content"], data: async () => ({ data: () => ({ ...world.redirects }) }) },
    sheet: (path) => (path.startsWith("/admin/") ? "admin" : "public"),
    frame: async () => ({
      Frame: ({ children }: { children: ReactNode }) => (
        <>
          {children}
          <Footer />
        </>
      ),
      Guard: ({ children }: { children: ReactNode }) => children,
      Failed: () => null,
    }),
  };
  const logged: unknown[] = [];
  const drawn: string[] = [];
  const loader = createLoader(table, {
    build: {
      id: "b1",
      styles: { public: { text: "h1{color:#0c1a4b}" }, admin: { file: "/assets/admin.css" } },
      entry: { lt: "/assets/entry.js", en: "/assets/entry-en.js" },
      idle: { lt: [], en: [] },
      scripts: { lt: { schedule: ["/assets/schedule.js"] }, en: { schedule: ["/assets/schedule-en.js"] } },
      fonts: ["/assets/anybody.woff2"],
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
    slow: () => (language() === "en" ? "Still loading" : "Dar kraunama"),
    ofEach: ({ path, name }) => [{ "@type": "WebPage", url: path, name }],
    installed: () => ({
      description: language() === "en" ? "A gym" : "Salė",
      shortcuts: [{ name: "Tvarkaraštis", path: "/schedule/" }],
      screens: [{ page: "schedule", headline: "Tvarkaraštis" }],
    }),
    drawPicture: ({ headline, page, gym }) => ({
      id: `${page}-${headline.length}${gym === "Uola" ? "" : gym}`,
      png: async () => {
        drawn.push(headline);
        return Buffer.from(headline);
      },
    }),
    feeds: [],
    entries: (input) => entriesOf(table.pages, input),
    copied: () => (language() === "en" ? "Copy of {time}" : "{time} kopija"),
    client: {} as Client,
    now: () => new Date(world.nowMs),
    log: { error: (details) => logged.push(details) },
    cached: true,
    ...options,
  });
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    loader.fetch(new Request(`http://localhost:3000${path}`, { headers, method, redirect: "manual" }));
  return { loader, world, get, logged, drawn, text: async (path: string) => (await get(path)).text() };
}

/** Returns the data that a document contains for hydration. */
const inside = (html: string) =>
  JSON.parse(/<script id="first" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? "");

test("renders a page as a complete document with inline style and data, preloading only fonts", async () => {
  const { get } = set();
  const response = await get("/schedule/");
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('<div id="site"><main><h1>Tvarkaraštis</h1>');
  expect(html).toContain("<footer>+370 612 34567 Uola</footer>");
  expect(html).toContain("<title>Tvarkaraštis – Uola</title>");
  expect(html).toContain('content="„Savaitė“"');
  expect(html).toContain("<style>h1{color:#0c1a4b}</style>");
  expect(html).not.toContain("modulepreload");
  expect(inside(html)).toMatchObject({
    page: "schedule",
    path: "/schedule/",
    now: "2026-09-09T07:30:15.000Z",
    build: "b1",
    slices: { footer: { phone: "+370 612 34567", spoken: "lt" } },
    answers: { catalogue: ["Boulderingas", "Virvės"] },
    app: { name: "Uola", build: "b1", idpConnectionId: "connection" },
  });
});

describe("page metadata", () => {
  const graphIn = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "")["@graph"];

  test("includes the structured data of every page and of the page's data, with absolute URLs", async () => {
    expect(graphIn(await set().text("/en/schedule/"))).toEqual([
      { "@type": "WebPage", url: "http://localhost:3000/schedule/", name: "Tvarkaraštis" },
      { "@type": "Event", name: "Tvarkaraštis", url: "http://localhost:3000/there/" },
    ]);
  });

  test("escapes structured data so that it cannot end its script element", async () => {
    const { world, text } = set();
    world.title = evil;
    const html = await text("/schedule/");
    expect(html).not.toContain(evil);
    expect(graphIn(html)[1].name).toBe(evil);
  });

  test("includes the title, language and picture for social networks", async () => {
    const html = await set().text("/en/schedule/");
    for (const [property, content] of [
      ["og:title", "Tvarkaraštis – Uola"],
      ["og:url", "http://localhost:3000/en/schedule/"],
      ["og:site_name", "Uola"],
      ["og:locale", "en_GB"],
      ["og:locale:alternate", "lt_LT"],
      ["og:image", "http://localhost:3000/og/en/schedule.schedule-12.png"],
      ["og:image:width", "1200"],
    ]) {
      expect(html).toContain(`<meta property="${property}" content="${content}">`);
    }
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  test("includes the head metadata in the page data for navigations, and only once in a document", async () => {
    const { get, text } = set();
    const { about } = await (await get("/page-data/schedule/page-data.json")).json();
    const html = await text("/schedule/");
    expect(about).toContain('<link rel="canonical" href="http://localhost:3000/schedule/">');
    expect(html).toContain(about);
    expect(inside(html)).not.toHaveProperty("about");
  });

  test("omits social and structured metadata on a hidden page", async () => {
    const html = await set().text("/offline/");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/og:|canonical|ld\+json/);
  });
});

test("loads the lazy parts that a URL requires before rendering its page", async () => {
  expect(await set().text("/moving/?step=two&other=three")).toContain("<main>step=two</main>");
});

describe("a page that needs no script", () => {
  const dataOf = async (path: string) => (await set().get(`/page-data/${path}/page-data.json`)).json();

  test("includes the complete static HTML in the page data and only once in a document", async () => {
    const { get, text } = set();
    const { still } = await (await get("/page-data/schedule/page-data.json?day=2026-09-09")).json();
    const html = await text("/schedule/?day=2026-09-09");
    expect(still.title).toBe("Tvarkaraštis – Uola");
    expect(still.html).toContain("<footer>+370 612 34567 Uola</footer>");
    expect(html).toContain(`<div id="site">${still.html}</div>`);
    expect(inside(html)).not.toHaveProperty("still");
  });

  test.each(["account", "admin/coupons", "offline"])(
    "does not include static HTML in the page data of /%s/",
    async (path) => {
      expect(await dataOf(path)).not.toHaveProperty("still");
    },
  );

  test("serves only the first step of an app as static content", async () => {
    const later = "?day=2026-09-09";
    const { get, text } = set();
    expect(inside(await text("/choosing/"))).toMatchObject({ kind: "content" });
    expect(inside(await text(`/choosing/${later}`))).toMatchObject({ kind: "app" });
    expect(await dataOf("choosing")).toHaveProperty("still");
    const data = await (await get(`/page-data/choosing/page-data.json${later}`)).json();
    expect(data).not.toHaveProperty("still");
  });

  test("includes the page kind and stylesheet in the document", async () => {
    expect(inside(await set().text("/schedule/"))).toMatchObject({ kind: "content", sheet: "public" });
    expect(inside(await set().text("/admin/coupons/"))).toMatchObject({ kind: "client-only", sheet: "admin" });
    expect(await dataOf("schedule")).not.toHaveProperty("kind");
  });
});

describe("a share picture", () => {
  test("renders a share picture once, on the first request, and caches it as immutable", async () => {
    const { get, drawn } = set();
    await get("/schedule/");
    expect(drawn).toEqual([]);
    const [first, second] = await Promise.all([
      get("/og/schedule.schedule-12.png"),
      get("/og/schedule.schedule-12.png"),
    ]);
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(first.headers.get("cache-control")).toContain("immutable");
    expect(await second.text()).toBe("Tvarkaraštis");
    expect(drawn).toEqual(["Tvarkaraštis"]);
  });

  test("serves a share picture before its page is rendered and redirects an outdated one", async () => {
    const { get } = set();
    expect((await get("/og/index.home-7.png")).status).toBe(200);
    const old = await get("/og/en/schedule.schedule-3.png");
    expect([old.status, old.headers.get("location")]).toEqual([302, "/og/en/schedule.schedule-12.png"]);
  });

  test.each(["/og/nothing.x.png", "/og/offline.x.png", "/og/courses/none.x.png", "/og/.x.png"])(
    "returns 404 for the share picture %s",
    async (path) => {
      expect((await set().get(path)).status).toBe(404);
    },
  );
});

test.each([
  ["/schedule", "/schedule/"],
  ["/schedule?day=2026-09-09", "/schedule/?day=2026-09-09"],
  ["/tvarkarastis/", "/schedule/"],
  ["/tvarkarastis", "/schedule/"],
  ["/courses/virves", "/courses/virves/"],
  ["/admin/coupons", "/admin/coupons/"],
])("redirects %s with 301 to %s", async (from, to) => {
  const response = await set().get(from);
  expect([response.status, response.headers.get("location")]).toEqual([301, to]);
});

test.each(["/nothing/", "/nothing", "/schedule/more/", "//evil.example/schedule", "/courses/none/", "/assets/gone.js"])(
  "serves the 404 page for %s",
  async (path) => {
    const response = await set().get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Puslapis nerastas");
  },
);

test("shows the gym's new name in every title after it is renamed", async () => {
  const { text, world, loader } = set();
  world.name = "Siena";
  loader.changed("business");
  expect(await text("/schedule/")).toContain("<title>Tvarkaraštis – Siena</title>");
  expect(await text("/en/")).toContain("<title>Pradžia – Siena</title>");
  expect(await text("/schedule/")).toContain("/og/schedule.schedule-12Siena.png");
  world.broken = true;
  expect(await text("/courses/new/")).toContain("<title>Įvyko klaida – Siena</title>");
});

test("applies the owner's custom look to the root element of every document, including error pages", async () => {
  const { text, world, loader } = set();
  expect(await text("/schedule/")).toContain('<html lang="lt"><head>');
  world.look = "--color-green:#b9a1ff";
  world.nowMs += 2000;
  loader.changed("business");
  const chosen = '<html lang="en" style="--color-green:#b9a1ff"><head>';
  await expect.poll(() => text("/en/schedule/")).toContain(chosen);
  world.broken = true;
  expect(await text("/en/courses/new/")).toContain(chosen);
});

describe("the manifest", () => {
  const read = async ({ get }: ReturnType<typeof set>, path: string) => (await get(path)).json();

  test("uses the gym's name and the installed language in the web app manifest", async () => {
    const site = set();
    expect((await site.get("/manifest.webmanifest")).headers.get("content-type")).toContain(
      "application/manifest+json",
    );
    const lithuanian = await read(site, "/manifest.webmanifest");
    expect(lithuanian).toMatchObject({
      name: "Uola",
      short_name: "Uola",
      lang: "lt",
      start_url: "/",
      description: "Salė",
    });
    const english = await read(site, "/manifest-en.webmanifest");
    expect(english).toMatchObject({ id: lithuanian.id, lang: "en", start_url: "/en/", description: "A gym" });
    expect(english.shortcuts).toMatchObject([{ url: "/en/schedule/" }]);
    site.world.name = "Aukštybių laipiojimo siena";
    site.world.nowMs += 2000;
    site.loader.changed("business");
    const renamed = () => read(site, "/manifest.webmanifest");
    await expect.poll(async () => (await renamed()).name).toBe("Aukštybių laipiojimo siena");
    expect(await renamed()).not.toHaveProperty("short_name");
  });

  test("lists phone and desktop screenshots in the web app manifest, which any process can render", async () => {
    const { screenshots } = await read(set(), "/manifest-en.webmanifest");
    expect(screenshots).toMatchObject([
      { form_factor: "narrow", sizes: "720x1280", label: "Tvarkaraštis" },
      { form_factor: "wide", sizes: "1280x720", label: "Tvarkaraštis" },
    ]);
    const other = set();
    for (const { src } of screenshots) expect((await other.get(src)).status).toBe(200);
    expect((await other.get("/og/manifest/none.x.png")).status).toBe(404);
  });
});

test("redirects old URLs without a page, keeping the language and the query", async () => {
  const { get, world, loader } = set();
  world.redirects = { "/old/": "/schedule/", "/shop/": "https://shop.example/", "/schedule/": "/written/" };
  const led = async (path: string) => {
    const response = await get(path);
    return [response.status, response.headers.get("location")];
  };
  expect(await led("/old?day=2026-09-09")).toEqual([301, "/schedule/?day=2026-09-09"]);
  expect(await led("/en/old/")).toEqual([301, "/en/schedule/"]);
  expect(await led("/shop/?utm=x")).toEqual([301, "https://shop.example/"]);
  expect(await led("/schedule/")).toEqual([200, null]);
  expect((await get("/page-data/old/page-data.json")).status).toBe(404);
  world.redirects = {};
  loader.changed("content");
  expect((await get("/old/")).status).toBe(404);
});

describe("a language", () => {
  test("uses the language of the URL for the document, data, slices, scripts and loading message", async () => {
    const { text, get } = set();
    const html = await text("/en/schedule/?day=2026-09-09");
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('src="/assets/entry-en.js"');
    expect(html).toContain('data-slow="Still loading"');
    expect(inside(html)).toMatchObject({ path: "/en/schedule/", slices: { footer: { spoken: "en" } } });
    const data = await (await get("/page-data/en/schedule/page-data.json")).json();
    expect(data).toMatchObject({ page: "schedule", path: "/en/schedule/", scripts: ["/assets/schedule-en.js"] });
    expect(await (await get("/en/slice-data/footer.json")).json()).toMatchObject({ spoken: "en" });
    expect(await (await get(data.shared.catalogue)).json()).toEqual(["Boulderingas", "Virvės"]);
  });

  test("caches each language of a page separately", async () => {
    const { text } = set();
    const [english, lithuanian] = await Promise.all([text("/en/schedule/"), text("/schedule/")]);
    expect(english).toContain('<html lang="en">');
    expect(lithuanian).toContain('<html lang="lt">');
    expect(await text("/en/schedule/")).toBe(english);
  });

  test("lists the alternate languages in the document and in the sitemap", async () => {
    const { text } = set();
    for (const path of ["/schedule/", "/en/schedule/"]) {
      const html = await text(path);
      expect(html).toContain('<link rel="alternate" hreflang="lt" href="http://localhost:3000/schedule/">');
      expect(html).toContain('<link rel="alternate" hreflang="en" href="http://localhost:3000/en/schedule/">');
      expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${path}">`);
    }
    const sitemap = await text("/sitemap.xml");
    expect(sitemap).toContain("<loc>http://localhost:3000/en/schedule/</loc>");
    expect(sitemap).toContain('hreflang="en" href="http://localhost:3000/en/schedule/"');
  });

  test("uses translated slugs in the alternate links of a page", async () => {
    const html = await set().text("/courses/sauga/");
    expect(html).toContain('<link rel="alternate" hreflang="lt" href="http://localhost:3000/courses/sauga/">');
    expect(html).toContain('<link rel="alternate" hreflang="en" href="http://localhost:3000/en/courses/belaying/">');
    expect(html).toContain('<link rel="alternate" hreflang="x-default" href="http://localhost:3000/courses/sauga/">');
    expect(inside(html).addresses).toEqual({ lt: "/courses/sauga/", en: "/courses/belaying/" });
    expect(inside(await set().text("/courses/kita/"))).not.toHaveProperty("addresses");
  });

  test("serves error pages in the language of the URL and adds a trailing slash to /en", async () => {
    const { get, world } = set();
    const missing = await get("/en/nothing/");
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('<html lang="en">');
    world.broken = true;
    expect(await (await get("/en/schedule/")).text()).toContain('<html lang="en">');
    const { status, headers } = await get("/en");
    expect([status, headers.get("location")]).toEqual([301, "/en/"]);
  });

  test("redirects a language that the owner does not offer to the default language and no longer lists it", async () => {
    const { get, loader, text, world } = set();
    // Cached while the language was offered.
    expect((await get("/en/schedule/")).status).toBe(200);
    world.languages = ["lt"];
    loader.changed("business");
    const { status, headers } = await get("/en/schedule/");
    expect([status, headers.get("location")]).toEqual([302, "/schedule/"]);
    // Browsers must revalidate: the owner may offer the language again at any time.
    expect(headers.get("cache-control")).toContain("must-revalidate");
    expect(await text("/schedule/")).not.toContain("hreflang");
    expect(await text("/sitemap.xml")).not.toContain("/en/");
    expect(await text("/sw.js")).not.toContain("/en/offline/");
  });
});

describe("without a network", () => {
  test("renders the offline page without scripts, frame or data", async () => {
    const html = await set().text("/offline/");
    expect(html).toMatch(/<h1>Nėra ryšio (<!-- -->)?\+370 600 00001<\/h1>/);
    expect(html).toContain("<style>h1{color:#0c1a4b}</style>");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/<script|<footer/);
  });

  test("revalidates the service worker on each request and changes it when the offline page changes", async () => {
    const { get, loader, world, text } = set();
    const { headers } = await get("/sw.js");
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    const first = await text("/sw.js");
    expect(first).toContain('"/offline/"');
    loader.changed("services");
    expect(await text("/sw.js")).toBe(first);
    world.phone = "+370 600 00002";
    world.nowMs += 2000;
    loader.changed("business");
    await expect.poll(() => text("/sw.js")).not.toBe(first);
  });

  test("stores public pages in the service worker in the offered languages, with a note about their age", async () => {
    const { loader, world, text } = set();
    const notes = async () => JSON.parse(/const pages = (\{.*?\}), days/.exec(await text("/sw.js"))?.[1] ?? "{}");
    expect(await notes()).toEqual({
      "/schedule/": { note: "{time} kopija", locale: "lt" },
      "/en/schedule/": { note: "Copy of {time}", locale: "en" },
    });
    world.languages = ["lt"];
    loader.changed("business");
    await expect.poll(async () => Object.keys(await notes())).toEqual(["/schedule/"]);
  });

  test("does not store anything in browsers during development", async () => {
    const worker = await set({ cached: false }).text("/sw.js");
    expect(worker).toContain("registration.unregister()");
    expect(worker).not.toContain('"fetch"');
  });
});

describe("a preview", () => {
  const shown = async (get: ReturnType<typeof set>["get"], path: string) => {
    const response = await get(path);
    return { headers: response.headers, html: await response.text() };
  };

  test("shows drafts to anyone with the preview key, but only in the document opened with it", async () => {
    const { get, loader } = set();
    const { headers, html } = await shown(get, "/written/?preview=good&utm=x");
    expect(html).toContain("<h1>juodraštis drafts</h1>");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(html).not.toContain("good");
    expect(inside(html)).toMatchObject({ preview: "drafts", shown: "" });
    const plain = await shown(get, "/written/");
    expect(plain.html).toContain("<h1>paskelbta undefined</h1>");
    expect(plain.html).not.toContain("noindex");
    expect(plain.headers.get("cache-control")).toContain("public");
    expect(await (await get("/page-data/written/page-data.json?preview=good")).json()).toMatchObject({
      data: { lead: "paskelbta" },
    });
    expect(loader.quick({ method: "GET", url: "/written/?preview=good" } as never, {} as never)).toBe(false);
  });

  test.each(["old", "x".repeat(2000)])(
    "shows the published page with a notice if the preview key has expired",
    async (key) => {
      const { get, logged } = set();
      const { headers, html } = await shown(get, `/written/?preview=${key}`);
      expect(html).toContain("<h1>paskelbta over</h1>");
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(logged).toEqual([]);
    },
  );

  test("ignores the preview key on pages without editable content and keeps it out of the log", async () => {
    const { get, world, logged } = set();
    expect((await get("/schedule/?preview=good")).headers.get("cache-control")).toContain("public");
    world.broken = true;
    expect((await get("/written/?preview=good&utm=x")).status).toBe(500);
    expect(logged).toMatchObject([{ url: "http://localhost:3000/written/" }]);
  });
});

test("redirects when a page's data function throws a redirect", async () => {
  const { get } = set();
  const response = await get("/courses/old/");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/courses/new/"]);
  expect((await get("/page-data/courses/old/page-data.json")).status).toBe(404);
});

test("serves a failure as the 500 page with the request id and without scripts, and logs it", async () => {
  const { get, world, logged } = set();
  world.broken = true;
  const response = await get("/schedule/", { "x-request-id": "given-id-1234" });
  const html = await response.text();
  expect(response.status).toBe(500);
  expect(html).toContain("given-id-1234");
  expect(html).not.toMatch(/<script|platform away/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(logged).toHaveLength(1);
  const odd = await get("/schedule/", { "x-request-id": "<script>alert(1)</script>" });
  expect(await odd.text()).not.toContain("<script");
  expect((await get("/page-data/schedule/page-data.json")).status).toBe(500);
});

test("escapes data so that it cannot end its script element", async () => {
  const { world, text } = set();
  world.title = evil;
  const html = await text("/schedule/");
  expect(html).not.toContain(evil);
  expect(html.match(/<script/g)).toHaveLength(4);
  expect(inside(html).data.title).toBe(evil);
});

test("serves page data, shared queries, slices and app data from the same functions", async () => {
  const { get } = set();
  const data = await (await get("/page-data/schedule/page-data.json?day=2026-09-09&utm=x")).json();
  expect(data).toMatchObject({ page: "schedule", search: "?day=2026-09-09", scripts: ["/assets/schedule.js"] });
  expect(data.data).toMatchObject({ title: "Tvarkaraštis", day: "2026-09-09", utm: null });
  expect(data).not.toHaveProperty("answers");
  expect(data.shared.catalogue).toMatch(/^\/page-data\/sq\/d\/\d+\.json$/);
  expect(await (await get(data.shared.catalogue)).json()).toEqual(["Boulderingas", "Virvės"]);
  expect(await (await get("/slice-data/footer.json")).json()).toEqual({ phone: "+370 612 34567", spoken: "lt" });
  expect(await (await get("/page-data/app-data.json")).json()).toMatchObject({
    name: "Uola",
    build: "b1",
    clientId: "app",
  });
  expect(await (await get("/page-data/index/page-data.json")).json()).toMatchObject({ page: "home", path: "/" });
  for (const gone of ["/page-data/nothing/page-data.json", "/slice-data/x.json", "/page-data/sq/d/1.json"]) {
    expect((await get(gone)).status).toBe(404);
  }
});

test("caches separate versions of a page only for the parameters that it declares", async () => {
  const { get, world } = set();
  await get("/schedule/");
  await get("/schedule/?utm=mail");
  await get("/page-data/schedule/page-data.json");
  expect(world.reads).toBe(1);
  await get("/schedule/?day=2026-09-10");
  await get("/schedule/?utm=mail&day=2026-09-10");
  await get(`/schedule/?day=${"9".repeat(101)}`);
  expect(world.reads).toBe(2);
});

test("ignores a query parameter with a malformed value", async () => {
  const { get, world } = set();
  await get("/schedule/");
  for (const value of ["tomorrow", "2026-13-01", "2026-09-41", "1", "2026-09-10;x", "%00"]) {
    expect((await get(`/schedule/?day=${value}`)).status).toBe(200);
  }
  expect(world.reads).toBe(1);
});

test("rejects a flood of invented query values with 503 while still serving the site's own pages", async () => {
  const { get, world } = set();
  const days = Array.from({ length: 300 }, (_, index) => new Date(Date.UTC(2026, 0, index)).toISOString().slice(0, 10));
  const answers = await Promise.all([...days.map((day) => get(`/schedule/?day=${day}`)), get("/schedule/")]);
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.at(-1)?.status).toBe(200);
  expect(refused.length).toBeGreaterThan(200);
  expect(refused[0]?.headers.get("retry-after")).toBe("2");
  expect(await refused[0]?.text()).not.toContain("<script");
  expect(world.reads).toBeLessThan(100);
});

test("renders a preview with an expired key only once for all requests", async () => {
  const { get, world } = set();
  await Promise.all(Array.from({ length: 30 }, (_, index) => get(`/written/?preview=bad${index}`)));
  expect(world.published).toBe(1);
});

test("reads the data once for a thousand simultaneous requests", async () => {
  const { get, world } = set();
  await Promise.all(Array.from({ length: 1000 }, () => get("/schedule/")));
  expect(world.reads).toBe(1);
});

test("shows a change within a second, and refreshes an unchanged page after a minute", async () => {
  const { loader, world, text } = set();
  await text("/schedule/");
  world.nowMs += 2000;
  world.title = "Pasikeitė";
  loader.changed("business");
  loader.changed("availability");
  world.nowMs += 10;
  await vi.waitFor(async () => expect(await text("/schedule/")).toContain("Pasikeitė"), 10_000);
  world.nowMs += 60_000;
  world.title = "Kita minutė";
  expect(await text("/schedule/")).toContain("Kita minutė");
});

test("does not include anything about the first requester in a cached page", async () => {
  const { text, get } = set();
  const first = await get("/schedule/", { cookie: "wrefreshToken=ona" });
  expect(await first.text()).not.toContain("wrefreshToken");
  expect(await text("/schedule/")).not.toContain("wrefreshToken");
});

test("renders client-only and protected pages on the server without their content", async () => {
  const { text } = set();
  expect(await text("/account/")).toContain("<p>Įkeliama…</p>");
  expect(await text("/account/")).not.toContain("<h1>secret");
  expect(await text("/admin/a/b/")).toContain("<p>Laukiama</p>");
});

test.each([
  ["br, gzip", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0.0,gzip;q=0", null],
  ["identity", null],
  ["", null],
])("responds to accept-encoding %j with %s", async (accepted, encoding) => {
  const { get } = set();
  const response = await get("/schedule/", { "accept-encoding": accepted });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("vary")).toBe("accept-encoding");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  const raw = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
  expect(raw.toString()).toContain("Tvarkaraštis");
});

test("returns 304 for an unchanged page, with a separate ETag per encoding", async () => {
  const { get } = set();
  const br = (await get("/schedule/", { "accept-encoding": "br" })).headers.get("etag") ?? "";
  const plain = (await get("/schedule/")).headers.get("etag") ?? "";
  expect(br).not.toBe(plain);
  expect((await get("/schedule/", { "accept-encoding": "br", "if-none-match": br })).status).toBe(304);
  expect((await get("/schedule/", { "accept-encoding": "br", "if-none-match": `"x", ${br}` })).status).toBe(304);
  expect((await get("/schedule/", { "if-none-match": br })).status).toBe(200);
  expect((await get("/nothing/", { "if-none-match": "*" })).status).toBe(404);
});

test("allows exactly the inline style and script of the page in the content security policy", async () => {
  const { get } = set();
  const policy = (await get("/schedule/")).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self' 'sha256-X+zrZv/IbzjZUnhsbWlsecLbwjndTpG0ZynXOif7V+k='");
  expect(policy).toContain("connect-src 'self' http://localhost:3001 http://localhost:3002");
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  expect((await get("/schedule/")).headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
});

test("allows third-party hosts in the content security policy only while a tag manager is configured", async () => {
  const { loader, world, get } = set();
  const policy = async () => (await get("/")).headers.get("content-security-policy") ?? "";
  const hosts = async () => (await policy()).match(/https:\/\/[^ ;]+/g) ?? [];
  expect(await hosts()).toEqual([]);
  world.tagManager = { id: "GTM-ABC1234", version: 2 };
  world.nowMs += 5000;
  loader.changed("business");
  await expect.poll(hosts).toContain("https://www.googletagmanager.com");
  const scripts = /script-src ([^;]*)/.exec(await policy())?.[1];
  expect(scripts).toMatch(/^'self' 'sha256-\S+' https:\/\/www\.googletagmanager\.com$/);
  expect(inside(await (await get("/")).text()).app.tagManager).toEqual(world.tagManager);
  expect(await (await get("/")).text()).not.toContain("googletagmanager");
  world.tagManager = undefined;
  world.nowMs += 5000;
  loader.changed("business");
  // Renders of a page are at least one second apart, so the change appears with a delay.
  await expect.poll(hosts).toEqual([]);
});

test("responds to HEAD without a body and rejects other methods with 405", async () => {
  const { get } = set();
  const head = await get("/schedule/", {}, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await get("/schedule/", {}, "POST")).status).toBe(405);
});

test("lists only pages that search engines may show in the sitemap", async () => {
  const { text } = set();
  const sitemap = await text("/sitemap.xml");
  expect(sitemap.match(/<loc>(.*?)<\/loc>/g)).toEqual([
    "<loc>http://localhost:3000/</loc>",
    "<loc>http://localhost:3000/en/</loc>",
    "<loc>http://localhost:3000/schedule/</loc>",
    "<loc>http://localhost:3000/en/schedule/</loc>",
    "<loc>http://localhost:3000/written/</loc>",
    "<loc>http://localhost:3000/en/written/</loc>",
  ]);
  expect(await text("/robots.txt")).toContain("Sitemap: http://localhost:3000/sitemap.xml");
});

test("lists each page's URL in every language, its last change and its pictures in the sitemap", async () => {
  const entries = [
    {
      paths: { lt: "/courses/sauga/", en: "/courses/belaying/" },
      updated: "2026-11-02T08:00:00.000Z",
      images: ["/media/1/1280.jpeg/virv%C4%97%20&%20mazgas.jpg"],
    },
    { paths: everywhere("/p/stovykla/") },
  ];
  const sitemap = await set({ entries: async () => entries }).text("/sitemap.xml");
  const [lt, en, plain] = [...sitemap.matchAll(/<url>(.*?)<\/url>/g)].map(([, url]) => url);
  const others =
    '<xhtml:link rel="alternate" hreflang="lt" href="http://localhost:3000/courses/sauga/"/>' +
    '<xhtml:link rel="alternate" hreflang="en" href="http://localhost:3000/en/courses/belaying/"/>';
  const image =
    "<image:image><image:loc>http://localhost:3000/media/1/1280.jpeg/virv%C4%97%20&amp;%20mazgas.jpg</image:loc></image:image>";
  const more = `<lastmod>2026-11-02T08:00:00.000Z</lastmod>${others}${image}`;
  expect(lt).toBe(`<loc>http://localhost:3000/courses/sauga/</loc>${more}`);
  expect(en).toBe(`<loc>http://localhost:3000/en/courses/belaying/</loc>${more}`);
  expect(plain).not.toMatch(/lastmod|image/);
});

describe("while the platform cannot be read", () => {
  const refusal = Object.assign(new Error("no database"), { name: "PlatformError", status: 503 });

  test("serves a 503 page in the visitor's language with the last known phone number and no scripts", async () => {
    const { get, loader, world } = set();
    expect(Object.keys(await loader.away())).toEqual(["lt", "en"]);
    world.phone = "+370 600 00009";
    world.broken = refusal;
    const response = await get("/en/schedule/");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const html = await response.text();
    expect(html).toContain('<html lang="en">');
    expect(html).toMatch(/<h1>Tuoj grįšime (<!-- -->)?\+370 600 00001<\/h1>/);
    expect(html).not.toContain("<script");
  });

  test("serves a 503 page even if no data was ever read", async () => {
    const { get, world } = set();
    world.broken = refusal;
    const response = await get("/schedule/");
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("<h1>Tuoj grįšime </h1>");
  });

  test("returns 503 as JSON for page data", async () => {
    const { get, loader, world } = set();
    await loader.away();
    world.broken = refusal;
    const response = await get("/page-data/schedule/page-data.json");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(response.headers.get("content-type")).toContain("application/json");
  });
});

describe("a feed", () => {
  const feed = (more: Partial<Feed> = {}): Feed => ({
    path: "/timetable.ics",
    type: "text/calendar",
    topics: ["availability"],
    search: { day },
    keptSeconds: 900,
    text: ({ search, siteUrl }) => `${siteUrl} ${language()} ${search}`,
    ...more,
  });

  test("serves a feed at one URL per language and varies it only by its declared parameters", async () => {
    const { get, text } = set({ feeds: [feed()] });
    const { headers } = await get("/timetable.ics");
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("cache-control")).toBe("public, max-age=900, must-revalidate");
    expect(await text("/timetable.ics?utm=x")).toBe("http://localhost:3000 lt ");
    expect(await text("/en/timetable.ics?day=2026-09-09&day=x")).toBe("http://localhost:3000 en day=2026-09-09");
    const known = { "if-none-match": headers.get("etag") ?? "" };
    expect((await get("/timetable.ics", known)).status).toBe(304);
  });

  test("generates a feed once for all requests and again when its content changes", async () => {
    const made = vi.fn(() => "text");
    const { loader, text, world } = set({ feeds: [feed({ text: made })] });
    await Promise.all([text("/timetable.ics"), text("/timetable.ics?utm=x")]);
    expect(made).toHaveBeenCalledTimes(1);
    world.nowMs += 2000;
    loader.changed("availability");
    await text("/timetable.ics");
    await expect.poll(() => made.mock.calls.length).toBe(2);
  });

  test("redirects a feed in a language that is not offered to the default language", async () => {
    const { get, world } = set({ feeds: [feed()] });
    world.languages = ["lt"];
    const { status, headers } = await get("/en/timetable.ics?day=2026-09-09");
    expect([status, headers.get("location")]).toEqual([302, "/timetable.ics?day=2026-09-09"]);
  });

  test("links a named feed in the head of every page, in the page's language", async () => {
    const { text } = set({
      feeds: [feed(), feed({ path: "/news.xml", type: "application/rss+xml", name: () => "Naujienos" })],
    });
    const html = await text("/en/schedule/");
    expect(html).toContain(
      '<link rel="alternate" type="application/rss+xml" title="Naujienos" href="http://localhost:3000/en/news.xml">',
    );
    expect(html).not.toContain("timetable.ics");
  });
});

test("generates the sitemap once and again when its content may have changed", async () => {
  const entries = vi.fn(async () => []);
  const { get, loader, world } = set({ entries });
  const { headers } = await get("/sitemap.xml");
  expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
  expect((await get("/sitemap.xml", { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  expect(entries).toHaveBeenCalledTimes(1);
  world.nowMs += 2000;
  loader.changed("content");
  await get("/sitemap.xml");
  await expect.poll(() => entries.mock.calls.length).toBe(2);
});
