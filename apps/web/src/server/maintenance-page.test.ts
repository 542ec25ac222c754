import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveWhileStarting, storeMaintenancePage } from "./maintenance-page.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "uola-away-"));
  file = join(folder, "away.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const log = { error: vi.fn() };
const drawn = { lt: "<h1>Tuoj grįšime</h1>", en: "<h1>Back in a moment</h1>" };

async function asked(listener: RequestListener, path: string, accept: string) {
  const server = createServer(listener).listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}${path}`, { headers: { accept } });
  const text = await response.text();
  server.closeAllConnections();
  server.close();
  return { status: response.status, headers: response.headers, text };
}

test("while the site starts, browsers get the stored maintenance page in the language of the URL", async () => {
  await storeMaintenancePage({ away: async () => drawn }, file, log);
  const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
  const english = await asked(serveWhileStarting(file), "/en/schedule/?week=2026-11-23", browser);
  expect([english.status, english.text]).toEqual([503, drawn.en]);
  expect(english.headers.get("retry-after")).toBe("10");
  expect(english.headers.get("cache-control")).toBe("no-store");
  expect((await asked(serveWhileStarting(file), "/kainos", browser)).text).toBe(drawn.lt);
});

test("while the site starts, programs get plain text, and so do browsers if no page is stored", async () => {
  await storeMaintenancePage({ away: async () => drawn }, file, log);
  const program = await asked(serveWhileStarting(file), "/page-data/index/page-data.json", "application/json");
  expect([program.status, program.headers.get("content-type"), program.text]).toEqual([
    503,
    "text/plain; charset=utf-8",
    "Starting.\n",
  ]);
  expect((await asked(serveWhileStarting(join(folder, "none.json")), "/", "text/html")).text).toBe("Starting.\n");
});

test("an unchanged maintenance page is not rewritten, and a rendering failure keeps the last one", async () => {
  await storeMaintenancePage({ away: async () => drawn }, file, log);
  const { ino } = statSync(file);
  await storeMaintenancePage({ away: async () => drawn }, file, log);
  expect(statSync(file).ino).toBe(ino);
  await storeMaintenancePage({ away: () => Promise.reject(new Error("no database")) }, file, log);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(drawn);
  expect(log.error).toHaveBeenCalledOnce();
});
