import { createLogin, type Login } from "@uola/client/login";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

// Tests the login states of the platform's own client package against the platform itself: codes
// and states come from the real server.
let platform: TestPlatform;
let login: Login;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.db.deleteFrom("signInFailure").execute();
  await platform.db.deleteFrom("rateWindow").execute();
  login = loginOf();
});
afterEach(() => platform.accounts.setSignUpRules({ emailVerification: false, ownerApproval: false }));

function loginOf(options: Partial<Parameters<typeof createLogin>[0]> = {}): Login {
  const tokens = platform.visitor();
  return createLogin({ client: platform.as(tokens), tokens, clientId: platform.clientId, ...options });
}

const password = "keturi-zodziai-viename-4";
let people = 0;
const newEmail = () => `klientas${people++}@example.lt`;

test("registers an account and reports a taken or an invalid address", async () => {
  const email = newEmail();
  expect(await login.register({ email, password })).toMatchObject({ loginState: "SUCCESS" });
  expect(await login.register({ email, password })).toMatchObject({ errorCode: "emailAlreadyExists" });
  expect(await login.register({ email: "no address", password })).toMatchObject({ errorCode: "invalidEmail" });
  const weak = await login.register({ email: newEmail(), password: "a" });
  expect(weak).toMatchObject({ loginState: "FAILURE" });
  expect(weak).not.toHaveProperty("errorCode");
});

test("reports a wrong password and an invalid e-mail address", async () => {
  const email = newEmail();
  await login.register({ email, password });
  expect(await login.login({ email, password: "wrong" })).toMatchObject({ errorCode: "invalidPassword" });
  expect(await login.login({ email: "no address", password })).toMatchObject({ errorCode: "invalidEmail" });
  expect(await login.login({ email, password })).toMatchObject({ loginState: "SUCCESS" });
});

test("the client continues with the mailed code, then waits for the owner's approval", async () => {
  await platform.accounts.setSignUpRules({ emailVerification: true, ownerApproval: true });
  const email = newEmail();
  expect(await login.register({ email, password })).toMatchObject({ loginState: "EMAIL_VERIFICATION_REQUIRED" });
  const code = await platform.mailedCode(email);
  const wrong = code === "000000" ? "000001" : "000000";
  await expect(login.processVerification(wrong)).rejects.toMatchObject({ code: "VERIFICATION_FAILED" });
  expect(await login.processVerification(code)).toEqual({ loginState: "OWNER_APPROVAL_REQUIRED" });
  expect(await login.proceed()).toEqual({ loginState: "OWNER_APPROVAL_REQUIRED" });
  const { id } = await platform.db
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  await platform.accounts.approve(id);
  expect(await login.proceed()).toMatchObject({ loginState: "SUCCESS" });
});

describe("signing in after wrong passwords", () => {
  async function guessed(times: number): Promise<string> {
    const email = newEmail();
    await login.register({ email, password });
    const solving = loginOf({ captcha: "work" });
    for (let i = 0; i < times; i++) await solving.login({ email, password: "wrong" });
    return email;
  }

  test("requires an invisible captcha, then a visible one, after wrong passwords", async () => {
    expect(await login.login({ email: await guessed(3), password })).toMatchObject({
      loginState: "SILENT_CAPTCHA_REQUIRED",
      errorCode: "missingCaptchaToken",
    });
    const email = await guessed(6);
    expect(await login.login({ email, password })).toMatchObject({ loginState: "USER_CAPTCHA_REQUIRED" });
    const captchaTokens = [{ Recaptcha: "no solution" }];
    expect(await login.login({ email, password, captchaTokens })).toMatchObject({ errorCode: "invalidCaptchaToken" });
  });

  test("signs in with a solved proof of work after wrong passwords", async () => {
    const solving = loginOf({ captcha: "work" });
    expect(await solving.login({ email: await guessed(3), password })).toMatchObject({ loginState: "SUCCESS" });
  });
});
