import { createHash } from "node:crypto";
import type { Frame } from "./scrub.ts";

/** Maximum number of reports per minute, from one network and in total. */
export const limits = { network: { per: 60, atMost: 20 }, all: { per: 60, atMost: 300 } };
/** An error is deleted this many days after its last occurrence. */
export const retentionDays = 30;
/** Maximum number of errors stored per source. The most recent ones are retained. */
export const errorsPerSourceMax = 1000;

export type Source = "BROWSER" | "SERVER";
export type Report = {
  source: Source;
  name: string;
  message: string;
  frames: Frame[];
  place?: string | undefined;
  release: string;
  browser?: string | undefined;
};

const framesThatCount = 5;

/**
 * Returns the fingerprint that identifies reports of the same error: its name, the functions in its
 * stack, and its message without numbers. Line numbers are excluded, because they change with every
 * release.
 */
export function fingerprintOf({ source, name, message, frames }: Omit<Report, "release">): Buffer {
  const passed = frames
    .slice(0, framesThatCount)
    .map((frame) => `${frame.file.replace(/-[\w-]{8}\.js$/, ".js")} ${frame.function ?? ""}`);
  return createHash("sha256")
    .update(JSON.stringify([source, name, message.replace(/\d+/g, "0"), passed]))
    .digest();
}

/**
 * React recovers from these errors, which occur if an extension or a translation tool changed the
 * page's text before hydration.
 */
const hydration = /Minified React error #(418|423|425)\b/;
/**
 * Messages that do not indicate a bug in the site: browsers report them for scripts from other
 * origins and for lost connections.
 */
const noise = /^(Script error\.?|ResizeObserver loop.*|Failed to fetch|Load failed|NetworkError when attempting.*)$/;

export const isIgnored = ({ name, message, frames }: Pick<Report, "name" | "message" | "frames">): boolean =>
  hydration.test(message) ||
  noise.test(message) ||
  name === "AbortError" ||
  (frames.length > 0 && frames.every(({ file }) => file.endsWith("-extension:")));
