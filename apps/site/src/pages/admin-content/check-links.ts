/** A document or a file as the checker sees it. `links` and `ids` are those of a page. */
export type Loaded = { status: number; movedTo?: string; links: readonly Link[]; ids: ReadonlySet<string> };
/** A link of a page, as an address of the whole: `text` is what it is read by. */
export type Link = { href: string; text: string };
/** DEAD: nothing is there. MOVED: it leads on to `movedTo`. NO_PLACE: the page is there, the place in it is not. */
export type Finding = {
  kind: "DEAD" | "MOVED" | "NO_PLACE";
  /** Path with the place in it. */
  target: string;
  movedTo?: string;
  /** The pages it stands on, and what it is called there. */
  on: { path: string; text: string }[];
};
export type CheckInput = {
  /** Paths of the pages to look through. */
  pages: readonly string[];
  origin: string;
  /** Loads a page whole, or asks only whether something is there. */
  load: (path: string, whole: boolean) => Promise<Loaded>;
  onProgress: (done: number, of: number) => void;
  signal: AbortSignal;
};

const atOnce = 4;

/** Looks through pages for links within the site that lead nowhere. What a query says is not looked at. */
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
