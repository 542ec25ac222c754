import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { newId } from "@uola/database";

/** A byte range, inclusive at both ends. */
export type Span = { from: number; to: number };
export type Bytes = Uint8Array<ArrayBuffer>;

/** Files by key: `<site>/<file>/<variant>`. The content stored under a key never changes. */
export type Storage = {
  /** Stores a file atomically and durably: either the whole file is stored or nothing. */
  put(key: string, content: Bytes | { path: string }): Promise<void>;
  /** Returns undefined if there is no such file. */
  read(key: string, span?: Span): Promise<Bytes | ReadableStream<Bytes> | undefined>;
  /** Deletes everything in a folder. An empty or missing folder is not an error. */
  removeAll(folder: string): Promise<void>;
};

// Up to this size in bytes, a single read is faster than a stream.
const atOnceMax = 1024 * 1024;

/** Stores files in a local folder, or in a folder that all processes share. */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const from = "path" in content ? content.path : `${path}.${newId()}.part`;
      if (!("path" in content)) await writeFile(from, content);
      await flush(from);
      await rename(from, path);
      await flush(dirname(path));
    },
    async read(key, span) {
      const path = pathOf(key);
      const size = await sizeOf(path);
      if (size === undefined) return undefined;
      if (!span && size <= atOnceMax) return readFile(path) as Promise<Bytes>;
      const stream = createReadStream(path, span && { start: span.from, end: span.to });
      return Readable.toWeb(stream) as ReadableStream<Bytes>;
    },
    removeAll: (under) => rm(pathOf(under), { recursive: true, force: true }),
  };
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    },
  );

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads a whole file into memory. */
export async function wholeOf(content: Bytes | ReadableStream<Bytes>): Promise<Bytes> {
  return content instanceof Uint8Array ? content : new Uint8Array(await new Response(content).arrayBuffer());
}
