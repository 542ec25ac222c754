import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { type Counter, createCounter } from "./counter.ts";
import { measuringSweepTask } from "./measuring.ts";
import { consentLimit, isBot, ratingOf } from "./rules.ts";

const log = pino({ level: "silent" });
const reader = {
  network: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; rv:143.0) Gecko/20100101 Firefox/143.0",
};
let platform: TestPlatform;
let counter: Counter;
beforeAll(async () => {
  platform = await createTestPlatform();
});
beforeEach(async () => {
  for (const table of ["pageView", "webVital", "consent", "rateWindow"] as const) {
    await platform.db.deleteFrom(table).execute();
  }
  const { db, siteId, accounts } = platform;
  counter = createCounter({ db, siteId, accounts, now: () => platform.clock.now, log });
});
afterAll(() => platform.close());

const measuring = () => platform.as(platform.key).measuring;
const days = { from: "2026-08-01", to: "2026-09-30" };
const lt = (path: string) => ({ path, language: "lt" });

describe("page views", () => {
  test("counts page views per page and day in the gym's time zone, without data about the reader", async () => {
    for (let time = 0; time < 3; time++) counter.view(lt("/prices/"), reader);
    counter.view({ path: "/prices/", language: "en" }, reader);
    counter.view(lt("/"), reader);
    await counter.flush();
    platform.clock.now = new Date("2026-09-01T22:30:00Z");
    counter.view(lt("/prices/"), reader);
    await counter.flush();
    expect(await measuring().views(days)).toEqual({
      days: [
        { day: "2026-09-01", views: 5 },
        { day: "2026-09-02", views: 1 },
      ],
      pages: [
        { path: "/prices/", views: 5 },
        { path: "/", views: 1 },
      ],
    });
    expect((await measuring().views({ from: "2026-09-02", to: "2026-09-02" })).days).toHaveLength(1);
    const rows = await platform.db.selectFrom("pageView").selectAll().execute();
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(["day", "language", "path", "siteId", "views"]);
    platform.clock.now = new Date("2026-09-01T09:00:00Z");
  });

  test("a thousand page views cause one write and one row", async () => {
    for (let time = 0; time < 1000; time++) counter.view(lt("/"), reader);
    expect(await platform.db.selectFrom("pageView").select("path").execute()).toEqual([]);
    await counter.flush();
    expect(await platform.db.selectFrom("pageView").select("views").execute()).toEqual([{ views: 1000 }]);
  });

  test("adds up the page views of two processes", async () => {
    const { db, siteId, accounts } = platform;
    const other = createCounter({ db, siteId, accounts, now: () => platform.clock.now, log });
    for (const each of [counter, other]) {
      each.view(lt("/"), reader);
      each.view(lt("/prices/"), reader);
    }
    await Promise.all([counter.flush(), other.flush()]);
    expect((await measuring().views(days)).pages).toEqual([
      { path: "/", views: 2 },
      { path: "/prices/", views: 2 },
    ]);
  });

  test("does not count page views by bots", async () => {
    for (const userAgent of [undefined, "curl/8.1", "Mozilla/5.0 (compatible; Googlebot/2.1)"]) {
      counter.view(lt("/"), { userAgent });
    }
    await counter.flush();
    expect((await measuring().views(days)).days).toEqual([]);
  });

  test("rejects a statistics query that spans more than 400 days", async () => {
    const long = measuring().views({ from: "2025-01-01", to: "2026-03-01" });
    await expect(long).rejects.toMatchObject({ code: "TOO_MANY_DAYS", status: 400 });
  });

  test("deletes counts and consent choices after three years", async () => {
    const begin = platform.clock.now;
    counter.view(lt("/"), reader);
    counter.vitals({ LCP: 1 }, lt("/"), reader);
    await counter.flush();
    await counter.consent({ id: crypto.randomUUID(), version: 1, choice: "REFUSED" }, reader);
    const { db, siteId } = platform;
    const sweep = measuringSweepTask({ db, siteId, now: () => platform.clock.now });
    const rows = async () =>
      (await db.selectFrom("pageView").selectAll().execute()).length +
      (await db.selectFrom("webVital").selectAll().execute()).length +
      (await db.selectFrom("consent").selectAll().execute()).length;
    platform.clock.now = new Date(begin.getTime() + 3 * 365 * 86_400_000);
    await sweep.run({} as never);
    expect(await rows()).toBe(3);
    platform.clock.now = new Date(begin.getTime() + (3 * 365 + 1) * 86_400_000);
    await sweep.run({} as never);
    expect(await rows()).toBe(0);
    platform.clock.now = begin;
  });
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1", false],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/141.0.0.0 Safari/537.36", true],
  ["Mozilla/5.0 (Linux; Android 6.0.1) Chrome/141 Mobile Safari/537.36 (compatible; bingbot/2.0)", true],
  ["Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)", true],
  ["Mozilla/5.0 (Linux; Android 11; moto g power) Chrome-Lighthouse", true],
  ["WhatsApp/2.2", true],
  ["python-requests/2.32", true],
])("classifies the user agent %s as a bot: %j", (userAgent, bot) => {
  expect(isBot(userAgent)).toBe(bot);
});

describe("web vitals", () => {
  test("counts web vitals by rating", async () => {
    counter.vitals({ LCP: 1200, CLS: 0.3 }, lt("/"), reader);
    counter.vitals({ LCP: 3000 }, lt("/"), reader);
    for (const body of [{ LCP: -1 }, { LCP: "1" }, { FID: 1 }, null, "x"]) counter.vitals(body, lt("/"), reader);
    await counter.flush();
    expect((await measuring().vitals(days)).pages).toEqual([
      { path: "/", metric: "CLS", good: 0, middling: 0, poor: 1 },
      { path: "/", metric: "LCP", good: 1, middling: 1, poor: 0 },
    ]);
  });

  test.each([
    ["LCP", 2500, "GOOD"],
    ["LCP", 4001, "POOR"],
    ["CLS", 0.1, "GOOD"],
    ["CLS", 0.2, "MIDDLING"],
    ["INP", 501, "POOR"],
  ] as const)("rates a %s of %d as %s", (metric, value, rating) => {
    expect(ratingOf(metric, value)).toBe(rating);
  });
});

describe("consent", () => {
  test("records each consent choice with its version and date under an anonymous id", async () => {
    const id = crypto.randomUUID();
    expect(await counter.consent({ id, version: 2, choice: "ACCEPTED" }, reader)).toBe(true);
    expect(await counter.consent({ id, version: 2, choice: "REFUSED" }, reader)).toBe(true);
    for (const body of [{ id, version: 0, choice: "ACCEPTED" }, { id: "x", version: 1, choice: "REFUSED" }, null]) {
      expect(await counter.consent(body, reader)).toBe(true);
    }
    const { consents } = await measuring().consents({});
    expect(consents).toMatchObject([
      { browserId: id, version: 2, choice: "REFUSED", createdDate: platform.clock.now },
      { browserId: id, version: 2, choice: "ACCEPTED" },
    ]);
    const rows = JSON.stringify(await platform.db.selectFrom("consent").selectAll().execute());
    expect(rows).not.toMatch(/192\.0\.2|Firefox/);
  });

  test("rejects consent choices above the limit per network", async () => {
    const choice = { id: crypto.randomUUID(), version: 1, choice: "REFUSED" };
    await platform.accounts.limits.count("consent", reader.network, { per: 60, by: consentLimit.atMost });
    expect(await counter.consent(choice, reader)).toBe(false);
  });
});

describe("measurement settings", () => {
  test("third-party measurement is off by default, and everyone may read the settings", async () => {
    const { settings } = await platform.as(platform.visitor()).measuring.settings({});
    expect(settings).toEqual({ tagManagerId: null, webVitals: false, consentVersion: 1, revision: "1" });
  });

  test("asks everyone for consent again after a container change or on request, but not after its removal", async () => {
    const change = async (settings: object, more: object = {}) => {
      const { revision } = (await measuring().settings({})).settings;
      return (await measuring().updateSettings({ settings: { revision, ...settings }, ...more })).settings;
    };
    expect(await change({ tagManagerId: "GTM-ABC1234" })).toMatchObject({ consentVersion: 2 });
    expect(await change({ tagManagerId: "GTM-ABC1234", webVitals: true })).toMatchObject({ consentVersion: 2 });
    expect(await change({}, { askAgain: true })).toMatchObject({ consentVersion: 3, webVitals: true });
    expect(await change({ tagManagerId: null })).toMatchObject({ consentVersion: 3, tagManagerId: null });
    await expect(change({ tagManagerId: "<script>" })).rejects.toMatchObject({ status: 400 });
    const stale = measuring().updateSettings({ settings: { revision: "1" } });
    await expect(stale).rejects.toMatchObject({ code: "REVISION_MISMATCH" });
    const member = platform.as((await platform.member()).token).measuring;
    await expect(member.updateSettings({ settings: { revision: "5" } })).rejects.toMatchObject({ status: 403 });
    const audit = await platform.db.selectFrom("audit").select("action").where("entity", "=", "measuring").execute();
    expect(audit).toHaveLength(4);
  });
});
