import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time per process in ticks of 10 ms, so other processes do not distort it. */
const microsecondsPerTick = 10_000;

type Process = { pid: number; parent: number; microseconds: number; command: string };

function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const command = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        // The process's own utime and stime, and cutime and cstime of children it has waited for.
        const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
        return [{ pid: Number(pid), parent: Number(fields[1]), microseconds: ticks * microsecondsPerTick, command }];
      } catch {
        return []; // The process has ended meanwhile.
      }
    });
}

export type Cpu = { node: number; postgres: number };

/** The CPU time in µs of a process and its descendants, with PostgreSQL counted separately. */
export function cpuOf(pid: number): Cpu {
  const all = processes();
  const cpu: Cpu = { node: 0, postgres: 0 };
  const visit = (one: Process | undefined) => {
    if (!one) return;
    cpu[one.command.startsWith("postgres") ? "postgres" : "node"] += one.microseconds;
    for (const child of all) if (child.parent === one.pid) visit(child);
  };
  visit(all.find((one) => one.pid === pid));
  return cpu;
}

export const spent = (before: Cpu, after: Cpu): Cpu => ({
  node: after.node - before.node,
  postgres: after.postgres - before.postgres,
});
