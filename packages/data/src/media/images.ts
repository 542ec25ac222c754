import { type ImageFormat, imageRatios, imageWidths, ratioOf } from "@uola/contract";
import { limitConcurrency, Refusal } from "@uola/kernel";
import type { Sharp } from "sharp";
import { sideMax } from "./rules.ts";
import type { Bytes } from "./storage.ts";

// Loaded on first use, because most processes and tests handle no images.
const load = () => import("sharp").then(({ default: sharp }) => sharp);

const waitingMax = 200;
const secondsMax = 60;

export type Extent = { width: number; height: number };

// Images are cleaned one at a time, because rotating an image of 100 megapixels takes nearly 1 GB.
const cleaning = limitConcurrency({ atOnceMax: 1, waitingMax, what: "images" });
const making = limitConcurrency({ atOnceMax: 2, waitingMax, what: "images" });

/**
 * Re-encodes an image upright, with its colour profile and without metadata. Rejects with
 * IMAGE_TOO_LARGE before decoding, or with FILE_DAMAGED.
 */
export function cleanImage(path: string, mimeType: string, pixelsMax: number): Promise<Extent & { content: Bytes }> {
  return cleaning(async () => {
    const sharp = await load();
    const moves = mimeType === "image/gif" || mimeType === "image/webp";
    // The pixel limit of sharp counts only one frame.
    const source = sharp(path, { limitInputPixels: false, failOn: "truncated", animated: moves });
    const about = await source.metadata().catch(damaged);
    const height = about.pageHeight ?? about.height;
    if (about.width * height * (about.pages ?? 1) > pixelsMax || Math.max(about.width, height) > sideMax) {
      const most = `${pixelsMax / 1_000_000} megapixels and ${sideMax} pixels a side`;
      throw new Refusal("IMAGE_TOO_LARGE", `An image has at most ${most}.`, 413);
    }
    const upright = moves && (about.pages ?? 1) > 1 ? source : source.autoOrient();
    const { data, info } = await as(upright.keepIccProfile(), mimeType)
      .timeout({ seconds: secondsMax })
      .toBuffer({ resolveWithObject: true })
      .catch(damaged);
    const content = data;
    return { content, width: info.width, height: info.pageHeight ?? info.height };
  });
}

/** Encodes in the same format at high quality. */
function as(image: Sharp, mimeType: string): Sharp {
  if (mimeType === "image/png") return image.png();
  if (mimeType === "image/webp") return image.webp({ quality: 90 });
  if (mimeType === "image/gif") return image.gif();
  if (mimeType === "image/avif") return image.avif({ quality: 75, effort: 2 });
  return image.jpeg({ quality: 90 });
}

const damaged = (): never => {
  throw new Refusal("FILE_DAMAGED", "The image cannot be read to its end.", 400);
};

/** A resized image variant: `640`, or `640-4x3` when cropped to a ratio. */
export type Variant = { width: number; ratio: string | undefined; format: ImageFormat };

const pattern = /^(\d{3,4})(?:-(\d{1,2}x\d{1,2}))?(?:\.(avif|webp|jpeg))?$/;

/** Parses the variant in a URL. Returns undefined if it is not supported. */
export function readVariant(text: string): (Omit<Variant, "format"> & { format: ImageFormat | undefined }) | undefined {
  const [, width, ratio, format] = pattern.exec(text) ?? [];
  if (!imageWidths.some((each) => String(each) === width)) return undefined;
  if (ratio !== undefined && !imageRatios.some((each) => each === ratio)) return undefined;
  return { width: Number(width), ratio, format: format as ImageFormat | undefined };
}

/**
 * Returns the same variant with the smallest width that gives an equal image, so that equal images
 * are rendered and stored once.
 */
export function smallestVariant(variant: Variant, extent: Extent): Variant {
  const most = mostWidth(variant, extent);
  const width = imageWidths.find((each) => each >= Math.min(variant.width, most)) ?? variant.width;
  return { ...variant, width };
}

const mostWidth = ({ ratio }: Variant, { width, height }: Extent) =>
  Math.max(1, ratio ? Math.min(width, Math.floor(height * ratioOf(ratio))) : width);

/** Increment when the rendering of images changes, so that stored variants are not reused. */
export const renderVersion = 1;

/** Renders a variant, never larger than the original. Crops the least salient parts. */
export function renderVariant(original: Bytes, mimeType: string, variant: Variant, extent: Extent): Promise<Bytes> {
  const { ratio, format } = variant;
  const width = Math.min(variant.width, mostWidth(variant, extent));
  return making(async () => {
    const sharp = await load();
    const moves = format === "webp" && (mimeType === "image/gif" || mimeType === "image/webp");
    const source = sharp(original, { limitInputPixels: false, animated: moves, failOn: "none" });
    const pages = moves ? ((await source.metadata()).pages ?? 1) : 1;
    const position = pages > 1 ? "centre" : "attention";
    const image = ratio
      ? source.resize({ width, height: Math.max(1, Math.round(width / ratioOf(ratio))), fit: "cover", position })
      : source.resize({ width });
    return await written(image, format).timeout({ seconds: secondsMax }).toBuffer();
  });
}

function written(image: Sharp, format: ImageFormat): Sharp {
  if (format === "avif") return image.avif({ quality: 55, effort: 2 });
  if (format === "webp") return image.webp({ quality: 78 });
  return image.flatten({ background: "#ffffff" }).jpeg({ quality: 80, progressive: true });
}
