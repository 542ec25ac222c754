import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBackground, dayMs } from "@uola/kernel";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { createErrorCollector, type ErrorCollector } from "./collector.ts";
import { errorSweepTask } from "./errors.ts";
import { limits } from "./rules.ts";
import { readDsn, sentryRelay } from "./sentry.ts";

const log = pino({ level: "silent" });
let platform: TestPlatform;
let collector: ErrorCollector;
beforeAll(async () => {
  platform = await createTestPlatform();
});
beforeEach(async () => {
  await platform.db.deleteFrom("errorGroup").execute();
  await platform.db.deleteFrom("rateWindow").execute();
  collector = collect();
});
afterAll(() => platform.close());

function collect(more: Partial<Parameters<typeof createErrorCollector>[0]> = {}): ErrorCollector {
  const { db, siteId, accounts } = platform;
  return createErrorCollector({ db, siteId, accounts, now: () => platform.clock.now, log, release: "r1", ...more });
}
const owner = () => platform.as(platform.key).errorReports;
const listed = async () => (await owner().query({})).errors;
const report = (more: object = {}) => ({
  name: "TypeError",
  message: "Cannot greet Ona Petraitė, ona@pastas.example",
  stack: "TypeError: Ona\n    at Row (https://uola.example/assets/home-AAAAAAAA.js:1:20)",
  release: "abc123",
  ...more,
});
const from = {
  network: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; rv:143.0) Gecko/20100101 Firefox/143.0",
  place: "/prices/",
};

describe("a browser error report", () => {
  test("stores a browser error once with a count, page, release and browser, but without personal data", async () => {
    for (let time = 0; time < 3; time++) expect(await collector.fromBrowser(report(), from)).toBe(true);
    const errors = await listed();
    expect(errors).toMatchObject([
      {
        source: "BROWSER",
        name: "TypeError",
        message: "Cannot greet [name], [mail]",
        place: "/prices/",
        release: "abc123",
        browser: "Firefox 143",
        reportCount: 3,
        frames: [{ function: "Row", file: "/assets/home-AAAAAAAA.js", line: 1, column: 20 }],
      },
    ]);
    const rows = JSON.stringify(await platform.db.selectFrom("errorGroup").selectAll().execute());
    expect(rows).not.toMatch(/Ona|Petrait|pastas|192\.0\.2/);
  });

  test("stores the source positions of a browser error", async () => {
    const resolve = () => ({ file: "apps/site/src/pages/home/home.tsx", line: 7, column: 1, function: "Row" });
    await collect({ resolve }).fromBrowser(report(), from);
    expect((await listed())[0]?.frames).toMatchObject([{ file: "apps/site/src/pages/home/home.tsx", line: 7 }]);
  });

  test.each([
    ["of the wrong shape", { name: 7, message: { a: 1 }, stack: null, release: "<script>" }],
    ["empty", {}],
    ["enormous", report({ message: "ą".repeat(200_000), stack: "at x (".repeat(50_000) })],
  ])("stores the readable parts of a browser error report that is %s", async (_, report) => {
    expect(await collector.fromBrowser(report, from)).toBe(true);
    expect(await listed()).toMatchObject([{ reportCount: 1 }]);
  });

  test.each([[null], ["text"], [[]]])("ignores a browser error report that is %j", async (report) => {
    expect(await collector.fromBrowser(report, from)).toBe(true);
    expect(await listed()).toEqual([]);
  });

  test("ignores a hydration error that React recovers from", async () => {
    await collector.fromBrowser(report({ message: "Minified React error #418; visit https://react.dev" }), from);
    expect(await listed()).toEqual([]);
  });

  test("rejects browser error reports above the limit per network or in total", async () => {
    const { network, all } = limits;
    await platform.accounts.limits.count("error report", from.network, { per: network.per, by: network.atMost - 1 });
    expect(await collector.fromBrowser(report(), from)).toBe(true);
    expect(await collector.fromBrowser(report(), from)).toBe(false);
    expect(await collector.fromBrowser(report(), { ...from, network: "198.51.100.1" })).toBe(true);
    await platform.accounts.limits.count("error report", "all", { per: all.per, by: all.atMost });
    expect(await collector.fromBrowser(report(), { ...from, network: "203.0.113.1" })).toBe(false);
    expect((await listed())[0]?.reportCount).toBe(2);
  });
});

describe("a server error", () => {
  test("collects repeated server errors and writes them once with their count", async () => {
    const error = () => Object.assign(new Error("no row for ona@pastas.example"), { code: "X" });
    for (let time = 0; time < 40; time++) {
      collector.fromServer({ error: error(), message: "a page failed", place: "/prices/?preview=geheim" });
    }
    collector.fromServer({ error: undefined, message: "the captcha's secret is not taken" });
    await collector.flush();
    const errors = await listed();
    expect(errors.map(({ message, reportCount }) => [message, reportCount]).toSorted()).toEqual([
      ["a page failed: no row for [mail]", 40],
      ["the captcha's secret is not taken", 1],
    ]);
    const page = errors.find(({ place }) => place);
    expect(page).toMatchObject({ source: "SERVER", release: "r1", place: "/prices/?[query]" });
    expect(page?.frames[0]?.file).toBe("packages/messaging/src/errors/errors.test.ts");
  });

  test("drops a server error that cannot be stored and does not report it again", async () => {
    const warnings: string[] = [];
    const broken = collect({
      db: platform.db.withSchema("nowhere") as never,
      log: { warn: (_: object, message: string) => warnings.push(message) } as never,
    });
    broken.fromServer({ error: new Error("x"), message: "y" });
    await broken.flush();
    expect(warnings).toEqual(["an error could not be reported"]);
  });
});

describe("the owner", () => {
  test("the owner lists errors newest first, filters them by status and source, and resolves them", async () => {
    await collector.fromBrowser(report(), from);
    platform.clock.now = new Date(platform.clock.now.getTime() + 1000);
    collector.fromServer({ error: new Error("later"), message: "" });
    await collector.flush();
    const [later, earlier] = await listed();
    expect([later?.source, earlier?.source]).toEqual(["SERVER", "BROWSER"]);
    expect((await owner().query({ source: "BROWSER" })).errors.map(({ id }) => id)).toEqual([earlier?.id]);
    const first = await owner().query({ cursorPaging: { limit: 1 } });
    const second = await owner().query({ cursorPaging: { limit: 1, cursor: first.cursors.next ?? "" } });
    expect([...first.errors, ...second.errors].map(({ id }) => id)).toEqual([later?.id, earlier?.id]);

    const errorId = earlier?.id ?? "";
    await owner().resolve({ errorId, resolved: true });
    expect((await owner().query({ status: "OPEN" })).errors.map(({ id }) => id)).toEqual([later?.id]);
    const audit = await platform.db.selectFrom("audit").select("action").where("entityId", "=", errorId).execute();
    expect(audit).toEqual([{ action: "error.resolve" }]);
    await owner().resolve({ errorId, resolved: false });
    expect((await owner().query({ status: "RESOLVED" })).errors).toEqual([]);
    const unknown = owner().resolve({ errorId: "0190a000-0000-7000-8000-00000000dead", resolved: true });
    await expect(unknown).rejects.toMatchObject({ code: "ERROR_NOT_FOUND", status: 404 });
  });

  test("an error that occurs again after it was resolved is listed as open", async () => {
    await collector.fromBrowser(report(), from);
    const errorId = (await listed())[0]?.id ?? "";
    await owner().resolve({ errorId, resolved: true });
    await collector.fromBrowser(report({ release: "next" }), from);
    expect(await listed()).toMatchObject([{ id: errorId, release: "next", reportCount: 2, resolvedDate: null }]);
  });

  test("deletes an error a month after it last occurred", async () => {
    const { connection, siteId, db } = platform;
    const begin = platform.clock.now;
    await collector.fromBrowser(report(), from);
    const sweep = async () => {
      const needs = { connection, siteId, log, changes: undefined as never, now: () => platform.clock.now };
      await createBackground(needs, [errorSweepTask({ db, siteId, now: () => platform.clock.now })]).drain();
    };
    platform.clock.now = new Date(begin.getTime() + 30 * dayMs);
    await sweep();
    expect(await listed()).toHaveLength(1);
    platform.clock.now = new Date(begin.getTime() + 30 * dayMs + 1000);
    await sweep();
    expect(await listed()).toEqual([]);
    platform.clock.now = begin;
  });
});

test.each([
  ["https://key@o1.sentry.example/42", { url: "https://o1.sentry.example/api/42/envelope/", key: "key" }],
  ["http://key@localhost:9000/sentry/7", { url: "http://localhost:9000/sentry/api/7/envelope/", key: "key" }],
  ["https://o1.sentry.example/42", undefined],
  ["https://key@o1.sentry.example/", undefined],
  ["ftp://key@x.example/1", undefined],
  ["none", undefined],
])("parses the DSN %s as %j", (dsn, sentry) => {
  expect(readDsn(dsn)).toEqual(sentry);
});

test("sends each report to Sentry as an event if a DSN is set, and retries when Sentry is down", async () => {
  const received: { url: string; auth: string; body: string }[] = [];
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const partner = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { url = "", headers } = request;
    response.writeHead(received.length === 0 ? 503 : 200).end("{}");
    arrived[received.length as 0 | 1]?.resolve();
    received.push({ url, auth: String(headers["x-sentry-auth"]), body });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => partner.once("listening", resolve));
  const sentry = readDsn(`http://geheim@127.0.0.1:${(partner.address() as AddressInfo).port}/7`);
  const { connection, siteId, db } = platform;
  const pace = {
    retryLimit: 3,
    retryDelay: 0,
    retryDelayMax: 1,
    expireInSeconds: 30,
    heartbeatSeconds: 10,
    superviseIntervalSeconds: 1,
    pollingIntervalSeconds: 0.5,
    relayEveryMs: 50,
  };
  const relay = sentryRelay({ connection, siteId, db, log }, sentry as never, pace);
  for (const service of relay.services ?? []) await service.start();
  try {
    await collect({ toSentry: true }).fromBrowser(report(), from);
    const needs = { connection, siteId, log, changes: undefined as never, now: () => new Date() };
    await createBackground(needs, relay.tasks ?? []).drain();
    await Promise.all(arrived.map(({ promise }) => promise));
  } finally {
    for (const service of relay.services ?? []) await service.stop();
    partner.close();
  }
  expect(await db.selectFrom("outbox").select("id").where("kind", "=", "sentry").execute()).toEqual([]);
  const [{ url, auth, body }] = received as [(typeof received)[0]];
  expect(url).toBe("/api/7/envelope/");
  expect(auth).toContain("sentry_key=geheim");
  const [header, item, event] = body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(item).toEqual({ type: "event" });
  expect(header.event_id).toBe(event.event_id);
  expect(event).toMatchObject({
    platform: "javascript",
    release: "abc123",
    transaction: "/prices/",
    exception: { values: [{ type: "TypeError", value: "Cannot greet [name], [mail]" }] },
  });
  expect(body).not.toMatch(/Ona|pastas|192\.0\.2/);
});
