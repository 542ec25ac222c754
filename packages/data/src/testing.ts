import { createContext, openPlatform, type Platform, type PlatformOptions } from "@uola/kernel";
import { testPlatformOf } from "@uola/kernel/testing";
import { createMembers, type MembersOptions } from "@uola/members";
import { createData, type DataOptions } from "./index.ts";

export * from "@uola/kernel/testing";

export function createPlatform(options: PlatformOptions & MembersOptions & DataOptions): Platform {
  const context = createContext(options);
  const members = createMembers(context, options);
  const data = createData(context, options);
  return openPlatform(context, { ...members.handlers, ...data.handlers }, [members, data], options);
}

export const createTestPlatform = testPlatformOf<MembersOptions & DataOptions>(createPlatform);
