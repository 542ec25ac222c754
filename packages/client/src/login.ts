import type { CaptchaToken, contract, Input } from "@uola/contract";
import type { z } from "zod";
import type { CaptchaKind } from "./captcha.ts";
import { type LoginState, loginFailure, loginStateOf, registrationFailure, unknownState } from "./login-state.ts";
import { type SignIn, useSessionToken } from "./sign-in.ts";

export type { ErrorCode, LoginState } from "./login-state.ts";

type Captchas = z.infer<typeof CaptchaToken>[];
type Credentials = { email: string; password: string; captchaTokens?: Captchas };
type Profile = NonNullable<Input<typeof contract.authentication.registerV2>["profile"]>;

export type Login = {
  current(): LoginState;
  register(wish: Credentials & { profile?: Profile }): Promise<LoginState>;
  login(wish: Credentials): Promise<LoginState>;
  /** Go on with a mailed code. Unless the state (the current one, if none is given) waits for it, no call is made. */
  processVerification(code: string, state?: LoginState): Promise<LoginState>;
  /** Mail another code, where one is waited for. */
  resend(): Promise<LoginState>;
  /** Look again whether what was waited for has happened: the owner approved, the address was verified. */
  proceed(): Promise<LoginState>;
  sendPasswordReset(email: string, redirectUri?: string, language?: string): Promise<void>;
  /** Turn the session token of a success into member tokens, in a hidden frame. */
  complete(sessionToken: string): Promise<void>;
};

type Options = SignIn & {
  clientId: string;
  /** Makes the proof that a refused attempt asked for, and the attempt is repeated once; "work" does it by computing. */
  captcha?: "work" | ((kind: CaptchaKind) => Promise<Captchas>);
};

/**
 * One person's way in by e-mail and password. What is refused becomes a state; what fails otherwise (no answer, a wrong
 * code) is thrown as `PlatformError` and leaves the state as it was.
 */
export function createLogin({ client, tokens, clientId, frame, captcha }: Options): Login {
  const { authentication, verification, recovery } = client;
  let state: LoginState = { loginState: "INITIAL" };
  /** Stands for the sign-in that waits. */
  let waiting: string | undefined;

  type Answer = Parameters<typeof loginStateOf>[0];
  async function reach(answer: Promise<Answer>, refused?: (error: unknown) => LoginState): Promise<LoginState> {
    const reached = answer.then((told) => {
      waiting = told.stateToken ?? undefined;
      return loginStateOf(told);
    });
    state = await (refused ? reached.catch(refused) : reached);
    return state;
  }

  const working = async () => {
    const { solveCaptcha } = await import("./captcha.ts");
    return (kind: CaptchaKind) => solveCaptcha(client, kind);
  };

  async function attempt(
    send: (more: { captchaTokens?: Captchas }) => Promise<Answer>,
    refused: (error: unknown) => LoginState,
  ): Promise<LoginState> {
    const { loginState } = await reach(send({}), refused);
    if (!captcha || (loginState !== "USER_CAPTCHA_REQUIRED" && loginState !== "SILENT_CAPTCHA_REQUIRED")) return state;
    const prove = captcha === "work" ? await working() : captcha;
    const captchaTokens = await prove(loginState === "USER_CAPTCHA_REQUIRED" ? "VISIBLE" : "INVISIBLE");
    return reach(send({ captchaTokens }), refused);
  }

  return {
    current: () => state,
    register: ({ email, ...wish }) =>
      attempt((more) => authentication.registerV2({ loginId: { email }, ...wish, ...more }), registrationFailure),
    login: ({ email, ...wish }) =>
      attempt((more) => authentication.loginV2({ loginId: { email }, ...wish, ...more }), loginFailure),
    async processVerification(code, given = state) {
      if (given.loginState !== "EMAIL_VERIFICATION_REQUIRED") return unknownState;
      return reach(
        verification.verifyDuringAuthentication({ code, stateToken: given.data.stateToken ?? waiting ?? "" }),
      );
    },
    async resend() {
      if (state.loginState !== "EMAIL_VERIFICATION_REQUIRED") return unknownState;
      return reach(verification.resendDuringAuthentication({ stateToken: waiting ?? "" }));
    },
    async proceed() {
      return waiting ? reach(authentication.proceed({ stateToken: waiting })) : unknownState;
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
