import type { AppData } from "@uola/page-loader/page.ts";
import { afterAll, expect, test, vi } from "vitest";
import { identityOf } from "./session-identity.ts";

// Test files in one worker share their modules. Modules already loaded by another file would not
// use the SDK mock defined here.
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

const app = {
  identityUrl: "https://prisijungimas.uola.example",
  identityClientId: "uola",
  siteUrl: "https://uola.example",
} as AppData;

test("token requests time out after ten seconds, popups and silent frames after a minute", async () => {
  const identity = identityOf(app);
  expect(calls.options).toMatchObject({ httpTimeoutInSeconds: 10, authorizeTimeoutInSeconds: 60 });
  await identity.popup({} as Window);
  expect(calls.popup[1]).toMatchObject({ timeoutInSeconds: 60 });
});

/** An ID token that expired the given number of seconds ago. */
function over(secondsAgo: number): string {
  const exp = Math.floor(Date.now() / 1000) - secondsAgo;
  const claims = { iss: `${app.identityUrl}/`, sub: "ona", aud: app.identityClientId, iat: exp - 600, exp };
  const parts = [{ alg: "RS256" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return [...parts, "signature"].join(".");
}

test("accepts an ID token for up to a minute after it expires, to allow for clock skew", async () => {
  void identityOf(app);
  const { Auth0Client } = await vi.importActual<typeof import("@auth0/auth0-spa-js")>("@auth0/auth0-spa-js");
  // The check that the SDK runs after each response from the provider.
  const sdk = new Auth0Client(calls.options as never) as unknown as { _verifyIdToken(token: string): Promise<unknown> };
  await expect(sdk._verifyIdToken(over(55))).resolves.toBeDefined();
  await expect(sdk._verifyIdToken(over(65))).rejects.toThrow(/Expiration Time \(exp\)/);
});
