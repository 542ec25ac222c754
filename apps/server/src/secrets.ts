import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "./settings.ts";

/** A secret kept in the data folder, made at the first call, readable by its owner only. */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

/** What identity's keys are sealed with. */
export const identitySecretOf = ({ identitySecret, dataDir }: Settings): string =>
  identitySecret ?? keptSecret(dataDir, "identity.secret", () => randomBytes(32).toString("base64url"));
