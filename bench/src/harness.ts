import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A running program, with its process id for measuring CPU time. */
export type Running = { pid: number; stop(): Promise<void> };

export const ports = {
  site: 3930,
  platform: 3931,
  identity: 3932,
  baseline: 3935,
  directus: 3937,
  frozenDirectus: 3938,
};
/** The ports of a second server on the same database. */
export const secondPorts = { ...ports, site: 3933, platform: 3934, identity: 3936 };
export const origins = {
  site: `http://localhost:${ports.site}`,
  platform: `http://localhost:${ports.platform}`,
  identity: `http://localhost:${ports.identity}`,
  baseline: `http://localhost:${ports.baseline}`,
  second: `http://localhost:${secondPorts.platform}`,
  directus: `http://localhost:${ports.directus}`,
  frozenDirectus: `http://localhost:${ports.frozenDirectus}`,
};
/** The secret with which the servers encrypt keys. */
export const secret = "bench secret 0123456789abcdef0123456789abcdef";
export const ownerKey = "uola_bench_owner_key_0123456789abcdef0123456789abcdef";

/** Starts a program and resolves once it prints `sign`. Its output is shown only if it ends before that. */
export function run(file: string, env: Record<string, string>, sign: string, args: string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, file), ...args], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // The programs that the bench started end together with it.
  const follow = () => child.kill("SIGTERM");
  process.once("exit", follow);
  child.once("exit", () => process.off("exit", follow));
  return new Promise((started, failed) => {
    let output = "";
    const listen = (part: Buffer) => {
      if (output.length > 100_000) return;
      output += part;
      if (output.includes(sign)) {
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
    child.once("exit", (code) => failed(new Error(`${file} stopped with ${code}:\n${output.slice(-3000)}`)));
  });
}

/** A temporary folder for one run's database. The user that PostgreSQL runs as can read it. */
export function freshFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "uola-bench-"));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
