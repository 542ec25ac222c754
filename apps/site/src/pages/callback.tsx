import { words } from "@uola/words/site";
import { useEffect, useEffectEvent } from "react";
import { go } from "../loader/browser/go.ts";
import type { Head } from "../loader/page.ts";
import { useSession } from "../session.tsx";
import { SignInFailed } from "../sign-in-failed.tsx";
import { Band } from "../ui/band.tsx";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("signIn.title") }), hidden: true });

export const Waiting = () => (
  <main id="content" aria-busy="true">
    <Band title={say("signIn.working")} />
  </main>
);

/** Where the identity provider sends people back; they are gone again in a moment. */
export default function Callback() {
  const { failure, completeSignIn } = useSession();
  const arrive = useEffectEvent(() => {
    const query = new URLSearchParams(location.search);
    if (query.has("state") && (query.has("code") || query.has("error"))) completeSignIn();
    else go("/", { replace: true });
  });
  useEffect(() => arrive(), []);
  return failure ? <SignInFailed failure={failure} returnTo="/" /> : <Waiting />;
}
