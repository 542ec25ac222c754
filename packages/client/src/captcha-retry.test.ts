import { expect, test, vi } from "vitest";
import { withCaptcha } from "./captcha-retry.ts";
import { createClient } from "./client.ts";
import { PlatformError } from "./errors.ts";

const needed = (captcha: string) =>
  new PlatformError("A proof is needed.", { kind: "application", status: 400, code: "-19971", data: { captcha } });
const challenge = {
  parameters: { algorithm: "PBKDF2/SHA-256", nonce: "00ff00ff", salt: "a1b2c3d4", cost: 10, keyPrefix: "00" },
};

test("retries a call once with a captcha solution of the requested kind", async () => {
  const requests: string[] = [];
  const client = createClient({
    url: "https://platform.example",
    fetch: async (request) => {
      requests.push(new URL((request as Request).url ?? String(request)).search);
      return Response.json({ provider: "ALTCHA", invisibleSiteKey: "i", visibleSiteKey: "v", challenge });
    },
  });
  for (const [kind, name] of [
    ["INVISIBLE", "InvisibleRecaptcha"],
    ["VISIBLE", "Recaptcha"],
  ] as const) {
    const send = vi.fn(async (proof: object) => {
      if (!("captchaTokens" in proof)) throw needed(kind);
      return proof.captchaTokens;
    });
    const [proof] = (await withCaptcha(client, send)) as [Record<string, string>];
    expect(Object.keys(proof)).toEqual([name]);
    const work = JSON.parse(atob(proof[name] ?? ""));
    expect(work).toEqual({ challenge, solution: { counter: expect.any(Number), derivedKey: expect.any(String) } });
    expect(work.solution.derivedKey).toMatch(/^00[0-9a-f]{62}$/);
    expect(send).toHaveBeenCalledTimes(2);
  }
  expect(requests).toEqual(["?kind=INVISIBLE&purpose=BOOKING", "?kind=VISIBLE&purpose=BOOKING"]);
});

test("passes other errors on, also after a wrong captcha solution", async () => {
  const client = createClient({ url: "https://platform.example" });
  const refusal = new PlatformError("Full.", { kind: "application", code: "SESSION_CAPACITY_EXCEEDED" });
  const send = vi.fn().mockRejectedValue(refusal);
  await expect(withCaptcha(client, send)).rejects.toBe(refusal);
  expect(send).toHaveBeenCalledTimes(1);
});
