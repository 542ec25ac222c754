import type { MediaKind } from "@uola/contract";

const megabyte = 1024 ** 2;

/** What may be kept, and how much of it. */
export type MediaLimits = {
  /** The most bytes of a file, by kind. */
  sizeMax: Record<MediaKind, number>;
  /** All pictures of a moving one counted. */
  pixelsMax: number;
  /** The most bytes of a site's files together, the bin included. */
  quota: number;
};
export const defaultLimits: MediaLimits = {
  sizeMax: { IMAGE: 25 * megabyte, DOCUMENT: 50 * megabyte, AUDIO: 100 * megabyte, VIDEO: 500 * megabyte },
  pixelsMax: 100_000_000,
  quota: 20 * 1024 * megabyte,
};

/** A longer side no format but JPEG and AVIF could be made of. */
export const sideMax = 16_000;
export const binDays = 30;
/** After it, whoever was at work on a file is gone: no request takes as long. */
export const abandonedMs = 3_600_000;

type Allowed = { kind: MediaKind; mimeType: string; ending: string };
const allow = (kind: MediaKind, endings: Record<string, string>): [string, Allowed][] =>
  Object.entries(endings).map(([mimeType, ending]) => [mimeType, { kind, mimeType, ending }]);

/**
 * What is taken, by the type that is found in it. No SVG: it is a program as much as a picture. No HEIC: the
 * decoder that ships with sharp does not read it.
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
// Controls, marks that turn the direction of a line, and what a file system or a header would take for more than a letter.
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;

/** A name as it may stand in an address and on a disk: no folders, and the ending of what the file really is. */
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
