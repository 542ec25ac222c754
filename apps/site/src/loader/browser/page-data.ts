import type { Json, PageData } from "../page.ts";
import { dataPath } from "../table.ts";

export type Loaded = { from: PageData; answers: Record<string, Json> };

/** The server has no such page, or it has moved: only a full load can tell. */
export class Gone extends Error {}

const keptMs = 30_000;
const kept = new Map<string, { at: number; loaded: Promise<Loaded> }>();

/** A page's data and the shared queries it names. What was prefetched counts for half a minute. */
export function pageData(path: string, search: string): Promise<Loaded> {
  const url = dataPath(path) + search;
  const known = kept.get(url);
  if (known && Date.now() - known.at < keptMs) return known.loaded;
  const loaded = load(url);
  kept.set(url, { at: Date.now(), loaded });
  loaded.catch(() => kept.delete(url));
  return loaded;
}

/** After a change of one's own (a booking made) nothing fetched before may be shown. */
export const forgetPageData = () => kept.clear();

async function load(url: string): Promise<Loaded> {
  const from = (await fetchJson(url)) as PageData;
  const queries = Object.entries(from.shared);
  const answers = await Promise.all(queries.map(async ([name, path]) => [name, await fetchJson(path)] as const));
  return { from, answers: Object.fromEntries(answers) };
}

const retriesMax = 3;

async function fetchJson(url: string, retries = 0): Promise<Json> {
  try {
    const response = await fetch(url);
    if (response.ok) return (await response.json()) as Json;
    if (response.status < 500) throw new Gone(url);
    throw new Error(`${response.status} for ${url}`);
  } catch (error) {
    if (error instanceof Gone || retries >= retriesMax) throw error;
    await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** retries));
    return fetchJson(url, retries + 1);
  }
}
