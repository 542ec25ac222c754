import { randomBytes } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { availableParallelism } from "node:os";
import { hash as argon2, verify as argon2Verify } from "@node-rs/argon2";
import { isCommon } from "./common-passwords.ts";
import { AccountRefusal } from "./refusals.ts";

/** argon2id, 19 MiB, two passes: about 20 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

const passwordLength = { min: 10, max: 128 } as const;

// Normalizes a password, so that the same password typed on different keyboards matches.
const normalizePassword = (password: string) => password.normalize("NFKC");

/** Length in characters as perceived by people, not in UTF-16 units. */
const lengthOf = (password: string): number => [...normalizePassword(password)].length;

/** Errors: PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_TOO_COMMON. */
export function checkPassword(password: string, email: string): void {
  const { min, max } = passwordLength;
  const length = lengthOf(password);
  if (length < min) throw new AccountRefusal("PASSWORD_TOO_SHORT", `A password has at least ${min} characters.`);
  if (length > max) throw new AccountRefusal("PASSWORD_TOO_LONG", `A password has at most ${max} characters.`);
  if (isCommon(password, email)) throw new AccountRefusal("PASSWORD_TOO_COMMON", "This password is easily guessed.");
}

/**
 * Each hash occupies a core and 19 MiB, so there are at most as many simultaneous hashes as cores.
 * The others wait in a queue.
 */
function createConcurrencyLimit(size: number) {
  const waiting: (() => void)[] = [];
  let free = size;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

export const runLimited = createConcurrencyLimit(availableParallelism());

/**
 * Publishes each hash that is computed, so that a test can count the expensive operations instead
 * of measuring time.
 */
const hashes = channel("uola.accounts.hash");

/** Returns a PHC string. Call it inside `runLimited`. */
export function hashPassword(password: string): Promise<string> {
  hashes.publish("new");
  return argon2(normalizePassword(password), cost);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash it takes as long as a wrong password. Call it inside
 * `runLimited`.
 */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(16).toString("base64"));
  const against = stored ?? (await dummyHash);
  hashes.publish("compared");
  const fits = await argon2Verify(against, normalizePassword(password).slice(0, 2 * passwordLength.max));
  return fits && Boolean(stored);
}

/** Whether the hash was computed with other costs than the current ones. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(current);
