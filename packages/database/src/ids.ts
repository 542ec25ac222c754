import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

// Random bytes from the system cost more than everything else of an id, so many are fetched at once.
const chance = new Uint8Array(16 * 256);
let used = chance.length;
let last = { msecs: 0, seq: 0 };

/** A new id: UUID version 7, so that ids sort by their time, and those of one millisecond by their order. */
export function newId(): string {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  const random = chance.subarray(used, used + 16);
  used += 16;
  const msecs = Date.now();
  if (msecs > last.msecs) last = { msecs, seq: new DataView(chance.buffer, used - 16).getUint32(6) >>> 1 };
  else last.seq += 1;
  return v7({ random, ...last });
}

/** The time of an id, to the millisecond. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
