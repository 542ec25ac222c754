import { afterAll, expect, test, vi } from "vitest";
import type { AppData } from "./loader/page.ts";
import { identityOf } from "./session-identity.ts";

// Files of a worker share their modules: those that another file has loaded know nothing of what stands in for the SDK here.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

const calls = vi.hoisted(() => ({ options: {} as Record<string, unknown>, popup: [] as unknown[] }));
vi.mock("@auth0/auth0-spa-js", () => ({
  Auth0Client: class {
    constructor(options: Record<string, unknown>) {
      calls.options = options;
    }
    loginWithPopup = async (...input: unknown[]) => {
      calls.popup = input;
    };
    getIdTokenClaims = async () => ({ __raw: "token" });
  },
}));

test("a request for tokens has ten seconds, a window and a silent frame have a minute", async () => {
  const identity = identityOf({
    identityUrl: "https://prisijungimas.uola.example",
    identityClientId: "uola",
    siteUrl: "https://uola.example",
  } as AppData);
  expect(calls.options).toMatchObject({ httpTimeoutInSeconds: 10, authorizeTimeoutInSeconds: 60 });
  // The SDK's own leeway of a minute counts.
  expect(calls.options).not.toHaveProperty("leeway");
  await identity.popup({} as Window);
  expect(calls.popup[1]).toMatchObject({ timeoutInSeconds: 60 });
});
