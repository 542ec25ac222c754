import { say } from "@uola/words/site";
import { useEffect } from "react";
import { go } from "../loader/browser/go.ts";
import { linkTo } from "../loader/locale.ts";
import type { Head } from "../loader/page.ts";
import { useAuth } from "../session.tsx";
import { SignInFailed } from "../sign-in-failed.tsx";
import { signInResponse } from "../sign-in-response.ts";
import { PageHeader } from "../ui/page-header.tsx";

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
