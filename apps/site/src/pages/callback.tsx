import { useAuth } from "@uola/browser/session/session.tsx";
import { signInResponse } from "@uola/browser/session/sign-in-response.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";
import { useEffect } from "react";
import { SignInFailed } from "../sign-in-failed.tsx";

export const head = (): Head => ({ title: say("signIn.title"), hidden: true });

export const Waiting = () => (
  <main id="content" aria-busy="true">
    <PageHeader title={say("signIn.working")} />
  </main>
);

/**
 * The page the identity provider redirects to after sign-in. The auth session processes the
 * response and opens the page originally requested.
 */
export default function Callback() {
  const { error } = useAuth();
  useEffect(() => {
    if (!signInResponse()) go(linkTo("/"), { replace: true });
  }, []);
  return error ? <SignInFailed error={error} /> : <Waiting />;
}
