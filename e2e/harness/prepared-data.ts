import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startUola } from "./uola.ts";

/** Names the folder with the data; `npm test` shares one between its steps. */
const folderVariable = "UOLA_PREPARED_DATA";

type Ports = { site: number; platform: number; identity: number };

/**
 * Fills a new house with the demo once, for every Uola that is started afterwards: the first start creates a cluster, migrates
 * it and writes the demo, which takes longer than all other starts together. Returns what removes it again.
 */
export async function prepareData(ports: Ports): Promise<() => void> {
  const shared = process.env[folderVariable];
  const folder = shared ?? mkdtempSync(join(tmpdir(), "uola-prepared-"));
  process.env[folderVariable] = folder;
  // Another user, whom the database runs as, reads it.
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  if (!existsSync(data)) {
    const unfinished = join(folder, "unfinished");
    const uola = await startUola({ ports, dataDir: unfinished, logFile: join(folder, "uola.log") });
    await uola.stop();
    execFileSync("mv", [unfinished, data]);
  }
  return () => {
    if (!shared) rmSync(folder, { recursive: true, force: true });
  };
}

/** Puts a copy of the prepared data into a folder, which must not be there yet. */
export function copyPreparedData(dataDir: string): void {
  const folder = process.env[folderVariable];
  if (!folder) throw new Error("No data are prepared: the global setup of the tests prepares them.");
  mkdirSync(dirname(dataDir), { recursive: true });
  execFileSync("cp", ["-a", join(folder, "data"), dataDir]);
}
