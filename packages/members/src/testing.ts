import { createContext, openPlatform, type Platform, type PlatformOptions } from "@uola/kernel";
import { testPlatformOf } from "@uola/kernel/testing";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { createMembers, type MembersOptions } from "./index.ts";

export * from "@uola/kernel/testing";

type Options = PlatformOptions & MembersOptions;

/** Creates a platform with sign-in only. */
export function createPlatform(options: Options): Platform {
  const context = createContext(options);
  const members = createMembers(context, options);
  return openPlatform(context, members.handlers, [members], options);
}

export const createTestPlatform = testPlatformOf<MembersOptions>(createPlatform);

/** Solves a challenge and returns the token to send with the request. */
export async function solveCaptcha(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
