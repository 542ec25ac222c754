import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { availableMemory } from "node:process";

const memory = "/dev/shm";
const gigabyte = 1024 ** 3;
/** Well above the most that tests keep at one time. */
const freeNeeded = 2 * gigabyte;
/** So that what lies in memory leaves enough of it to browsers and servers. */
const availableNeeded = 6 * gigabyte;

/**
 * The folder for what tests throw away. A database consists of a thousand files, and the tests make hundreds of them: on
 * a disk that costs more of the processors' time than the queries, so they lie in memory where there is room.
 */
export function temporaryFolder(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const mounts = readFileSync("/proc/mounts", "utf8");
    return fits({ mounts, free: bavail * bsize, available: availableMemory() }) ? memory : tmpdir();
  } catch {
    // This system has no such folder.
    return tmpdir();
  }
}

/** Whether the folder lies in memory, runs programs as tests do, and is roomy enough. */
export function fits({ mounts, free, available }: { mounts: string; free: number; available: number }): boolean {
  const mount = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, folder]) => folder === memory);
  const [, , kind, options = ""] = mount ?? [];
  return (
    kind === "tmpfs" && !options.split(",").includes("noexec") && free >= freeNeeded && available >= availableNeeded
  );
}
