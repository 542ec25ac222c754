import { type Answer, answer } from "./bytes.ts";
import { boundedQueue } from "./cache.ts";

/**
 * The content of a share picture: the page's name in large letters and the gym's name. `page`, the
 * page's name in the page table, determines the climbing holds shown; `look` sets their colours, as
 * on the page. `size` defaults to the size of share pictures.
 */
export type PictureText = {
  headline: string;
  page: string;
  gym: string;
  look?: string | undefined;
  size?: { width: number; height: number };
};
/** Prepares a picture: `id` changes whenever the picture's content changes; `png` renders the picture. */
export type DrawPicture = (text: PictureText) => { id: string; png(): Promise<Uint8Array> };

export type SharePictures = ReturnType<typeof sharePictures>;

/** Rendering takes about 100 ms, so only one picture is rendered at a time. */
const limits = { drawing: 1, waiting: 30, kept: 200 };
const headers = {
  "content-type": "image/png",
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
};

/**
 * Share pictures of pages: rendered on first request and cached as bytes; the least recently
 * referenced one is evicted first.
 */
export function sharePictures(draw: DrawPicture | undefined) {
  const known = new Map<string, () => Promise<Answer>>();
  const inTurn = boundedQueue(limits.drawing, limits.waiting);
  const once = (png: () => Promise<Uint8Array>) => {
    let drawn: Promise<Answer> | undefined;
    return () => {
      drawn ??= inTurn(async () => answer({ identity: await png() }, 200, headers));
      drawn.catch(() => {
        drawn = undefined;
      });
      return drawn;
    };
  };
  return {
    /** Returns the URL of a page's share picture. */
    pathFor(page: string, text: PictureText): string | undefined {
      if (!draw) return undefined;
      const { id, png } = draw(text);
      const path = `/og/${page === "/" ? home : page.slice(1, -1)}.${id}.png`;
      const picture = known.get(path) ?? once(png);
      known.delete(path);
      known.set(path, picture);
      const [oldest] = known.keys();
      if (known.size > limits.kept && oldest !== undefined) known.delete(oldest);
      return path;
    },
    at: (path: string): Promise<Answer> | undefined => known.get(path)?.(),
  };
}

/** The name used for the home page where the URLs of other pages contain their path. */
const home = "index";

/** `/og/en/prices.1a2b.png` → `/en/prices/`: returns the page to which a share picture belongs. */
export const pathOfPicture = (address: string): string | undefined => {
  const page = /^\/og\/([^.]+)\.[\w-]+\.png$/.exec(address)?.[1];
  return page && (page === home ? "/" : `/${page}/`);
};
