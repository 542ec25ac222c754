/** The result of loading a document or a file. `links` and `ids` are set for pages. */
export type Loaded = { status: number; movedTo?: string; links: readonly Link[]; ids: ReadonlySet<string> };
/** A link on a page, with an absolute URL; `text` is the link text. */
export type Link = { href: string; text: string };
/**
 * DEAD: the target does not exist. MOVED: it redirects to `movedTo`. NO_PLACE: the page exists, but
 * the anchor does not.
 */
export type Finding = {
  kind: "DEAD" | "MOVED" | "NO_PLACE";
  /** Path, including the anchor. */
  target: string;
  movedTo?: string;
  /** The pages that contain the link, each with its link text. */
  on: { path: string; text: string }[];
};
export type CheckInput = {
  /** Paths of the pages to check. */
  pages: readonly string[];
  origin: string;
  /** Loads a whole page, or only checks whether the URL exists. */
  load: (path: string, whole: boolean) => Promise<Loaded>;
  onProgress: (done: number, of: number) => void;
  signal: AbortSignal;
};

const atOnce = 4;

/** Checks pages for broken links within the site. Queries are ignored. */
export async function checkLinks({ pages, origin, load, onProgress, signal }: CheckInput): Promise<Finding[]> {
  const loaded = new Map<string, Loaded>();
  let done = 0;
  const loadAll = async (paths: readonly string[], whole: boolean, of: () => number) => {
    const left = [...paths];
    const work = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        signal.throwIfAborted();
        loaded.set(path, await load(path, whole));
        onProgress(++done, of());
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  };
  await loadAll(pages, true, () => pages.length);

  const found = new Map<string, { path: string; text: string }[]>();
  for (const page of pages) {
    for (const { href, text } of loaded.get(page)?.links ?? []) {
      const url = new URL(href, origin + page);
      if (url.origin !== origin) continue;
      const target = url.pathname + url.hash;
      const on = found.get(target) ?? [];
      if (!on.some(({ path }) => path === page)) on.push({ path: page, text });
      found.set(target, on);
    }
  }
  const targets = [...new Set([...found.keys()].map(pathOf))].filter((path) => !loaded.has(path));
  await loadAll(targets, false, () => pages.length + targets.length);

  return [...found].flatMap(([target, on]): Finding[] => {
    const there = loaded.get(pathOf(target));
    if (!there || there.status >= 400) return [{ kind: "DEAD", target, on }];
    if (there.movedTo) return [{ kind: "MOVED", target, movedTo: there.movedTo, on }];
    const place = target.slice(pathOf(target).length + 1);
    const isKnown = place === "" || !pages.includes(pathOf(target)) || there.ids.has(decodeURIComponent(place));
    return isKnown ? [] : [{ kind: "NO_PLACE", target, on }];
  });
}

const pathOf = (target: string) => target.replace(/#.*/, "");
