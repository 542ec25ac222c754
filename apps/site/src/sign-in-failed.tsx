import { failureOf } from "@uola/browser/errors.ts";
import { resendCode, verifyWith } from "@uola/browser/platform.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import { type SignInError, signInErrorOf } from "@uola/browser/session/sign-in-error.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { PrimaryButton, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { say } from "@uola/words/site";
import { type FormEvent, useId, useState } from "react";

/**
 * Shown in place of a page that requires a signed-in user. Kept plain, since nothing more may be
 * loadable when it is shown.
 */
export function SignInFailed({ error }: { error: SignInError }) {
  return (
    <main id="content" className="page section grid content-start gap-6">
      <Headline level={1} size="h2">
        {say(titleOf(error))}
      </Headline>
      <SignInErrorMessage error={error} />
      <p>
        <TextLink alone href={linkTo("/")}>
          {say("notFound.home")}
        </TextLink>
      </p>
    </main>
  );
}

/**
 * Explains what happened, that nothing was lost and what to do next; pass `onRetry` when retrying
 * requires more than opening the sign-in page.
 */
export function SignInErrorMessage({ error, onRetry }: { error: SignInError; onRetry?: () => void }) {
  const { signIn } = useAuth();
  const { code, description = "", returnTo, stateToken } = error;
  const way = recoveryActionOf(error);
  return (
    <>
      <p role="alert">
        {code === "provider" ? say("signIn.failed.provider", { description }) : say(`signIn.failed.${code}`)}
      </p>
      {code === "verification" && stateToken && <VerificationCodeForm stateToken={stateToken} returnTo={returnTo} />}
      {code !== "approval" && code !== "blocked" && code !== "verification" && (
        <PrimaryButton
          className="justify-self-start"
          onClick={() => {
            if (onRetry && way === "action.retry") onRetry();
            else signIn({ returnTo, again: code === "mfa_required" });
          }}
        >
          {say(way)}
        </PrimaryButton>
      )}
    </>
  );
}

export function titleOf({ code }: SignInError) {
  if (code === "approval" || code === "verification" || code === "mfa_required") return "signIn.almost";
  return code === "login_required" || code === "missing_refresh_token" ? "signIn.ended" : "signIn.failed";
}

function recoveryActionOf({ code }: SignInError) {
  if (code === "mfa_required") return "signIn.secondStep";
  if (code === "popup_blocked" || code === "timeout_popup") return "signIn.here";
  return code === "login_required" || code === "missing_refresh_token" ? "action.signIn" : "action.retry";
}

/** Form for the emailed code that proves ownership of the address. */
function VerificationCodeForm({ stateToken: first, returnTo }: { stateToken: string; returnTo: string | undefined }) {
  const app = useApp();
  const { proceed } = useAuth();
  const id = useId();
  const [stateToken, setStateToken] = useState(first);
  const [told, setTold] = useState<"sent" | "wrong" | "often" | "offline">();
  const attempt = async (action: () => Promise<void>) => {
    setTold(undefined);
    await action().catch((thrown) => {
      const { code: why } = signInErrorOf(thrown);
      setTold(
        why === "offline" || why === "timeout"
          ? "offline"
          : failureOf(thrown).code === "RESOURCE_EXHAUSTED"
            ? "often"
            : "wrong",
      );
    });
  };
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).replace(/\s/g, "");
    if (!/^\d{6}$/.test(code)) return setTold("wrong");
    void attempt(async () => proceed(await verifyWith({ code, stateToken }, app), returnTo));
  };
  const resend = () =>
    void attempt(async () => {
      setStateToken(await resendCode(stateToken, app));
      setTold("sent");
    });
  return (
    <form noValidate className="grid justify-items-start gap-4" method="post" onSubmit={check}>
      <div className="field">
        <label htmlFor={id}>{say("signIn.code")}</label>
        <input
          className="input"
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={told === "wrong" ? true : undefined}
          aria-describedby={`${id}-told`}
        />
        <p id={`${id}-told`} role="status" className={told === "wrong" ? "error" : "hint"}>
          {told ? say(`signIn.code.${told}`) : ""}
        </p>
      </div>
      <PrimaryButton type="submit">{say("signIn.code.check")}</PrimaryButton>
      <TextButton onClick={resend}>{say("signIn.code.send")}</TextButton>
    </form>
  );
}
