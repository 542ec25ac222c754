import { afterAll, beforeAll, expect } from "vitest";
import { type Running, run } from "./identity.fixture.ts";

/** The provider that all tests of a file use, there once the first of them runs. It may log no error. */
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
