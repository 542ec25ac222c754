import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { messageAbout } from "./frame.ts";
import { createLogin } from "./login.ts";
import { beginSignIn, type Frame, keepMemberTokens, parseFromUrl } from "./sign-in.ts";
import { type Answer, platform } from "./testing.ts";
import { createTokenStore } from "./token-store.ts";

const email = "ona@example.lt";
const password = "trys-atramos-taskai-9";
const clientId = "0190a000-0000-7000-8000-000000000001";
const reached = (state: string, more: object = {}): Answer => ({ body: { state, ...more } });
const application = (code: string, data?: object): Answer => ({
  status: 400,
  body: { message: "m", details: { applicationError: { code, description: "Refused.", ...(data && { data }) } } },
});
const violation = (field: string, data: object, more: object = {}): Answer => {
  const fieldViolations = [{ field, description: `${field} is wrong`, violatedRule: "OTHER", data }];
  return { status: 400, body: { message: "m", details: { validationError: { fieldViolations }, ...more } } };
};
const tokens: Answer = {
  body: { access_token: "m-access", refresh_token: "m-refresh", expires_in: 100, token_type: "Bearer" },
};
const redirect: Answer = {
  body: { redirectSession: { id: "i", fullUrl: "http://platform.test/authorize?x", urlDetails: { endpoint: "e" } } },
};

type More = { frame?: Frame; captcha?: NonNullable<Parameters<typeof createLogin>[0]["captcha"]> };
function started(answers: (Answer | Error)[], more: More = {}) {
  const { asked, ...rest } = platform(...answers);
  const store = createTokenStore({ ...rest, clientId });
  const client = createClient({ ...rest, tokens: "visitor" });
  return { asked, client, store, login: createLogin({ client, tokens: store, clientId, ...more }) };
}
afterEach(() => vi.useRealTimers());

describe("states", () => {
  test.each([
    [reached("SUCCESS", { sessionToken: "s" }), { loginState: "SUCCESS", data: { sessionToken: "s" } }],
    [reached("REQUIRE_OWNER_APPROVAL"), { loginState: "OWNER_APPROVAL_REQUIRED" }],
    [
      reached("REQUIRE_EMAIL_VERIFICATION", { stateToken: "t" }),
      { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "t" } },
    ],
    [reached("STATUS_CHECK"), { loginState: "FAILURE", error: "Unknown _state" }],
    [reached("UNKNOWN_STATE"), { loginState: "FAILURE", error: "Unknown _state" }],
  ])("%j", async (answer, state) => {
    for (const way of ["login", "register"] as const) {
      const { login, asked } = started([answer]);
      expect(login.current()).toEqual({ loginState: "INITIAL" });
      expect(await login[way]({ email, password })).toEqual(state);
      expect(login.current()).toEqual(state);
      expect(asked).toMatchObject([{ path: `/v2/${way}`, body: { loginId: { email }, password } }]);
    }
  });

  const visible = { loginState: "USER_CAPTCHA_REQUIRED", errorCode: "missingCaptchaToken", error: "Refused." };
  const failed = (errorCode: string) => ({ loginState: "FAILURE", errorCode, error: "Refused." });
  test.each([
    ["register", application("-19971"), failed("missingCaptchaToken")],
    ["register", application("-19971", { captcha: "VISIBLE" }), visible],
    [
      "register",
      application("-19971", { captcha: "INVISIBLE" }),
      { ...visible, loginState: "SILENT_CAPTCHA_REQUIRED" },
    ],
    ["register", application("-19970", { captcha: "VISIBLE" }), failed("invalidCaptchaToken")],
    ["register", application("-19995"), failed("emailAlreadyExists")],
    ["register", application("-19976"), { loginState: "FAILURE", error: "Refused." }],
    [
      "register",
      violation("loginId.email", { type: "EMAIL" }),
      { loginState: "FAILURE", errorCode: "invalidEmail", error: "loginId.email is wrong" },
    ],
    [
      "register",
      violation("password", {}),
      { loginState: "FAILURE", error: 'INVALID_ARGUMENT: "password" password is wrong' },
    ],
    ["login", application("-19971"), failed("missingCaptchaToken")],
    ["login", application("-19971", { captcha: "VISIBLE" }), visible],
    ["login", application("-19970"), failed("invalidCaptchaToken")],
    ["login", application("-19976"), failed("invalidPassword")],
    ["login", application("-19973"), failed("resetPassword")],
    ["login", application("-19995"), failed("invalidEmail")],
    ["login", application("MEMBER_BLOCKED"), failed("invalidEmail")],
    [
      "login",
      violation("password", {}),
      { loginState: "FAILURE", errorCode: "invalidEmail", error: 'INVALID_ARGUMENT: "password" password is wrong' },
    ],
  ] as const)("%s refused: %j", async (way, answer, state) => {
    const { login } = started([answer]);
    expect(await login[way]({ email, password })).toEqual(state);
    expect(login.current()).toEqual(state);
  });

  test("no answer is not a refusal: it is thrown, and the state stays", async () => {
    for (const broken of [new TypeError("fetch failed"), { status: 503, body: "" }]) {
      const { login } = started([broken]);
      for (const way of ["login", "register"] as const) {
        await expect(login[way]({ email, password })).rejects.toMatchObject({ kind: "system" });
      }
      expect(login.current()).toEqual({ loginState: "INITIAL" });
    }
  });
});

describe("a mailed code", () => {
  const waits = reached("REQUIRE_EMAIL_VERIFICATION", { stateToken: "t1" });
  const unknown = { loginState: "FAILURE", error: "Unknown _state" };

  test("leads on, with the token of the newest code", async () => {
    const again = reached("REQUIRE_EMAIL_VERIFICATION", { stateToken: "t2" });
    const { login, asked } = started([waits, again, reached("SUCCESS", { sessionToken: "s" })]);
    await login.register({ email, password });
    expect(await login.resend()).toEqual({ loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "t2" } });
    expect(await login.processVerification("123456")).toMatchObject({ loginState: "SUCCESS" });
    expect(asked.slice(1).map(({ path, body }) => [path, body])).toEqual([
      ["/v1/auth/resend", { stateToken: "t1" }],
      ["/v1/auth/verify", { code: "123456", stateToken: "t2" }],
    ]);
  });

  test("is refused without a call where none is waited for, whatever state is given", async () => {
    const { login, asked } = started([reached("SUCCESS", { sessionToken: "s" })]);
    expect(await login.processVerification("123456")).toEqual(unknown);
    expect(await login.resend()).toEqual(unknown);
    expect(await login.proceed()).toEqual(unknown);
    expect(await login.processVerification("123456", { loginState: "OWNER_APPROVAL_REQUIRED" })).toEqual(unknown);
    expect(asked).toEqual([]);
    await login.login({ email, password });
    expect(await login.processVerification("123456")).toEqual(unknown);
    expect(login.current()).toMatchObject({ loginState: "SUCCESS" });
  });

  test("goes on from a state that is given", async () => {
    const { login, asked } = started([reached("SUCCESS", { sessionToken: "s" })]);
    const given = { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "kept" } } as const;
    expect(await login.processVerification("123456", given)).toMatchObject({ loginState: "SUCCESS" });
    expect(asked[0]?.body).toEqual({ code: "123456", stateToken: "kept" });
  });

  test("that is wrong is thrown, and another may be tried", async () => {
    const { login } = started([waits, application("VERIFICATION_FAILED"), reached("SUCCESS", { sessionToken: "s" })]);
    await login.login({ email, password });
    await expect(login.processVerification("000000")).rejects.toMatchObject({ code: "VERIFICATION_FAILED" });
    expect(login.current()).toMatchObject({ loginState: "EMAIL_VERIFICATION_REQUIRED" });
    expect(await login.processVerification("123456")).toMatchObject({ loginState: "SUCCESS" });
  });
});

test("an approval that came meanwhile is seen", async () => {
  const waits = reached("REQUIRE_OWNER_APPROVAL", { stateToken: "t" });
  const { login, asked } = started([waits, waits, reached("SUCCESS", { sessionToken: "s" })]);
  await login.register({ email, password });
  expect(await login.proceed()).toEqual({ loginState: "OWNER_APPROVAL_REQUIRED" });
  expect(await login.proceed()).toMatchObject({ loginState: "SUCCESS" });
  expect(asked[1]).toMatchObject({ path: "/v1/state/proceed", body: { stateToken: "t" } });
});

test("a forgotten password is mailed about", async () => {
  const { login, asked } = started([{}]);
  await login.sendPasswordReset(email, "http://localhost:3000/account/", "lt");
  const body = { email, language: "lt", redirect: { url: "http://localhost:3000/account/", clientId } };
  expect(asked).toMatchObject([{ path: "/v1/send-email", body }]);
});

describe("captcha", () => {
  const wanted = application("-19971", { captcha: "INVISIBLE" });

  test("is solved once, and the attempt repeated", async () => {
    const captcha = vi.fn(async () => [{ InvisibleRecaptcha: "proof" }]);
    const { login, asked } = started([wanted, reached("SUCCESS", { sessionToken: "s" })], { captcha });
    expect(await login.login({ email, password })).toMatchObject({ loginState: "SUCCESS" });
    expect(captcha.mock.calls).toEqual([["INVISIBLE"]]);
    expect(asked[1]?.body).toMatchObject({ captchaTokens: [{ InvisibleRecaptcha: "proof" }] });
    const refused = started([wanted], { captcha });
    expect(await refused.login.register({ email, password })).toMatchObject({ loginState: "SILENT_CAPTCHA_REQUIRED" });
    expect(refused.asked).toHaveLength(2);
  });

  test("by work: the counter whose key begins as it should", async () => {
    const work = { nonce: "00ff00ff", salt: "a1b2c3d4", cost: 10, algorithm: "PBKDF2/SHA-256", keyPrefix: "00" };
    const body = {
      provider: "ALTCHA",
      invisibleSiteKey: "i",
      visibleSiteKey: "v",
      challenge: { parameters: work, signature: "5199" },
    };
    const visible = application("-19971", { captcha: "VISIBLE" });
    const { login, asked } = started([visible, { body }, reached("SUCCESS", { sessionToken: "s" })], {
      captcha: "work",
    });
    expect(await login.login({ email, password })).toMatchObject({ loginState: "SUCCESS" });
    expect(asked[1]?.path).toBe("/v1/captcha?kind=VISIBLE");
    const sent = asked[2]?.body as { captchaTokens: { Recaptcha: string }[] } | undefined;
    const { challenge, solution } = JSON.parse(atob(sent?.captchaTokens[0]?.Recaptcha ?? ""));
    expect(challenge).toEqual(body.challenge);
    expect(solution.derivedKey).toMatch(/^00[0-9a-f]{62}$/);
  });
});

describe("member tokens", () => {
  test("come from a session token by a hidden frame", async () => {
    const frame = vi.fn(async (_url: string, state: string) => ({ state, code: "the-code" }));
    const { login, asked, store } = started([redirect, tokens], { frame });
    await login.complete("the-session");
    expect(frame.mock.calls[0]?.[0]).toBe("http://platform.test/authorize?x");
    expect(asked[0]?.body).toMatchObject({
      auth: {
        prompt: "none",
        authRequest: {
          clientId,
          sessionToken: "the-session",
          responseMode: "web_message",
          responseType: "code",
          scope: "offline_access",
          codeChallengeMethod: "S256",
        },
      },
    });
    expect(asked[1]?.body).toMatchObject({ grantType: "authorization_code", code: "the-code", clientId });
    expect(store.isLoggedIn()).toBe(true);
    expect(store.current().accessToken.value).toBe("m-access");
  });

  test("come by an address, in the fragment unless told otherwise", async () => {
    const { client, store, asked } = started([redirect, tokens]);
    const redirectUri = "http://localhost:3000/callback";
    const { url, oauthData } = await beginSignIn({ client, clientId, redirectUri, prompt: "login" });
    expect(url).toBe("http://platform.test/authorize?x");
    expect(asked[0]?.body).toMatchObject({
      auth: { prompt: "login", authRequest: { redirectUri, responseMode: "fragment", state: oauthData.state } },
    });
    const returned = parseFromUrl(`${redirectUri}#code=c&state=${encodeURIComponent(oauthData.state)}`);
    await keepMemberTokens({ tokens: store, returned, ...oauthData });
    const { codeVerifier } = oauthData;
    expect(asked[1]?.body).toMatchObject({ code: "c", redirectUri, codeVerifier });
    expect(parseFromUrl("http://x.test/?error=login_required&error_description=No&state=s", "query")).toEqual({
      error: "login_required",
      errorDescription: "No",
      state: "s",
    });
  });

  test.each([
    ["Missing code or _state", { state: "s" }],
    ["Missing code or _state", { code: "c" }],
    ["Missing code or _state", { state: "s", error: "login_required", errorDescription: "Nobody is here." }],
    ["Invalid _state", { code: "c", state: "other" }],
    ["Failed to get member tokens", { code: "c", state: "s" }],
  ])("are not kept: %s", async (message, returned) => {
    const { store } = started([application("INVALID_GRANT")]);
    const kept = keepMemberTokens({ tokens: store, returned, state: "s", codeVerifier: "v" });
    const error = (await kept.catch((caught: unknown) => caught)) as Error;
    expect(error.message).toBe(message);
    expect(store.current().refreshToken.role).toBe("none");
    if (message.startsWith("Failed")) {
      expect(error.cause).toMatchObject({ message: "something went wrong", code: "INVALID_GRANT" });
    }
    if ("error" in returned) expect(error.cause).toMatchObject({ message: "Nobody is here." });
  });

  const message = (origin: string, data: unknown) => new MessageEvent("message", { origin, data });

  test("the frame is heard from its own origin and about its own state only", async () => {
    const to = new EventTarget();
    const heard = messageAbout("s", { from: "http://platform.test", to });
    to.dispatchEvent(message("http://evil.test", { state: "s", code: "stolen" }));
    to.dispatchEvent(message("http://platform.test", { state: "other", code: "other" }));
    to.dispatchEvent(message("http://platform.test", null));
    to.dispatchEvent(message("http://platform.test", { state: "s", error: "x", error_description: "d" }));
    expect(await heard).toEqual({ state: "s", code: undefined, error: "x", errorDescription: "d" });
  });

  test("a frame that says nothing for two minutes is given up", async () => {
    vi.useFakeTimers();
    const heard = messageAbout("s", { from: "http://platform.test", to: new EventTarget() }).catch(
      (error: unknown) => error,
    );
    let ended = false;
    void heard.then(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await heard).toMatchObject({ message: "OAuth flow timed out" });
  });
});
