import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A running program of the bench: its process id for the CPU accounts, and how to stop it. */
export type Running = { pid: number; stop(): Promise<void> };

export const ports = { site: 3930, platform: 3931, identity: 3932, bare: 3935, directus: 3937, frozenDirectus: 3938 };
/** Of a second server on the same database. */
export const secondPorts = { ...ports, site: 3933, platform: 3934, identity: 3936 };
export const origins = {
  site: `http://localhost:${ports.site}`,
  platform: `http://localhost:${ports.platform}`,
  identity: `http://localhost:${ports.identity}`,
  bare: `http://localhost:${ports.bare}`,
  second: `http://localhost:${secondPorts.platform}`,
  directus: `http://localhost:${ports.directus}`,
  frozenDirectus: `http://localhost:${ports.frozenDirectus}`,
};
export const ownerKey = "uola_bench_owner_key_0123456789abcdef0123456789abcdef";

/** Run a program until it says `sign`; its output is shown only when it dies before that. */
export function run(file: string, env: Record<string, string>, sign: string, args: string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, file), ...args], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // However the bench ends, what it started ends with it.
  const follow = () => child.kill("SIGTERM");
  process.once("exit", follow);
  child.once("exit", () => process.off("exit", follow));
  return new Promise((started, failed) => {
    let said = "";
    const listen = (part: Buffer) => {
      if (said.length > 100_000) return;
      said += part;
      if (said.includes(sign)) {
        started({
          pid: child.pid ?? 0,
          stop: () =>
            new Promise<void>((stopped) => {
              if (child.exitCode !== null || child.signalCode !== null) return stopped();
              child.once("exit", () => stopped());
              child.kill("SIGTERM");
            }),
        });
      }
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => failed(new Error(`${file} stopped with ${code}:\n${said.slice(-3000)}`)));
  });
}

/** A folder for one run's database, readable by the user PostgreSQL runs as, removed afterwards. */
export function freshFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "uola-bench-"));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
