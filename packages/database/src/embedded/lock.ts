import { once } from "node:events";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/**
 * Thrown when another running process uses this data folder. `url` is the URL of that process's
 * database, once the database is running.
 */
export class DataDirInUse extends Error {
  override name = "DataDirInUse";
  pid: number | undefined;
  url: string | undefined;

  constructor(dataDir: string, { pid, url }: Note) {
    super(
      `The data folder ${dataDir} is in use by process ${pid ?? "(unknown)"}. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.pid = pid;
    this.url = url;
  }
}

type Note = { pid?: number; url?: string };
export type Lock = { note(url: string): void; release(): Promise<void> };

/**
 * Locks the folder for this process, or throws `DataDirInUse`. The lock is an abstract socket name:
 * the kernel assigns it to one process and releases it when that process ends. It therefore cannot
 * go stale, and only one of two simultaneous starts succeeds. The file in the folder only names the
 * owner of the lock and its database.
 */
export async function lockFolder(dataDir: string): Promise<Lock> {
  const { dev, ino } = statSync(dataDir);
  const file = join(dataDir, "running.json");
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(`\0uola-data-${dev}-${ino}`);
    await once(server, "listening");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EADDRINUSE") throw cause;
    throw new DataDirInUse(dataDir, readNote(file));
  }
  server.unref();
  const note = (url?: string) => {
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify({ pid: process.pid, url }), { mode: 0o600 });
  };
  note();
  return {
    note,
    release: async () => {
      rmSync(file, { force: true });
      server.close();
      await once(server, "close");
    },
  };
}

function readNote(file: string): Note {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Note;
  } catch {
    return {};
  }
}
