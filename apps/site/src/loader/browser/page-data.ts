import type { Json, PageData } from "../page.ts";
import { dataPath } from "../table.ts";

/** `slices`: data of the frame as it is now; one that cannot be had is left out. */
export type Loaded = { from: PageData; answers: Record<string, Json>; slices: Record<string, Json> };

/** The server has no such page, or it has moved: only a full load can tell. */
export class Gone extends Error {}

const keptMs = 30_000;
const kept = new Map<string, { at: number; answer: Promise<unknown> }>();

/** A page's data, the shared queries it names and the slices at these paths. What was prefetched counts for half a minute. */
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

/** After a change of one's own (a booking made) nothing fetched before may be shown. */
export const forgetPageData = () => kept.clear();

function once<Answer>(url: string, ask: () => Promise<Answer>): Promise<Answer> {
  const known = kept.get(url);
  if (known && Date.now() - known.at < keptMs) return known.answer as Promise<Answer>;
  const answer = ask();
  kept.set(url, { at: Date.now(), answer });
  answer.catch(() => kept.delete(url));
  return answer;
}

const retriesMax = 3;

/** An answer of the site, asked for again when the server failed or was not reached. */
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
