import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startUola } from "./uola.ts";

/** Environment variable with the data folder; `npm test` shares one folder between its steps. */
const folderVariable = "UOLA_PREPARED_DATA";

type Ports = { site: number; platform: number; identity: number };

/**
 * Fills a new installation with demo data once, for every Uola instance that is started afterwards:
 * the first start creates a database cluster, migrates it and writes the demo data, which takes
 * longer than all other starts together. Returns a function that removes the data.
 */
export async function prepareData(ports: Ports): Promise<() => void> {
  const shared = process.env[folderVariable];
  const folder = shared ?? mkdtempSync(join(tmpdir(), "uola-prepared-"));
  process.env[folderVariable] = folder;
  // The database runs as another user, who must be able to read it.
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

/** Copies the prepared data to a folder, which must not exist yet. */
export function copyPreparedData(dataDir: string): void {
  const folder = process.env[folderVariable];
  if (!folder) throw new Error("No data are prepared: the global setup of the tests prepares them.");
  mkdirSync(dirname(dataDir), { recursive: true });
  execFileSync("cp", ["-a", join(folder, "data"), dataDir]);
}
