import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash as argon2, verify as argon2Verify } from "@node-rs/argon2";
import { isCommon } from "./common-passwords.ts";
import { AccountRefusal } from "./refusals.ts";

/** argon2id, 19 MiB, two passes: about 20 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

export const passwordLength = { min: 10, max: 128 } as const;

// the same password typed on two keyboards is one password
const form = (password: string) => password.normalize("NFKC");

/** Length as people count it: characters, not UTF-16 units. */
export const lengthOf = (password: string): number => [...form(password)].length;

/** Errors: PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_TOO_COMMON. */
export function checkPassword(password: string, email: string): void {
  const { min, max } = passwordLength;
  const length = lengthOf(password);
  if (length < min) throw new AccountRefusal("PASSWORD_TOO_SHORT", `A password has at least ${min} characters.`);
  if (length > max) throw new AccountRefusal("PASSWORD_TOO_LONG", `A password has at most ${max} characters.`);
  if (isCommon(password, email)) throw new AccountRefusal("PASSWORD_TOO_COMMON", "This password is easily guessed.");
}

/** Each hash takes a core and 19 MiB, so no more run at once than there are cores; the others wait in line. */
function createTurns(size: number) {
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

export const inTurn = createTurns(availableParallelism());

/** A PHC string; call it `inTurn`. */
export const hashPassword = (password: string): Promise<string> => argon2(form(password), cost);

let decoy: Promise<string> | undefined;

/** True when the password belongs to the hash. No hash costs the same time as a wrong password; call it `inTurn`. */
export async function passwordFits(password: string, stored: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString("base64"));
  const fits = await argon2Verify(stored ?? (await decoy), form(password).slice(0, 2 * passwordLength.max));
  return fits && Boolean(stored);
}

/** Made with another cost than today's? */
export const isDated = (stored: string): boolean => !stored.startsWith(current);
