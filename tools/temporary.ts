import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { availableMemory } from "node:process";

const memory = "/dev/shm";
const gigabyte = 1024 ** 3;
/** Well above the maximum that tests use at one time. */
const freeNeeded = 2 * gigabyte;
/** Leaves enough memory for browsers and servers when test files are kept in memory. */
const availableNeeded = 6 * gigabyte;

/**
 * Returns the folder for temporary test files. A database consists of a thousand files, and the
 * tests create hundreds of databases. On a disk this takes more CPU time than the queries, so the
 * folder is in memory if there is enough space.
 */
export function temporaryFolder(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const mounts = readFileSync("/proc/mounts", "utf8");
    return isSuitableFolder({ mounts, free: bavail * bsize, available: availableMemory() }) ? memory : tmpdir();
  } catch {
    // This system has no `/dev/shm`.
    return tmpdir();
  }
}

/** Whether the folder is in memory, allows execution (which tests need) and is large enough. */
export function isSuitableFolder({
  mounts,
  free,
  available,
}: {
  mounts: string;
  free: number;
  available: number;
}): boolean {
  const mount = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, folder]) => folder === memory);
  const [, , kind, options = ""] = mount ?? [];
  return (
    kind === "tmpfs" && !options.split(",").includes("noexec") && free >= freeNeeded && available >= availableNeeded
  );
}
