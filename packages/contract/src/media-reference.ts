/** The point of an image that is never cropped away, as fractions of its width and height. */
export type FocalPoint = { x: number; y: number };

/**
 * The reference that a field stores for a media library file; the URLs are derived from it. Runs in
 * browsers and on servers.
 */
export type MediaReference = {
  kind: "IMAGE" | "DOCUMENT" | "AUDIO" | "VIDEO";
  id: string;
  name: string;
  /** Width of the original, in pixels. */
  width?: number;
  height?: number;
  focus?: FocalPoint;
};

/**
 * The widths in which images are generated, in pixels. If arbitrary widths were allowed, anyone
 * could fill the disk.
 */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;
/** The aspect ratios to which images are cropped. The page crops the small remaining difference. */
export const imageRatios = ["1x1", "4x3", "3x2", "16x9", "2x1", "3x4", "2x3"] as const;
export const imageFormats = ["avif", "webp", "jpeg"] as const;
export type ImageFormat = (typeof imageFormats)[number];

export type ImageRequest = {
  /** The box to fill, in device pixels (CSS pixels times their density). */
  width?: number;
  height?: number;
  /** `cover` crops to the nearest aspect ratio, `contain` fits the whole image into the box. */
  fit?: "cover" | "contain";
  /** If omitted, the server sends the best format that the browser accepts. */
  format?: ImageFormat;
  /** The origin prepended to the path. If omitted, the path is relative to the page's own origin. */
  origin?: string;
};

const pattern = /^wix:(image|document|audio|video):\/\/v1\/([^/#?\s]{1,300})(?:\/([^#?\s]*))?(?:#(\S*))?$/;
const ours = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const plain = /^https?:\/\/[^\s]+$/i;

/**
 * Parses `wix:image://v1/<id>/<name>#originWidth=W&originHeight=H` and similar references; returns
 * undefined for any other text.
 */
export function parseMedia(text: string): MediaReference | undefined {
  const [, kind, id, name = "", more = ""] = pattern.exec(text) ?? [];
  if (!kind || !id) return undefined;
  const extent = new URLSearchParams(more);
  const [width, height] = ["originWidth", "originHeight"].map((side) => Number(extent.get(side)));
  const [x, y] = ["focalX", "focalY"].map((side) => Number(extent.get(side) ?? Number.NaN));
  return {
    kind: kind.toUpperCase() as MediaReference["kind"],
    id,
    name: decoded(name),
    ...(isExtent(width) && isExtent(height) && { width, height }),
    ...(isShare(x) && isShare(y) && { focus: { x, y } }),
  };
}

/**
 * Returns the reference with a focal point added. A reference in this form is never stored: the
 * focal point is stored with the file, and is added when content is read for pages.
 */
export const withFocalPoint = (text: string, { x, y }: FocalPoint): string =>
  `${text}${text.includes("#") ? "&" : "#"}focalX=${x}&focalY=${y}`;

/** Returns the reference text that a field stores for a file. */
export function referenceOf({ kind, id, name, width, height }: MediaReference): string {
  const extent = kind === "IMAGE" && width && height ? `#originWidth=${width}&originHeight=${height}` : "";
  return `wix:${kind.toLowerCase()}://v1/${id}/${encodeURIComponent(name)}${extent}`;
}

/**
 * Returns the URL of the file itself. A plain http(s) URL is returned unchanged. Undefined for
 * anything else.
 */
export function fileUrl(text: string, origin = ""): string | undefined {
  const media = parseMedia(text);
  if (media) return ours.test(media.id) ? addressOf(media, "", origin) : undefined;
  return plain.test(text) ? text : undefined;
}

/**
 * Returns the URL of an image of about the requested size, never larger than the original. Other
 * texts are handled as in `fileUrl`.
 */
export function imageUrl(text: string, input: ImageRequest = {}): string | undefined {
  const media = parseMedia(text);
  if (!media || !ours.test(media.id)) return fileUrl(text);
  if (media.kind !== "IMAGE") return undefined;
  const { format, origin } = input;
  if (!input.width && !input.height && !format) return addressOf(media, "", origin);
  const { width, ratio } = cropOf(media, input);
  return addressOf(media, `${width}${ratio ? `-${ratio}` : ""}${format ? `.${format}` : ""}/`, origin);
}

export type ImageSources = {
  /** For `<source>`, the best format first. */
  sources: { type: string; srcSet: string }[];
  /** For `<img>`: the format supported by every browser. */
  src: string;
  /** The displayed size, in pixels; missing if the reference does not contain it. */
  width?: number;
  height?: number;
  /**
   * Set for an image with a focal point: the server sends the whole image, and the browser crops it
   * around the point.
   */
  style?: { objectFit: "cover"; objectPosition: string; aspectRatio?: string };
};

/**
 * Returns the attributes of a `<picture>` that is sharp at each of `widths`, in device pixels. The
 * width and height of `input` give the aspect ratio.
 */
export function imageSources(
  text: string,
  widths: readonly number[],
  input: Omit<ImageRequest, "format"> = {},
): ImageSources | undefined {
  const media = parseMedia(text);
  const src = imageUrl(text, { ...input, width: Math.max(...widths), ...heightAt(Math.max(...widths), input) });
  if (!src) return undefined;
  if (!media || !ours.test(media.id)) return { sources: [], src };
  const isCropped = input.width !== undefined && input.height !== undefined && input.fit !== "contain";
  const around = media.focus && styleOf(media, media.focus, isCropped ? input : {});
  const whole = around && isCropped && uncroppedSources(media, input);
  const allCrops = widths.map((width) =>
    whole ? whole.at(width) : cropOf(media, { ...input, width, ...heightAt(width, input) }),
  );
  const crops = [...new Map(allCrops.map((crop) => [crop.width, crop])).values()].toSorted((a, b) => a.width - b.width);
  const set = (format: ImageFormat) =>
    crops
      .map(({ width, ratio, shown }) => {
        const url = addressOf(media, `${width}${ratio ? `-${ratio}` : ""}.${format}/`, input.origin);
        return `${url} ${shown}w`;
      })
      .join(", ");
  // AVIF files generated here show only the first frame of an animation.
  const formats = /\.gif$/i.test(media.name) ? (["webp"] as const) : (["avif", "webp"] as const);
  const largest = crops.at(-1);
  return {
    sources: formats.map((format) => ({ type: `image/${format}`, srcSet: set(format) })),
    src: whole ? (imageUrl(text, { width: whole.at(Math.max(...widths)).width }) ?? src) : src,
    ...(largest?.height && { width: largest.shown, height: largest.height }),
    ...(around && { style: around }),
  };
}

const styleOf = (media: MediaReference, focus: FocalPoint, { width, height }: ImageRequest) => ({
  objectFit: "cover" as const,
  objectPosition: focusPosition(focus, width && height ? shapeOf(media) / (width / height) : 1),
  ...(width && height && { aspectRatio: `${width} / ${height}` }),
});

const shapeOf = ({ width, height }: Pick<MediaReference, "width" | "height">) => (width && height ? width / height : 1);

/**
 * Returns the `object-position` that moves a point as close to the middle of a box as the edges of
 * the image allow. `wider` is the width of the image relative to the box when both have the same
 * height; at 1 the box is unknown, and the point only stays within it.
 */
export function focusPosition({ x, y }: FocalPoint, wider = 1): string {
  const placed = (share: number, by: number) =>
    by <= 1 ? share : Math.min(1, Math.max(0, (share * by - 0.5) / (by - 1)));
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return `${percent(placed(x, wider))} ${percent(placed(y, 1 / wider))}`;
}

/**
 * Returns the sources of the uncropped image in the sizes that fill a box of the requested shape.
 * The widths given to the browser are those of the box.
 */
function uncroppedSources(media: MediaReference, { width = 1, height = 1 }: ImageRequest) {
  const shape = width / height;
  const wider = media.width && media.height ? Math.max(1, shapeOf(media) / shape) : 1;
  return {
    at(width: number): Crop {
      const made = cropOf(media, { width: width * wider, fit: "contain" });
      const shown = Math.round(made.shown / wider);
      return { ...made, shown, height: Math.round(shown / shape) };
    },
  };
}

/** Returns the height for another width at the same aspect ratio. */
const heightAt = (width: number, input: ImageRequest) =>
  input.width && input.height ? { height: (width * input.height) / input.width } : {};

type Crop = { width: number; ratio: string | undefined; shown: number; height: number | undefined };

/** Returns the smallest generated image that is large enough. */
function cropOf(media: MediaReference, { width, height, fit = "cover" }: ImageRequest): Crop {
  const own = media.width && media.height ? media.width / media.height : undefined;
  if (width && height && fit === "cover") {
    const requested = width / height;
    const ratio = imageRatios.toSorted((a, b) => distance(a, requested) - distance(b, requested))[0] ?? "1x1";
    const shape = ratioOf(ratio);
    const most = media.width && media.height ? Math.min(media.width, Math.floor(media.height * shape)) : undefined;
    const step = widthStep(Math.max(width, height * shape), most);
    const shown = Math.min(step, most ?? step);
    return { width: step, ratio, shown, height: Math.round(shown / shape) };
  }
  const byHeight = height ? height * (own ?? 1.5) : Number.POSITIVE_INFINITY;
  const requested = width || height ? Math.min(width ?? Number.POSITIVE_INFINITY, byHeight) : (media.width ?? 0);
  const step = widthStep(requested || largestWidth, media.width);
  const shown = Math.min(step, media.width ?? step);
  return { width: step, ratio: undefined, shown, height: own && Math.round(shown / own) };
}

const largestWidth = 2560;
/**
 * Returns the generated width for a requested width. Upscaling is useless, so the largest width is
 * the first one that covers the original.
 */
const widthStep = (requested: number, most = Number.POSITIVE_INFINITY) =>
  imageWidths.find((step) => step >= Math.min(requested, most)) ?? largestWidth;

/** `16x9` → 1.78. */
export function ratioOf(ratio: string): number {
  const [across = 1, down = 1] = ratio.split("x").map(Number);
  return across / down;
}
const distance = (ratio: string, requested: number) => Math.abs(Math.log(ratioOf(ratio) / requested));

const addressOf = ({ id, name }: MediaReference, variant: string, origin = "") =>
  `${origin}/media/${id}/${variant}${encodeURIComponent(name || "file")}`;

const isShare = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 1;
const isExtent = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value > 0 && value <= 100_000;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
