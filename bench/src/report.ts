import type { Cpu } from "./cpu.ts";
import type { Load } from "./load.ts";

export const heading = (text: string) => console.log(`\n${text}\n${"─".repeat(text.length)}`);
export const line = (name: string, value: string) => console.log(`${name.padEnd(46)} ${value}`);

const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;

export function loadLine(name: string, load: Load, cpu: Cpu | undefined, count: number) {
  const statuses = [...load.statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
  line(
    name,
    `${load.perSecond.toFixed(0)}/s · p50 ${ms(load.p50)} · p99 ${ms(load.p99)} · ${
      cpu ? `CPU ${(cpu.node / count).toFixed(0)} + ${(cpu.postgres / count).toFixed(0)} µs (node + PostgreSQL) · ` : ""
    }${statuses.join(", ")}`,
  );
}

/** The requirements checked in this run. If one is not met, the bench exits with 1. */
export const demands: { text: string; met: boolean }[] = [];
export function requirement(text: string, met: boolean) {
  demands.push({ text, met });
  line(met ? "  met" : "  NOT MET", text);
}
export const ratio = (ours: number, limit: number) => (limit === 0 ? 0 : ours / limit);
