import { createHash } from "node:crypto";
import type { Frame } from "./scrub.ts";

/** Reports from one network and from all of them, in a minute. */
export const limits = { network: { per: 60, atMost: 20 }, all: { per: 60, atMost: 300 } };
/** An error that has not come back for so long is deleted. */
export const retentionDays = 30;
/** Errors kept of each source; the ones that came last stay. */
export const groupsMax = 1000;

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
 * What makes two reports the same error: its name, the functions it passed, and its message without numbers. Lines are left
 * out, since they move with every release.
 */
export function fingerprintOf({ source, name, message, frames }: Omit<Report, "release">): Buffer {
  const passed = frames
    .slice(0, framesThatCount)
    .map((frame) => `${frame.file.replace(/-[\w-]{8}\.js$/, ".js")} ${frame.function ?? ""}`);
  return createHash("sha256")
    .update(JSON.stringify([source, name, message.replace(/\d+/g, "0"), passed]))
    .digest();
}

/** Repaired by React itself, where an extension or a translator has changed the text of a page before hydration. */
const hydration = /Minified React error #(418|423|425)\b/;
/** Nobody's fault, or not ours: browsers tell so much of scripts from elsewhere, and of a connection that ended. */
const noise = /^(Script error\.?|ResizeObserver loop.*|Failed to fetch|Load failed|NetworkError when attempting.*)$/;

export const isIgnored = ({ name, message, frames }: Pick<Report, "name" | "message" | "frames">): boolean =>
  hydration.test(message) ||
  noise.test(message) ||
  name === "AbortError" ||
  (frames.length > 0 && frames.every(({ file }) => file.endsWith("-extension:")));
