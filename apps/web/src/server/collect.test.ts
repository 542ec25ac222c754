import { beforeEach, describe, expect, test, vi } from "vitest";
import { site as table } from "../pages.ts";
import { createReportHandler, type ReportStore } from "./collect.ts";

const siteUrl = "http://site.test";
let received: [kind: keyof ReportStore, ...unknown[]][] = [];
let isFull = false;
const collect: ReportStore = {
  error: async (...body) => received.push(["error", ...body]) > 0 && !isFull,
  view: (...body) => void received.push(["view", ...body]),
  vitals: (...body) => void received.push(["vitals", ...body]),
  consent: async (...body) => received.push(["consent", ...body]) > 0 && !isFull,
};
const answer = createReportHandler(collect, siteUrl, table.pages);
beforeEach(() => {
  received = [];
  isFull = false;
});

const own = { "sec-fetch-site": "same-origin", "user-agent": "Mozilla/5.0 Firefox/143.0" };
const tell = async (path: string, body: unknown, headers: Record<string, string> = own) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(siteUrl + path, { method: "POST", headers, body: text });
  return (await answer(request, { network: "192.0.2.7" }))?.status;
};
const from = { network: "192.0.2.7", userAgent: own["user-agent"] };

test("forwards an error with its origin and the route pattern of the page", async () => {
  const body = { name: "TypeError", message: "x", path: "/en/admin/people/0190a000-0000-7000-8000-00000000dead/" };
  expect(await tell("/errors", body)).toBe(204);
  expect(received).toEqual([["error", body, { ...from, place: "/en/admin/people/:id/" }]]);
});

test("counts views of public pages, unknown paths as one page, and no views of team and personal pages", async () => {
  for (const path of ["/prices/", "/en/", "/no/such/page/", "https://evil.example/", "/admin/", "/account/"]) {
    expect(await tell("/views", { path })).toBe(204);
  }
  expect(received.map(([, page]) => page)).toEqual([
    { path: "/prices/", language: "lt" },
    { path: "/", language: "en" },
    { path: "/404/", language: "lt" },
    { path: "/404/", language: "lt" },
  ]);
});

test("forwards web vitals with the path moved to a separate page argument", async () => {
  expect(await tell("/vitals", { path: "/prices/", LCP: 900 })).toBe(204);
  expect(received).toEqual([["vitals", { LCP: 900 }, { path: "/prices/", language: "lt" }, from]]);
});

test("forwards a consent choice", async () => {
  expect(await tell("/consent", { id: "x", version: 1, choice: "REFUSED" })).toBe(204);
  expect(received).toEqual([["consent", { id: "x", version: 1, choice: "REFUSED" }, from]]);
});

describe("rejected reports", () => {
  test.each([
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from another subdomain of the same site", { "sec-fetch-site": "same-site" }],
    ["from a foreign origin", { origin: "http://evil.test" }],
    ["without an origin header", {}],
  ])("rejects a report sent %s", async (_, headers) => {
    expect(await tell("/errors", {}, headers)).toBe(403);
    expect(received).toEqual([]);
  });

  test.each([["[]"], ["null"], ["7"], ["{"], [""]])("rejects a report with the body %j", async (body) => {
    expect(await tell("/errors", body)).toBe(400);
  });

  test("rejects a report that is too long or declares too large a content length", async () => {
    const long = `{"message":"${"x".repeat(20_000)}"}`;
    expect(await tell("/errors", long)).toBe(413);
    const claimed = { ...own, "content-length": "20000" };
    expect(await tell("/errors", "{}", claimed)).toBe(413);
  });

  test("rejects reports over the rate limit", async () => {
    isFull = true;
    expect(await tell("/errors", {})).toBe(429);
    expect(await tell("/consent", {})).toBe(429);
  });
});

test("accepts an Origin header from a browser that sends no Sec-Fetch-Site", async () => {
  expect(await tell("/views", { path: "/" }, { origin: siteUrl })).toBe(204);
});

test("leaves all other requests to the site", () => {
  expect(answer(new Request(`${siteUrl}/errors`))).toBeUndefined();
  expect(answer(new Request(`${siteUrl}/errors/`, { method: "POST" }))).toBeUndefined();
  expect(answer(new Request(`${siteUrl}/constructor`, { method: "POST" }))).toBeUndefined();
});

describe("a flood of reports", () => {
  const post = async (path: string, body: BodyInit, network: string, collected = answer) =>
    collected(new Request(siteUrl + path, { method: "POST", headers: own, body, duplex: "half" } as RequestInit), {
      network,
    });
  /** A request body that never ends. */
  const slowBody = () => new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('{"path":')) });

  test("a flood of endless request bodies blocks no other report, and each times out after two seconds", async () => {
    vi.useFakeTimers();
    try {
      const slow = Array.from({ length: 500 }, () => post("/views", slowBody(), "192.0.2.66"));
      await vi.advanceTimersByTimeAsync(100);
      for (const path of ["/errors", "/views", "/vitals", "/consent"]) {
        for (const network of ["192.0.2.7", "192.0.2.66"]) {
          expect((await post(path, '{"path":"/"}', network))?.status).toBe(204);
        }
      }
      await vi.advanceTimersByTimeAsync(2000);
      const answers = await Promise.all(slow);
      expect(new Set(answers.map((response) => response?.status))).toEqual(new Set([408]));
      expect(answers[0]?.headers.get("connection")).toBe("close");
    } finally {
      vi.useRealTimers();
    }
  });

  test("a flood of reports from one network does not block other networks, and reports never block consent", async () => {
    const { promise: stored, resolve } = Promise.withResolvers<boolean>();
    const busy = createReportHandler({ ...collect, error: () => stored }, siteUrl, table.pages);
    const waiting = Array.from({ length: 10 }, () => post("/errors", "{}", "192.0.2.66", busy));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await post("/errors", "{}", "192.0.2.66", busy))?.status).toBe(429);
    expect((await post("/consent", "{}", "192.0.2.66", busy))?.status).toBe(204);
    for (let network = 0; network < 40; network++) waiting.push(post("/errors", "{}", `192.0.2.${network}`, busy));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await post("/views", "{}", "198.51.100.1", busy))?.status).toBe(429);
    expect((await post("/consent", "{}", "198.51.100.1", busy))?.status).toBe(204);
    resolve(true);
    expect(new Set((await Promise.all(waiting)).map((response) => response?.status))).toEqual(new Set([204]));
    expect((await post("/errors", "{}", "192.0.2.66", busy))?.status).toBe(204);
  });
});
