import { createContext, runInContext } from "node:vm";
import { dayShort, time } from "@uola/words/formats";
import { locales } from "@uola/words/language";
import { expect, test } from "vitest";
import { workerFor } from "./worker.ts";

/** Returns the document that the worker serves offline for a page stored at the given time. */
async function keptPage(locale: (typeof locales)[number], kept: Date): Promise<string> {
  const script = workerFor({
    offline: [{ path: "/offline/", version: "1" }],
    pages: { "/schedule/": { note: "Kept: {time}", locale } },
  });
  const listeners = new Map<string, (event: unknown) => void>();
  const page = new Response("<html><body><main></main></body></html>", { headers: { date: kept.toUTCString() } });
  const world = {
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    caches: { match: async (path: string) => (path === "/schedule/" ? page : undefined) },
    fetch: () => Promise.reject(new Error("offline")),
    URL,
    Response,
    Headers,
    Request,
    Intl,
    Date,
  };
  runInContext(script, createContext(world));
  return new Promise((resolve, reject) => {
    listeners.get("fetch")?.({
      request: { destination: "document", method: "GET", url: "https://gym.test/schedule/" },
      respondWith: (answer: Promise<Response>) => answer.then((response) => response.text()).then(resolve, reject),
    });
  });
}

const moments = [
  "2026-11-28T03:42:00Z",
  "2026-01-01T22:05:00Z",
  // Midnight in Vilnius, in summer.
  "2026-07-10T21:00:00Z",
].map((moment) => new Date(moment));

test.each(locales.flatMap((locale) => moments.map((moment) => [locale, moment] as const)))(
  "formats the time in the notice on an offline copy like the rest of the site (%s, %s)",
  async (locale, moment) => {
    expect(await keptPage(locale, moment)).toContain(`Kept: ${dayShort(moment, locale)}, ${time(moment)}</p>`);
  },
);

test("shows the full date and time in the notice on an offline copy", async () => {
  const [moment] = moments as [Date];
  expect(await keptPage("lt", moment)).toContain("lapkričio 28\u00a0d., 5:42");
  expect(await keptPage("en", moment)).toContain("28\u00a0November, 5:42");
});
