import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { EmbeddedError } from "./embedded-error.ts";

/** Returns the PostgreSQL processes of this data directory, recognised by their working directory. */
function processesIn(data: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === data && basename(readlinkSync(`/proc/${pid}/exe`)) === "postgres";
      } catch {
        return false;
      }
    })
    .map(Number);
}

function signal(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

async function areGone(data: string, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(50)) {
    if (processesIn(data).length === 0) return true;
  }
  return false;
}

/**
 * Stops PostgreSQL processes that a killed run left running on this data directory, so that a new
 * server can use it. The postmaster gets a fast shutdown. Orphans of a killed postmaster get time
 * to finish and are then sent a quit signal; PostgreSQL then recovers from its write-ahead log. The
 * pid file is removed only when no process uses the directory.
 */
export async function stopStaleProcesses(data: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(data, "postmaster.pid");
  const left = processesIn(data);
  if (left.length > 0) {
    const postmaster = readPid(pidFile);
    if (postmaster && left.includes(postmaster)) {
      log(`Stopping the PostgreSQL (process ${postmaster}) that an earlier run left behind`);
      signal([postmaster], "SIGINT");
    }
    if (!(await areGone(data, 20))) {
      signal(processesIn(data), "SIGQUIT");
      if (!(await areGone(data, 10)))
        throw new EmbeddedError(`PostgreSQL processes of an earlier run still use ${data}.`);
    }
  }
  rmSync(pidFile, { force: true });
}

function readPid(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10) || undefined;
  } catch {
    return undefined;
  }
}
