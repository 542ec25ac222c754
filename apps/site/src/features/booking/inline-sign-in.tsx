import { useAuth } from "@uola/browser/session/session.tsx";
import { TextButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";
import { useEffect, useRef, useState } from "react";
import { SignInErrorMessage, titleOf } from "../../sign-in-failed.tsx";

/**
 * Lets the user sign in next to the form. The input in the form is preserved, and empty fields are
 * filled from the account.
 */
export function InlineSignIn() {
  const { isLoading, isAuthenticated, user, error, signInByPopup } = useAuth();
  const [asked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const ask = () => {
    setAsked(true);
    signInByPopup();
  };
  // The pressed button has disappeared, so the focus moves to the result.
  const settled = asked && !isLoading && (isAuthenticated || error !== undefined);
  useEffect(() => {
    if (settled) place.current?.focus();
  }, [settled]);

  return (
    <div ref={place} tabIndex={-1} className="needs-scripts grid gap-4">
      <p className="for-member small flex min-h-12 items-center text-muted" role="status">
        {user ? say("booking.form.signedIn", { address: user.email }) : ""}
      </p>
      <p className="for-visitor small flex min-h-12 flex-wrap items-center gap-x-3">
        {say("booking.form.haveAccount")} <TextButton onClick={ask}>{say("action.signIn")}</TextButton>
      </p>
      {asked && isLoading && <p role="status">{say("booking.form.signInOpen")}</p>}
      {asked && !isLoading && !isAuthenticated && error && (
        <section className="error-summary">
          <h2 className="title">{say(titleOf(error))}</h2>
          <SignInErrorMessage error={error} onRetry={ask} />
        </section>
      )}
    </div>
  );
}
