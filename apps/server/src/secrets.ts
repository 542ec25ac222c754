import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "./settings.ts";

/**
 * Reads a secret from a file in the data folder. Creates the file at the first call, readable only
 * by its owner.
 */
export function storedSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

/** Returns the secret that encrypts the identity provider's keys. */
export const identitySecretOf = ({ identitySecret, dataDir }: Settings): string =>
  identitySecret ?? storedSecret(dataDir, "identity.secret", () => randomBytes(32).toString("base64url"));
