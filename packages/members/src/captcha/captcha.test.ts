import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  token = await platform.visitor().access();
  await forget(platform);
});

const password = "keturi-zodziai-viename-4";
const network = "203.0.113.9";
const forget = async ({ db }: TestPlatform) => {
  await db.deleteFrom("signInFailure").execute();
  await db.deleteFrom("rateWindow").execute();
};
const post = (path: string, body: object, at = platform) =>
  at.ask(path, { token, network, body: JSON.stringify(body) });
const login = (email: string, given: string, captchaTokens?: object[], at?: TestPlatform) =>
  post("/v2/login", { loginId: { email }, password: given, captchaTokens }, at);
const challenge = async (kind: string): Promise<Challenge> =>
  (await platform.ask(`/v1/captcha?kind=${kind}`, { method: "GET", token })).body.challenge;
const solve = async (of: Challenge) => {
  const solution = await solveChallenge({ challenge: of, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: of, solution })).toString("base64");
};
const solved = async (kind: string) => solve(await challenge(kind));
const captchaRequired = (captcha: string) => ({
  status: 400,
  body: { details: { applicationError: { code: "-19971", data: { captcha } } } },
});
const notGood = refusalResponse(400, "-19970");
const guess = async (email: string, times: number) => {
  for (let i = 0; i < times; i++)
    await platform.accounts.authenticate({ email, password: "no", network }).catch(() => {});
};

describe("captcha requirement", () => {
  test("requires a captcha for an account after three wrong passwords, and a visible captcha after six", async () => {
    const [email, other] = ["asked@example.lt", "other@example.lt"];
    for (const each of [email, other]) await platform.accounts.create({ email: each, password });
    for (let i = 0; i < 3; i++)
      expect(await login(email, "wrong-password-7")).toMatchObject(refusalResponse(401, "-19976"));
    expect(await login(email, password)).toMatchObject(captchaRequired("INVISIBLE"));
    expect((await login(other, password)).body.state).toBe("SUCCESS");
    // An address without an account is treated the same.
    await guess("nobody@example.lt", 3);
    expect(await login("nobody@example.lt", password)).toMatchObject(captchaRequired("INVISIBLE"));
    expect(await login(email, password, [{ Recaptcha: "no", InvisibleRecaptcha: null }])).toMatchObject(notGood);
    expect((await login(email, password, [{ InvisibleRecaptcha: await solved("INVISIBLE") }])).body.state).toBe(
      "SUCCESS",
    );

    await guess(email, 6);
    const invisible = await solved("INVISIBLE");
    expect(await login(email, password, [{ InvisibleRecaptcha: invisible }])).toMatchObject(captchaRequired("VISIBLE"));
    expect(await login(email, password, [{ Recaptcha: invisible }])).toMatchObject(notGood);
    expect((await login(email, password, [{ Recaptcha: await solved("VISIBLE") }])).body.state).toBe("SUCCESS");
  });

  test("requires a captcha for registrations from a network after twenty wrong passwords", async () => {
    const email = "network@example.lt";
    const input = { loginId: { email }, password };
    for (let i = 0; i < 10; i++) await guess(`guess${i}@example.lt`, 2);
    expect(await post("/v2/register", input)).toMatchObject(captchaRequired("INVISIBLE"));
    const v1 = { identity: { identifiers: [{ email }] }, inputs: { password } };
    expect(await post("/v1/register", v1)).toMatchObject(captchaRequired("INVISIBLE"));
    // Violations are reported first, so that they do not consume a solution.
    expect((await post("/v2/register", { ...input, password: "short" })).body.details.validationError).toBeDefined();
    const captchaTokens = [{ InvisibleRecaptcha: await solved("INVISIBLE") }];
    expect((await post("/v2/register", { ...input, captchaTokens })).body.state).toBe("SUCCESS");
  });

  test("requires a captcha for the 101st registration from a network within a minute", async () => {
    for (let i = 0; i < 100; i++) await platform.accounts.limits.count("captcha-registration", network, { per: 60 });
    expect(await post("/v2/register", { loginId: { email: "late@example.lt" }, password })).toMatchObject(
      captchaRequired("INVISIBLE"),
    );
    await forget(platform);
    for (let i = 0; i < 99; i++) await platform.accounts.limits.count("captcha-registration", network, { per: 60 });
    expect((await post("/v2/register", { loginId: { email: "hundredth@example.lt" }, password })).status).toBe(200);
  });
});

describe("proof of work", () => {
  const use = async (email: string, InvisibleRecaptcha: string) => login(email, password, [{ InvisibleRecaptcha }]);
  beforeAll(async () => {
    await platform.accounts.create({ email: "work@example.lt", password });
  });
  beforeEach(() => guess("work@example.lt", 3));

  test("a solution works once, even for simultaneous requests, and expires after ten minutes", async () => {
    const proof = await solved("INVISIBLE");
    // Uses a wrong password, because a successful sign-in would reset the number of failed
    // attempts.
    const wrong = () => login("work@example.lt", "wrong-password-7", [{ InvisibleRecaptcha: proof }]);
    const answers = await Promise.all([wrong(), wrong(), wrong()]);
    expect(answers.map(({ body }) => body.details.applicationError.code).sort()).toEqual([
      "-19970",
      "-19970",
      "-19976",
    ]);
    await forget(platform);
    await guess("work@example.lt", 3);
    const late = await solved("INVISIBLE");
    const began = platform.clock.now;
    platform.clock.now = new Date(began.getTime() + 600_000);
    expect(await use("work@example.lt", late)).toMatchObject(notGood);
    platform.clock.now = began;
    expect((await use("work@example.lt", late)).body.state).toBe("SUCCESS");
  });

  test("rejects a forged or foreign captcha solution", async () => {
    const real = await challenge("INVISIBLE");
    const { parameters } = real;
    const forged: unknown[] = [
      { challenge: real, solution: { counter: 0, derivedKey: "00".repeat(32) } },
      {
        challenge: { ...real, parameters: { ...parameters, keySignature: "00" } },
        solution: { counter: 0, derivedKey: "00" },
      },
      { challenge: { ...real, signature: undefined }, solution: { counter: 0, derivedKey: "00" } },
      { challenge: { parameters: {} } },
      null,
      7,
      {},
    ];
    const longer = { ...parameters, data: { ...parameters.data, expires: 9e15 } };
    const genuine = JSON.parse(Buffer.from(await solve(real), "base64").toString());
    forged.push({ ...genuine, challenge: { ...real, parameters: longer } });
    for (const each of forged) {
      const text = Buffer.from(JSON.stringify(each)).toString("base64");
      expect(await use("work@example.lt", text), JSON.stringify(each)).toMatchObject(notGood);
    }
    expect(await use("work@example.lt", "not base64 at all")).toMatchObject(notGood);
  });

  test("another process accepts the solution of a challenge, and the two captcha kinds have different site keys", async () => {
    const { body } = await platform.ask("/v1/captcha", { method: "GET", token });
    expect(body).toMatchObject({ provider: "ALTCHA", challenge: { signature: expect.any(String) } });
    expect(body.invisibleSiteKey).not.toBe(body.visibleSiteKey);
    const text = await solve(body.challenge);
    const input = { loginId: { email: "work@example.lt" }, password, captchaTokens: [{ InvisibleRecaptcha: text }] };
    const request = new Request("http://localhost:3001/v2/login", {
      method: "POST",
      body: JSON.stringify(input),
      headers: { authorization: token },
    });
    expect((await platform.secondProcess().fetch(request)).status).toBe(200);
  });
});

describe("reCAPTCHA", () => {
  const pair = (name: string) => ({ siteKey: `${name}-site`, secret: `${name}-secret` });
  let other: TestPlatform;
  let answering: (form: URLSearchParams) => object | undefined;
  const verifier = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = answering(new URLSearchParams(Buffer.concat(chunks).toString()));
    if (answer) response.end(JSON.stringify(answer));
  });
  beforeAll(async () => {
    await new Promise<void>((done) => verifier.listen(0, "127.0.0.1", done));
    const verifyUrl = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}/verify`;
    const keys = { invisible: pair("invisible"), visible: pair("visible") };
    const risk = { account: { any: 0, visible: 6 } };
    other = await createTestPlatform({ captcha: { provider: "RECAPTCHA", ...keys, verifyUrl, timeoutMs: 200, risk } });
    await other.accounts.create({ email: "ona@example.lt", password });
  });
  afterAll(async () => {
    verifier.closeAllConnections();
    verifier.close();
    await other.close();
  });
  beforeEach(async () => {
    token = await other.visitor().access();
  });

  test("verifies each captcha kind with its own secret and exposes only the site keys to a page", async () => {
    const seen: Record<string, string>[] = [];
    answering = (form) => {
      seen.push(Object.fromEntries(form));
      return { success: form.get("response") === "good" };
    };
    const enter = (given: object) => login("ona@example.lt", password, [given], other);
    expect((await enter({ InvisibleRecaptcha: "good" })).body.state).toBe("SUCCESS");
    expect((await enter({ Recaptcha: "good" })).body.state).toBe("SUCCESS");
    expect(await enter({ Recaptcha: "bad" })).toMatchObject(notGood);
    expect(seen.slice(0, 2)).toEqual([
      { secret: "invisible-secret", response: "good", remoteip: network },
      { secret: "visible-secret", response: "good", remoteip: network },
    ]);
    const { body, text } = await other.ask("/v1/captcha", { method: "GET", token });
    expect(body).toEqual({ provider: "RECAPTCHA", invisibleSiteKey: "invisible-site", visibleSiteKey: "visible-site" });
    expect(text).not.toContain("secret");
  });

  test("rejects every solution while the reCAPTCHA service does not respond properly", async () => {
    for (const answer of [undefined, {}, { success: false, "error-codes": ["invalid-input-secret"] }]) {
      answering = () => answer;
      const { status, body } = await login("ona@example.lt", password, [{ Recaptcha: "good" }], other);
      expect(status).toBe(503);
      expect(body.details.applicationError.code).toBe("UNAVAILABLE");
    }
  });
});
