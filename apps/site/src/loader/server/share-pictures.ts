import { type Answer, answer } from "./bytes.ts";
import { turns } from "./cache.ts";

/**
 * What a picture shows: the page's name in large letters, and what the gym is called; `page`, its name in the table, decides which
 * holds stand there, `look` their colours, as on the page. `size` is that of share pictures where nothing else is said.
 */
export type PictureText = {
  headline: string;
  page: string;
  gym: string;
  look?: string | undefined;
  size?: { width: number; height: number };
};
/** A picture as it would be drawn: `id` changes when anything on it does. */
export type DrawPicture = (text: PictureText) => { id: string; png(): Promise<Uint8Array> };

export type SharePictures = ReturnType<typeof sharePictures>;

/** Drawing takes a tenth of a second: one at a time. */
const limits = { drawing: 1, waiting: 30, kept: 200 };
const headers = {
  "content-type": "image/png",
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
};

/** The pictures of pages: drawn when somebody first asks for them, and kept as bytes; the one unnamed longest goes first. */
export function sharePictures(draw: DrawPicture | undefined) {
  const known = new Map<string, () => Promise<Answer>>();
  const inTurn = turns(limits.drawing, limits.waiting);
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
    /** Where the picture of a page is. */
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

/** What the home page is called where others have their path. */
const home = "index";

/** `/og/en/prices.1a2b.png` → `/en/prices/`: the page whose picture an address names. */
export const pathOfPicture = (address: string): string | undefined => {
  const page = /^\/og\/([^.]+)\.[\w-]+\.png$/.exec(address)?.[1];
  return page && (page === home ? "/" : `/${page}/`);
};
