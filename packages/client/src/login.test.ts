import { describe, expect, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { createLogin } from "./login.ts";
import { type PreparedResponse, platform } from "./testing.ts";
import { createTokenStore } from "./token-store.ts";

const email = "ona@example.lt";
const password = "trys-atramos-taskai-9";
const clientId = "0190a000-0000-7000-8000-000000000001";
const answer = (state: string, fields: object = {}): PreparedResponse => ({ body: { state, ...fields } });
const success = answer("SUCCESS", { sessionToken: "s" });
const refusal = (code: string, data?: object): PreparedResponse => ({
  status: 400,
  body: { message: "m", details: { applicationError: { code, description: "Refused.", ...(data && { data }) } } },
});
const violation = (field: string, data: object): PreparedResponse => {
  const fieldViolations = [{ field, description: `${field} is wrong`, violatedRule: "OTHER", data }];
  return { status: 400, body: { message: "m", details: { validationError: { fieldViolations } } } };
};

type Options = Partial<Pick<Parameters<typeof createLogin>[0], "frame" | "captcha">>;
function loginWith(responses: (PreparedResponse | Error)[], options: Options = {}) {
  const { requests, ...rest } = platform(...responses);
  const tokens = createTokenStore({ ...rest, clientId });
  const client = createClient({ ...rest, tokens: "visitor" });
  return { requests, tokens, login: createLogin({ client, tokens, clientId, ...options }) };
}

const unknown = { loginState: "FAILURE", error: "Unknown _state" };

describe.each(["login", "register"] as const)("login operation %s", (operation) => {
  test.each([
    ["SUCCESS", { sessionToken: "s" }, { loginState: "SUCCESS", data: { sessionToken: "s" } }],
    ["SUCCESS", {}, unknown],
    ["REQUIRE_OWNER_APPROVAL", {}, { loginState: "OWNER_APPROVAL_REQUIRED" }],
    [
      "REQUIRE_EMAIL_VERIFICATION",
      { stateToken: "t" },
      { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "t" } },
    ],
    ["STATUS_CHECK", {}, unknown],
    ["UNKNOWN_STATE", {}, unknown],
  ])(
    "login changes its state from INITIAL when the server responds with %s and %j",
    async (state, fields, expected) => {
      const { login, requests } = loginWith([answer(state, fields)]);
      expect(login.current()).toEqual({ loginState: "INITIAL" });
      expect(await login[operation]({ email, password })).toEqual(expected);
      expect(login.current()).toEqual(expected);
      expect(requests).toMatchObject([{ path: `/v2/${operation}`, body: { loginId: { email }, password } }]);
    },
  );

  test.each([
    ["VISIBLE", "USER_CAPTCHA_REQUIRED"],
    ["INVISIBLE", "SILENT_CAPTCHA_REQUIRED"],
  ])("login requests a captcha if the server requires a %s captcha", async (captcha, loginState) => {
    const { login } = loginWith([refusal("-19971", { captcha })]);
    const expected = { loginState, errorCode: "missingCaptchaToken", error: "Refused." };
    expect(await login[operation]({ email, password })).toEqual(expected);
    expect(login.current()).toEqual(expected);
  });

  test.each([
    ["no response", new TypeError("fetch failed")],
    ["a server error", { status: 503, body: "" }],
  ])("login rejects and keeps its state after %s", async (_, broken) => {
    const { login } = loginWith([broken]);
    await expect(login[operation]({ email, password })).rejects.toMatchObject({ kind: "system" });
    expect(login.current()).toEqual({ loginState: "INITIAL" });
  });
});

const failed = (errorCode?: string) => ({ loginState: "FAILURE", error: "Refused.", ...(errorCode && { errorCode }) });

test.each([
  ["-19971", failed("missingCaptchaToken")],
  ["-19970", failed("invalidCaptchaToken")],
  ["-19995", failed("emailAlreadyExists")],
  ["-19976", failed()],
  ["-19973", failed()],
  ["RESOURCE_EXHAUSTED", failed()],
])("maps the code %s of a rejected registration to a login state", async (code, expected) => {
  const { login } = loginWith([refusal(code)]);
  expect(await login.register({ email, password })).toEqual(expected);
  expect(login.current()).toEqual(expected);
});

test("reports a violation of the email field of a registration as invalidEmail", async () => {
  const { login } = loginWith([violation("loginId.email", { type: "EMAIL" })]);
  const expected = { loginState: "FAILURE", errorCode: "invalidEmail", error: "loginId.email is wrong" };
  expect(await login.register({ email, password })).toEqual(expected);
});

test("reports a violation of another field of a registration without an errorCode", async () => {
  const { login } = loginWith([violation("password", {})]);
  const error = 'INVALID_ARGUMENT: "password" password is wrong';
  expect(await login.register({ email, password })).toEqual({ loginState: "FAILURE", error });
});

test.each([
  ["-19971", "missingCaptchaToken"],
  ["-19970", "invalidCaptchaToken"],
  ["-19976", "invalidPassword"],
  ["-19973", "resetPassword"],
  ["-19995", "invalidEmail"],
  ["EMAIL_INVALID", "invalidEmail"],
  ["MEMBER_BLOCKED", "invalidEmail"],
])("maps code %s of a rejected login to %s", async (code, errorCode) => {
  const { login } = loginWith([refusal(code)]);
  expect(await login.login({ email, password })).toEqual(failed(errorCode));
  expect(login.current()).toEqual(failed(errorCode));
});

test("reports a field violation of a login as invalidEmail", async () => {
  const { login } = loginWith([violation("password", {})]);
  expect(await login.login({ email, password })).toMatchObject({ loginState: "FAILURE", errorCode: "invalidEmail" });
});

describe("email verification", () => {
  const waiting = answer("REQUIRE_EMAIL_VERIFICATION", { stateToken: "t1" });

  test("verification continues with the state token of the latest code", async () => {
    const resent = answer("REQUIRE_EMAIL_VERIFICATION", { stateToken: "t2" });
    const { login, requests } = loginWith([waiting, resent, success]);
    await login.register({ email, password });
    expect(await login.resend()).toEqual({ loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "t2" } });
    expect(await login.processVerification("123456")).toEqual({ loginState: "SUCCESS", data: { sessionToken: "s" } });
    expect(requests.slice(1).map(({ path, body }) => [path, body])).toEqual([
      ["/v1/auth/resend", { stateToken: "t1" }],
      ["/v1/auth/verify", { code: "123456", stateToken: "t2" }],
    ]);
  });

  const otherStates = {
    INITIAL: [],
    SUCCESS: [success],
    OWNER_APPROVAL_REQUIRED: [answer("REQUIRE_OWNER_APPROVAL", { stateToken: "t" })],
    USER_CAPTCHA_REQUIRED: [refusal("-19971", { captcha: "VISIBLE" })],
    SILENT_CAPTCHA_REQUIRED: [refusal("-19971", { captcha: "INVISIBLE" })],
    FAILURE: [refusal("-19976")],
  };
  test.each(Object.entries(otherStates))(
    "verification and resend fail without a request in the state %s",
    async (state, responses) => {
      const { login, requests } = loginWith(responses);
      if (responses.length > 0) await login.login({ email, password });
      const before = login.current();
      expect(before.loginState).toBe(state);
      expect(await login.processVerification("123456")).toEqual(unknown);
      expect(await login.resend()).toEqual(unknown);
      expect(login.current()).toEqual(before);
      expect(requests).toHaveLength(responses.length);
    },
  );

  test("verification fails without a request when the caller passes a different state", async () => {
    const { login, requests } = loginWith([waiting]);
    await login.login({ email, password });
    expect(await login.processVerification("123456", { loginState: "OWNER_APPROVAL_REQUIRED" })).toEqual(unknown);
    expect(requests).toHaveLength(1);
  });

  test("verification continues from a state stored by the caller", async () => {
    const { login, requests } = loginWith([success]);
    const stored = { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "stored" } } as const;
    expect(await login.processVerification("123456", stored)).toMatchObject({ loginState: "SUCCESS" });
    expect(requests[0]?.body).toEqual({ code: "123456", stateToken: "stored" });
  });

  test("a wrong verification code is rejected and another attempt is allowed", async () => {
    const { login } = loginWith([waiting, refusal("VERIFICATION_FAILED"), success]);
    await login.login({ email, password });
    await expect(login.processVerification("000000")).rejects.toMatchObject({ code: "VERIFICATION_FAILED" });
    expect(login.current()).toMatchObject({ loginState: "EMAIL_VERIFICATION_REQUIRED" });
    expect(await login.processVerification("123456")).toMatchObject({ loginState: "SUCCESS" });
  });
});

test("login proceeds once the owner has approved", async () => {
  const waiting = answer("REQUIRE_OWNER_APPROVAL", { stateToken: "t" });
  const { login, requests } = loginWith([waiting, waiting, success]);
  expect(await login.proceed()).toEqual(unknown);
  await login.register({ email, password });
  expect(await login.proceed()).toEqual({ loginState: "OWNER_APPROVAL_REQUIRED" });
  expect(await login.proceed()).toMatchObject({ loginState: "SUCCESS" });
  expect(requests[1]).toMatchObject({ path: "/v1/state/proceed", body: { stateToken: "t" } });
});

test("sends a password reset email with a link back to the client's page", async () => {
  const { login, requests } = loginWith([{}]);
  await login.sendPasswordReset(email, "http://localhost:3000/account/", "lt");
  const body = { email, language: "lt", redirect: { url: "http://localhost:3000/account/", clientId } };
  expect(requests).toMatchObject([{ path: "/v1/send-email", body }]);
});

describe("login with a captcha solver", () => {
  const required = refusal("-19971", { captcha: "INVISIBLE" });

  test("retries a login once with the captcha solution", async () => {
    const captcha = vi.fn(async () => [{ InvisibleRecaptcha: "solution" }]);
    const { login, requests } = loginWith([required, success], { captcha });
    expect(await login.login({ email, password })).toMatchObject({ loginState: "SUCCESS" });
    expect(captcha.mock.calls).toEqual([["INVISIBLE"]]);
    expect(requests[1]?.body).toMatchObject({ captchaTokens: [{ InvisibleRecaptcha: "solution" }] });
  });

  test("does not retry a login rejected twice for a captcha", async () => {
    const { login, requests } = loginWith([required], { captcha: async () => [] });
    expect(await login.register({ email, password })).toMatchObject({ loginState: "SILENT_CAPTCHA_REQUIRED" });
    expect(requests).toHaveLength(2);
  });

  test("computes the solution of a proof-of-work captcha", async () => {
    const parameters = { nonce: "00ff00ff", salt: "a1b2c3d4", cost: 10, algorithm: "PBKDF2/SHA-256", keyPrefix: "00" };
    const body = { provider: "ALTCHA", invisibleSiteKey: "i", visibleSiteKey: "v", challenge: { parameters } };
    const visible = refusal("-19971", { captcha: "VISIBLE" });
    const { login, requests } = loginWith([visible, { body }, success], { captcha: "work" });
    expect(await login.login({ email, password })).toMatchObject({ loginState: "SUCCESS" });
    expect(requests[1]?.path).toBe("/v1/captcha?kind=VISIBLE&purpose=ACCOUNT");
    const sent = requests[2]?.body as { captchaTokens: { Recaptcha: string }[] } | undefined;
    const { challenge, solution } = JSON.parse(atob(sent?.captchaTokens[0]?.Recaptcha ?? ""));
    expect(challenge).toEqual(body.challenge);
    expect(solution.derivedKey).toMatch(/^00[0-9a-f]{62}$/);
  });
});

test("exchanges the session token of a successful login for member tokens", async () => {
  const redirect: PreparedResponse = {
    body: { redirectSession: { id: "i", fullUrl: "http://platform.test/authorize?x", urlDetails: { endpoint: "e" } } },
  };
  const body = { access_token: "m-access", refresh_token: "m-refresh", expires_in: 100, token_type: "Bearer" };
  const frame = async (_url: string, state: string) => ({ state, code: "the-code" });
  const { login, tokens } = loginWith([redirect, { body }], { frame });
  await login.complete("the-session");
  expect(tokens.isLoggedIn()).toBe(true);
});
