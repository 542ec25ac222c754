import { afterAll, beforeAll, expect } from "vitest";
import { type Running, run } from "./identity.fixture.ts";

/**
 * Runs one provider for all tests of a file, started before the first test. The file fails if the
 * provider logs an error.
 */
export function identityForFile(...options: Parameters<typeof run>): Running {
  const on = {} as Running;
  beforeAll(async () => {
    Object.assign(on, await run(...options));
  });
  afterAll(async () => {
    expect(on.errors).toEqual([]);
    await on.stop();
  });
  return on;
}
