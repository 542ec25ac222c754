import { randomFillSync } from "node:crypto";
import { v5, v7 } from "uuid";

// Generating random bytes is the main cost of an id, so many are fetched at once.
const randomBytes = new Uint8Array(16 * 256);
let used = randomBytes.length;
let last = { msecs: 0, seq: 0 };

/** Returns a new id: UUID version 7, sorted by time and, within a millisecond, by order of creation. */
export function newId(): string {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes);
    used = 0;
  }
  const random = randomBytes.subarray(used, used + 16);
  used += 16;
  const msecs = Date.now();
  if (msecs > last.msecs) last = { msecs, seq: new DataView(randomBytes.buffer, used - 16).getUint32(6) >>> 1 };
  else last.seq += 1;
  return v7({ random, ...last });
}

const namespace = "4d1f0f3e-6f0b-4b52-9d0c-0f4c6f9a3c71";
/**
 * Returns a deterministic id for a text (UUID version 5). Used for records that must be created
 * only once, however often the request is sent.
 */
export const idFor = (text: string): string => v5(text, namespace);

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID. PostgreSQL rejects a comparison of a UUID with any other text. */
export function isId(text: string): boolean;
export function isId(text: string | null | undefined): text is string;
export function isId(text: string | null | undefined): boolean {
  return pattern.test(text ?? "");
}

/** Returns the creation time of an id, to the millisecond. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
