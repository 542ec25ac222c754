import { createTestGym as createGym, type TestGym } from "@uola/booking/testing";
import { testPlatformOf } from "@uola/kernel/testing";
import { createPlatform, type WholePlatformOptions } from "./platform.ts";

export * from "@uola/booking/testing";

export const createTestPlatform = testPlatformOf<WholePlatformOptions>(createPlatform);
export const createTestGym = (size: { connections?: number } = {}): Promise<TestGym> =>
  createGym(size, createTestPlatform);
