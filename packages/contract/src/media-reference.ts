/** What stands in a field that holds a file of the library, and the addresses made of it. Runs in browsers and on servers. */
export type MediaReference = {
  kind: "IMAGE" | "DOCUMENT" | "AUDIO" | "VIDEO";
  id: string;
  name: string;
  /** Of the original, in pixels. */
  width?: number;
  height?: number;
};

/** The widths images are made in, in pixels: others would let anybody fill the disk. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;
/** The shapes images are cut to; a page cuts the little that is left. */
export const imageRatios = ["1x1", "4x3", "3x2", "16x9", "2x1", "3x4", "2x3"] as const;
export const imageFormats = ["avif", "webp", "jpeg"] as const;
export type ImageFormat = (typeof imageFormats)[number];

export type ImageWish = {
  /** The box to fill, in pixels of the screen (CSS pixels times their density). */
  width?: number;
  height?: number;
  /** `cover` cuts to the nearest shape there is, `contain` keeps the whole image within the box. */
  fit?: "cover" | "contain";
  /** Without one, the server gives the best the browser accepts. */
  format?: ImageFormat;
  /** Whose address stands before the path; without one, it is a path on the page's own origin. */
  origin?: string;
};

const pattern = /^wix:(image|document|audio|video):\/\/v1\/([^/#?\s]{1,300})(?:\/([^#?\s]*))?(?:#(\S*))?$/;
const ours = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const plain = /^https?:\/\/[^\s]+$/i;

/** Reads `wix:image://v1/<id>/<name>#originWidth=W&originHeight=H` and its like; undefined for any other text. */
export function parseMedia(text: string): MediaReference | undefined {
  const [, kind, id, name = "", more = ""] = pattern.exec(text) ?? [];
  if (!kind || !id) return undefined;
  const extent = new URLSearchParams(more);
  const [width, height] = ["originWidth", "originHeight"].map((side) => Number(extent.get(side)));
  return {
    kind: kind.toUpperCase() as MediaReference["kind"],
    id,
    name: decoded(name),
    ...(isExtent(width) && isExtent(height) && { width, height }),
  };
}

/** The text that stands in a field for a file. */
export function referenceOf({ kind, id, name, width, height }: MediaReference): string {
  const extent = kind === "IMAGE" && width && height ? `#originWidth=${width}&originHeight=${height}` : "";
  return `wix:${kind.toLowerCase()}://v1/${id}/${encodeURIComponent(name)}${extent}`;
}

/** The address of the file itself; a plain http(s) address is its own. Undefined for anything else. */
export function fileUrl(text: string, origin = ""): string | undefined {
  const media = parseMedia(text);
  if (media) return ours.test(media.id) ? addressOf(media, "", origin) : undefined;
  return plain.test(text) ? text : undefined;
}

/** The address of an image in about the size wished for, never larger than the original. As `fileUrl` for other texts. */
export function imageUrl(text: string, wish: ImageWish = {}): string | undefined {
  const media = parseMedia(text);
  if (!media || !ours.test(media.id)) return fileUrl(text);
  if (media.kind !== "IMAGE") return undefined;
  const { format, origin } = wish;
  if (!wish.width && !wish.height && !format) return addressOf(media, "", origin);
  const { width, ratio } = cutOf(media, wish);
  return addressOf(media, `${width}${ratio ? `-${ratio}` : ""}${format ? `.${format}` : ""}/`, origin);
}

export type ImageSources = {
  /** For `<source>`, the best first. */
  sources: { type: string; srcSet: string }[];
  /** For `<img>`: what every browser shows. */
  src: string;
  /** Of what is shown, in pixels; absent where the text does not tell. */
  width?: number;
  height?: number;
};

/** All a `<picture>` needs to be sharp at each of `widths`, in pixels of the screen; `wish` gives the shape by its own sides. */
export function imageSources(
  text: string,
  widths: readonly number[],
  wish: Omit<ImageWish, "format"> = {},
): ImageSources | undefined {
  const media = parseMedia(text);
  const src = imageUrl(text, { ...wish, width: Math.max(...widths), ...heightAt(Math.max(...widths), wish) });
  if (!src) return undefined;
  if (!media || !ours.test(media.id)) return { sources: [], src };
  const wished = widths.map((width) => cutOf(media, { ...wish, width, ...heightAt(width, wish) }));
  const cuts = [...new Map(wished.map((cut) => [cut.width, cut])).values()].toSorted((a, b) => a.width - b.width);
  const set = (format: ImageFormat) =>
    cuts
      .map(({ width, ratio, shown }) => {
        const url = addressOf(media, `${width}${ratio ? `-${ratio}` : ""}.${format}/`, wish.origin);
        return `${url} ${shown}w`;
      })
      .join(", ");
  // Of what moves, AVIF as it is made here shows the first picture only.
  const formats = /\.gif$/i.test(media.name) ? (["webp"] as const) : (["avif", "webp"] as const);
  const largest = cuts.at(-1);
  return {
    sources: formats.map((format) => ({ type: `image/${format}`, srcSet: set(format) })),
    src,
    ...(largest?.height && { width: largest.shown, height: largest.height }),
  };
}

/** The height that goes with another width of the same shape. */
const heightAt = (width: number, wish: ImageWish) =>
  wish.width && wish.height ? { height: (width * wish.height) / wish.width } : {};

type Cut = { width: number; ratio: string | undefined; shown: number; height: number | undefined };

/** Which of the images that can be made is the smallest that is large enough. */
function cutOf(media: MediaReference, { width, height, fit = "cover" }: ImageWish): Cut {
  const own = media.width && media.height ? media.width / media.height : undefined;
  if (width && height && fit === "cover") {
    const wished = width / height;
    const ratio = imageRatios.toSorted((a, b) => distance(a, wished) - distance(b, wished))[0] ?? "1x1";
    const shape = ratioOf(ratio);
    const most = media.width && media.height ? Math.min(media.width, Math.floor(media.height * shape)) : undefined;
    const rung = rungOf(Math.max(width, height * shape), most);
    const shown = Math.min(rung, most ?? rung);
    return { width: rung, ratio, shown, height: Math.round(shown / shape) };
  }
  const byHeight = height ? height * (own ?? 1.5) : Number.POSITIVE_INFINITY;
  const wished = width || height ? Math.min(width ?? Number.POSITIVE_INFINITY, byHeight) : (media.width ?? 0);
  const rung = rungOf(wished || largestWidth, media.width);
  const shown = Math.min(rung, media.width ?? rung);
  return { width: rung, ratio: undefined, shown, height: own && Math.round(shown / own) };
}

const largestWidth = 2560;
/** Wider than the original is of no use: the rung that holds all of it is the last. */
const rungOf = (wished: number, most = Number.POSITIVE_INFINITY) =>
  imageWidths.find((rung) => rung >= Math.min(wished, most)) ?? largestWidth;

/** `16x9` → 1.78. */
export function ratioOf(ratio: string): number {
  const [across = 1, down = 1] = ratio.split("x").map(Number);
  return across / down;
}
const distance = (ratio: string, wished: number) => Math.abs(Math.log(ratioOf(ratio) / wished));

const addressOf = ({ id, name }: MediaReference, variant: string, origin = "") =>
  `${origin}/media/${id}/${variant}${encodeURIComponent(name || "file")}`;

const isExtent = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value > 0 && value <= 100_000;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
