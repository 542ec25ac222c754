import type { Json, PageData } from "../page.ts";
import { dataPath } from "../table.ts";

/** `slices`: current data for the frame. A slice that cannot be loaded is missing. */
export type Loaded = { from: PageData; answers: Record<string, Json>; slices: Record<string, Json> };

/** The page does not exist on the server or has moved; only a full load can tell which. */
export class Gone extends Error {}

const keptMs = 30_000;
const kept = new Map<string, { at: number; answer: Promise<unknown> }>();

/**
 * Loads a page's data, the shared queries that the page refers to, and the slices at the given
 * paths. Prefetched data is valid for 30 seconds.
 */
export const pageData = (path: string, search: string, slices: Record<string, string>): Promise<Loaded> => {
  const url = dataPath(path) + search;
  return once(url, async () => {
    const fresh = Object.entries(slices).map(async ([name, path]) => {
      const slice = await once(path, () => fetchJson(path)).catch(() => undefined);
      return slice === undefined ? [] : [[name, slice] as const];
    });
    const from = (await fetchJson(url)) as PageData;
    const queries = Object.entries(from.shared).map(async ([name, path]) => [name, await fetchJson(path)] as const);
    const [answers, refreshed] = [await Promise.all(queries), await Promise.all(fresh)];
    return { from, answers: Object.fromEntries(answers), slices: Object.fromEntries(refreshed.flat()) };
  });
};

/**
 * Clears all prefetched data, which is stale after the user has changed something (for example made
 * a booking).
 */
export const clearPageData = () => kept.clear();

function once<Answer>(url: string, ask: () => Promise<Answer>): Promise<Answer> {
  const known = kept.get(url);
  if (known && Date.now() - known.at < keptMs) return known.answer as Promise<Answer>;
  const answer = ask();
  kept.set(url, { at: Date.now(), answer });
  answer.catch(() => kept.delete(url));
  return answer;
}

const retriesMax = 3;

/** Fetches JSON from the site, with retries if the server failed or could not be reached. */
export async function fetchJson(url: string, init?: RequestInit, retries = 0): Promise<Json> {
  try {
    const response = await fetch(url, init);
    if (response.ok) return (await response.json()) as Json;
    if (response.status < 500) throw new Gone(url);
    throw new Error(`${response.status} for ${url}`);
  } catch (error) {
    if (error instanceof Gone || retries >= retriesMax) throw error;
    await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** retries));
    return fetchJson(url, init, retries + 1);
  }
}
