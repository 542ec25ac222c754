import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { signInMessage } from "./frame.ts";
import { beginSignIn, loginStateOf, parseFromUrl, storeMemberTokens, useSessionToken } from "./sign-in.ts";
import { type PreparedResponse, platform } from "./testing.ts";
import { createTokenStore } from "./token-store.ts";

const clientId = "0190a000-0000-7000-8000-000000000001";
const refusal: PreparedResponse = {
  status: 400,
  body: { message: "m", details: { applicationError: { code: "INVALID_GRANT", description: "Refused." } } },
};
const tokens: PreparedResponse = {
  body: { access_token: "m-access", refresh_token: "m-refresh", expires_in: 100, token_type: "Bearer" },
};
const redirect: PreparedResponse = {
  body: { redirectSession: { id: "i", fullUrl: "http://platform.test/authorize?x", urlDetails: { endpoint: "e" } } },
};

function started(...answers: PreparedResponse[]) {
  const { requests, ...rest } = platform(...answers);
  const store = createTokenStore({ ...rest, clientId });
  return { requests, client: createClient({ ...rest, tokens: "visitor" }), store };
}
afterEach(() => vi.useRealTimers());

test.each([
  [
    { state: "SUCCESS", sessionToken: "s" },
    { loginState: "SUCCESS", data: { sessionToken: "s" } },
  ],
  [{ state: "REQUIRE_OWNER_APPROVAL" }, { loginState: "OWNER_APPROVAL_REQUIRED" }],
  [
    { state: "REQUIRE_EMAIL_VERIFICATION", stateToken: "t" },
    { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "t" } },
  ],
  [{ state: "SUCCESS" }, { loginState: "FAILURE", error: "Unknown _state" }],
  [{ state: "STATUS_CHECK" }, { loginState: "FAILURE", error: "Unknown _state" }],
  [{ state: "UNKNOWN_STATE" }, { loginState: "FAILURE", error: "Unknown _state" }],
] as const)("maps the response %j to a login state", (answer, state) => {
  expect(loginStateOf(answer)).toEqual(state);
});

describe("member tokens", () => {
  test("exchanges a session token for member tokens in a hidden frame", async () => {
    const frame = vi.fn(async (_url: string, state: string) => ({ state, code: "the-code" }));
    const { client, requests, store } = started(redirect, tokens);
    await useSessionToken({ client, tokens: store, clientId, sessionToken: "the-session", frame });
    expect(frame.mock.calls[0]?.[0]).toBe("http://platform.test/authorize?x");
    expect(requests[0]?.body).toMatchObject({
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
    expect(requests[1]?.body).toMatchObject({ grantType: "authorization_code", code: "the-code", clientId });
    expect(store.isLoggedIn()).toBe(true);
    expect(store.current().accessToken.value).toBe("m-access");
  });

  test("returns a sign-in URL; by default, the result is returned in the fragment", async () => {
    const { client, store, requests } = started(redirect, tokens);
    const redirectUri = "http://localhost:3000/callback";
    const { url, oauthData } = await beginSignIn({ client, clientId, redirectUri, prompt: "login" });
    expect(url).toBe("http://platform.test/authorize?x");
    expect(requests[0]?.body).toMatchObject({
      auth: { prompt: "login", authRequest: { redirectUri, responseMode: "fragment", state: oauthData.state } },
    });
    const returned = parseFromUrl(`${redirectUri}#code=c&state=${encodeURIComponent(oauthData.state)}`);
    await storeMemberTokens({ tokens: store, returned, ...oauthData });
    const { codeVerifier } = oauthData;
    expect(requests[1]?.body).toMatchObject({ code: "c", redirectUri, codeVerifier });
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
  ])("does not store member tokens: %s", async (message, returned) => {
    const { store } = started(refusal);
    const storing = storeMemberTokens({ tokens: store, returned, state: "s", codeVerifier: "v" });
    const error = (await storing.catch((caught: unknown) => caught)) as Error;
    expect(error.message).toBe(message);
    expect(store.current().refreshToken.role).toBe("none");
    if (message.startsWith("Failed")) {
      expect(error.cause).toMatchObject({ message: "something went wrong", code: "INVALID_GRANT" });
    }
    if ("error" in returned) expect(error.cause).toMatchObject({ message: "Nobody is here." });
  });

  const message = (origin: string, data: unknown) => new MessageEvent("message", { origin, data });

  test("the hidden frame accepts messages only from its own origin and for its own state", async () => {
    const to = new EventTarget();
    const heard = signInMessage("s", { from: "http://platform.test", to });
    to.dispatchEvent(message("http://evil.test", { state: "s", code: "stolen" }));
    to.dispatchEvent(message("http://platform.test", { state: "other", code: "other" }));
    to.dispatchEvent(message("http://platform.test", null));
    to.dispatchEvent(message("http://platform.test", { state: "s", error: "x", error_description: "d" }));
    expect(await heard).toEqual({ state: "s", code: undefined, error: "x", errorDescription: "d" });
  });

  test("a hidden frame times out after two minutes without a message", async () => {
    vi.useFakeTimers();
    const heard = signInMessage("s", { from: "http://platform.test", to: new EventTarget() }).catch(
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
