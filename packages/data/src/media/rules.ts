import type { MediaKind } from "@uola/contract";

const megabyte = 1024 ** 2;

export type MediaLimits = {
  /** The maximum size of one file in bytes, by kind. */
  sizeMax: Record<MediaKind, number>;
  /** The maximum number of pixels, counted over all frames of an animation. */
  pixelsMax: number;
  /** The maximum total size of a site's files in bytes, including the bin. */
  quota: number;
};
export const defaultLimits: MediaLimits = {
  sizeMax: { IMAGE: 25 * megabyte, DOCUMENT: 50 * megabyte, AUDIO: 100 * megabyte, VIDEO: 500 * megabyte },
  pixelsMax: 100_000_000,
  quota: 20 * 1024 * megabyte,
};

/** Only JPEG and AVIF support longer sides. */
export const sideMax = 16_000;
export const binDays = 30;
/** No request takes this long, so the process that handled it must have ended. */
export const abandonedMs = 3_600_000;

type Allowed = { kind: MediaKind; mimeType: string; ending: string };
const allow = (kind: MediaKind, endings: Record<string, string>): [string, Allowed][] =>
  Object.entries(endings).map(([mimeType, ending]) => [mimeType, { kind, mimeType, ending }]);

/**
 * Accepted types by detected MIME type. SVG is excluded because it can contain scripts, HEIC
 * because the decoder in sharp cannot read it.
 */
export const allowed: ReadonlyMap<string, Allowed> = new Map([
  ...allow("IMAGE", {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "image/avif": "avif",
    "image/gif": "gif",
  }),
  ...allow("DOCUMENT", {
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.oasis.opendocument.text": "odt",
    "text/plain": "txt",
    "text/csv": "csv",
  }),
  ...allow("AUDIO", { "audio/mpeg": "mp3", "audio/x-m4a": "m4a", "audio/ogg": "ogg", "audio/wav": "wav" }),
  ...allow("VIDEO", { "video/mp4": "mp4", "video/webm": "webm" }),
]);

const nameLengthMax = 200;
// Characters not allowed in file names: control and bidirectional characters, and characters with a
// special meaning in file systems or headers.
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;

/**
 * Returns a file name that is safe in URLs and file systems: no folders, and the extension of the
 * detected type.
 */
export function cleanName(name: string, ending: string): string {
  const bare = name
    .normalize("NFC")
    .replace(unfit, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const written = /\.([a-z0-9]{1,5})$/i.exec(bare)?.[1]?.toLowerCase();
  const fits = written === ending || (ending === "jpg" && written === "jpeg");
  const stem = fits || written ? bare.slice(0, -(written?.length ?? 0) - 1) : bare;
  const end = `.${fits ? written : ending}`;
  return [...(stem.trim() || "file")].slice(0, nameLengthMax - end.length).join("") + end;
}
