import type { CaptchaToken, contract, Input } from "@uola/contract";
import type { z } from "zod";
import type { CaptchaKind } from "./captcha.ts";
import { type LoginState, loginFailure, loginStateOf, registrationFailure, unknownState } from "./login-state.ts";
import { type SignIn, useSessionToken } from "./sign-in.ts";

export type { LoginErrorCode, LoginState } from "./login-state.ts";

type CaptchaTokens = z.infer<typeof CaptchaToken>[];
type Credentials = { email: string; password: string; captchaTokens?: CaptchaTokens };
type Profile = NonNullable<Input<typeof contract.authentication.registerV2>["profile"]>;

export type Login = {
  current(): LoginState;
  register(input: Credentials & { profile?: Profile }): Promise<LoginState>;
  login(input: Credentials): Promise<LoginState>;
  /**
   * Continues with the code from the verification email. Fails without a request unless the state
   * (the current one by default) is `EMAIL_VERIFICATION_REQUIRED`.
   */
  processVerification(code: string, state?: LoginState): Promise<LoginState>;
  /**
   * Sends another verification email. Fails without a request in any state except
   * `EMAIL_VERIFICATION_REQUIRED`.
   */
  resend(): Promise<LoginState>;
  /**
   * Checks with the platform again whether the owner has approved or the email address has been
   * verified in the meantime.
   */
  proceed(): Promise<LoginState>;
  sendPasswordReset(email: string, redirectUri?: string, language?: string): Promise<void>;
  /** Exchanges the session token of a `SUCCESS` for member tokens in a hidden frame. */
  complete(sessionToken: string): Promise<void>;
};

type Options = SignIn & {
  clientId: string;
  /**
   * Solves the captcha required by a rejected attempt; the attempt is then retried once. `"work"`
   * computes the solution.
   */
  captcha?: "work" | ((kind: CaptchaKind) => Promise<CaptchaTokens>);
};

/**
 * Signs one person in by email and password. A rejection by the platform becomes a state. Any other
 * failure (no response, a wrong verification code) rejects with `PlatformError` and leaves the
 * state unchanged.
 */
export function createLogin({ client, tokens, clientId, frame, captcha }: Options): Login {
  const { authentication, verification, recovery } = client;
  let state: LoginState = { loginState: "INITIAL" };
  /** Identifies a sign-in that is waiting for approval or verification. */
  let stateToken: string | undefined;

  type Answer = Parameters<typeof loginStateOf>[0];
  async function advance(answer: Promise<Answer>, refused?: (error: unknown) => LoginState): Promise<LoginState> {
    const next = answer.then((received) => {
      stateToken = received.stateToken ?? undefined;
      return loginStateOf(received);
    });
    state = await (refused ? next.catch(refused) : next);
    return state;
  }

  const solve = async (kind: CaptchaKind) => {
    if (typeof captcha === "function") return captcha(kind);
    const { solveCaptcha } = await import("./captcha.ts");
    return solveCaptcha(client, kind, "ACCOUNT");
  };

  async function attempt(
    send: (solution: { captchaTokens?: CaptchaTokens }) => Promise<Answer>,
    refused: (error: unknown) => LoginState,
  ): Promise<LoginState> {
    const { loginState } = await advance(send({}), refused);
    const kind =
      loginState === "USER_CAPTCHA_REQUIRED"
        ? "VISIBLE"
        : loginState === "SILENT_CAPTCHA_REQUIRED"
          ? "INVISIBLE"
          : undefined;
    if (!captcha || !kind) return state;
    return advance(send({ captchaTokens: await solve(kind) }), refused);
  }

  return {
    current: () => state,
    register: ({ email, ...input }) =>
      attempt(
        (solution) => authentication.registerV2({ loginId: { email }, ...input, ...solution }),
        registrationFailure,
      ),
    login: ({ email, ...input }) =>
      attempt((solution) => authentication.loginV2({ loginId: { email }, ...input, ...solution }), loginFailure),
    async processVerification(code, from = state) {
      if (from.loginState !== "EMAIL_VERIFICATION_REQUIRED") return unknownState;
      const waiting = from.data.stateToken ?? stateToken ?? "";
      return advance(verification.verifyDuringAuthentication({ code, stateToken: waiting }));
    },
    async resend() {
      if (state.loginState !== "EMAIL_VERIFICATION_REQUIRED") return unknownState;
      return advance(verification.resendDuringAuthentication({ stateToken: stateToken ?? "" }));
    },
    async proceed() {
      return stateToken ? advance(authentication.proceed({ stateToken })) : unknownState;
    },
    async sendPasswordReset(email, url, language) {
      await recovery.sendRecoveryEmail({
        email,
        ...(language && { language }),
        ...(url && { redirect: { url, clientId } }),
      });
    },
    complete: (sessionToken) => useSessionToken({ client, tokens, clientId, sessionToken, ...(frame && { frame }) }),
  };
}
