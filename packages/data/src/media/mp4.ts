import { type FileHandle, open } from "node:fs/promises";

const containers = new Set(["moov", "trak", "mdia"]);
/** MP4 boxes in which phones store the location and the device's owner. */
const privateBoxes = new Set(["udta", "meta", "uuid", "XMP_"]);
const boxesMax = 10_000;

/**
 * Clears private metadata of an MP4 file in place: each such box becomes a `free` box of zeros.
 * Throws RangeError if the boxes are inconsistent.
 */
export async function stripMp4Metadata(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await walk(file, 0, (await file.stat()).size, { left: boxesMax });
    await file.sync();
  } finally {
    await file.close();
  }
}

async function walk(file: FileHandle, from: number, end: number, budget: { left: number }): Promise<void> {
  const head = Buffer.alloc(16);
  for (let at = from; at < end; ) {
    if (--budget.left < 0 || end - at < 8) throw new RangeError("The boxes of the file are inconsistent.");
    await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const type = head.toString("latin1", 4, 8);
    const headSize = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (size < headSize || at + size > end) throw new RangeError("The boxes of the file are inconsistent.");
    if (privateBoxes.has(type)) {
      await file.write("free", at + 4, "latin1");
      await zero(file, at + headSize, at + size);
    } else if (containers.has(type)) await walk(file, at + headSize, at + size, budget);
    at += size;
  }
}

async function zero(file: FileHandle, from: number, end: number): Promise<void> {
  const nothing = Buffer.alloc(Math.min(end - from, 65_536));
  for (let at = from; at < end; at += nothing.length) {
    await file.write(nothing, 0, Math.min(nothing.length, end - at), at);
  }
}
