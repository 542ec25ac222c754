import { beforeEach, describe, expect, test } from "vitest";
import { site as table } from "../pages.ts";
import { type Collect, collectOf } from "./collect.ts";

const siteUrl = "http://site.test";
let received: [kind: keyof Collect, ...unknown[]][] = [];
let isFull = false;
const collect: Collect = {
  error: async (...body) => received.push(["error", ...body]) > 0 && !isFull,
  view: (...body) => void received.push(["view", ...body]),
  vitals: (...body) => void received.push(["vitals", ...body]),
  consent: async (...body) => received.push(["consent", ...body]) > 0 && !isFull,
};
const answer = collectOf(collect, siteUrl, table.pages);
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

test("an error is handed on with where it came from and the page as the table has it", async () => {
  const body = { name: "TypeError", message: "x", path: "/en/admin/people/0190a000-0000-7000-8000-00000000dead/" };
  expect(await tell("/errors", body)).toBe(204);
  expect(received).toEqual([["error", body, { ...from, place: "/en/admin/people/:id/" }]]);
});

test("a view is counted for public pages, invented addresses as one, and not for the team's and one's own", async () => {
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

test("how quick a page was is handed on without its path", async () => {
  expect(await tell("/vitals", { path: "/prices/", LCP: 900 })).toBe(204);
  expect(received).toEqual([["vitals", { LCP: 900 }, { path: "/prices/", language: "lt" }, from]]);
});

test("consent is handed on", async () => {
  expect(await tell("/consent", { id: "x", version: 1, choice: "REFUSED" })).toBe(204);
  expect(received).toEqual([["consent", { id: "x", version: 1, choice: "REFUSED" }, from]]);
});

describe("refused", () => {
  test.each([
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from another part of the same domain", { "sec-fetch-site": "same-site" }],
    ["by an origin that is not ours", { origin: "http://evil.test" }],
    ["by nobody knows whom", {}],
  ])("what is sent %s", async (_, headers) => {
    expect(await tell("/errors", {}, headers)).toBe(403);
    expect(received).toEqual([]);
  });

  test.each([["[]"], ["null"], ["7"], ["{"], [""]])("the body %j", async (body) => {
    expect(await tell("/errors", body)).toBe(400);
  });

  test("a body that is too long, whatever length it claims", async () => {
    const long = `{"message":"${"x".repeat(20_000)}"}`;
    expect(await tell("/errors", long)).toBe(413);
    const claimed = { ...own, "content-length": "20000" };
    expect(await tell("/errors", "{}", claimed)).toBe(413);
  });

  test("what comes too often", async () => {
    isFull = true;
    expect(await tell("/errors", {})).toBe(429);
    expect(await tell("/consent", {})).toBe(429);
  });
});

test("an origin stands in for a browser that does not say where it comes from", async () => {
  expect(await tell("/views", { path: "/" }, { origin: siteUrl })).toBe(204);
});

test("everything else is the site's", () => {
  expect(answer(new Request(`${siteUrl}/errors`))).toBeUndefined();
  expect(answer(new Request(`${siteUrl}/errors/`, { method: "POST" }))).toBeUndefined();
  expect(answer(new Request(`${siteUrl}/constructor`, { method: "POST" }))).toBeUndefined();
});
