import { words } from "@uola/words/site";
import { useEffect, useEffectEvent } from "react";
import { go } from "../loader/browser/go.ts";
import type { Head } from "../loader/page.ts";
import { useSession } from "../session.tsx";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("signIn.title") }), hidden: true });

export const Waiting = () => (
  <main id="content" aria-busy="true">
    <h1>{say("signIn.working")}</h1>
  </main>
);

/** Where the identity provider sends people back; they are gone again in a moment. */
export default function Callback() {
  const { failure, completeSignIn, signIn } = useSession();
  const arrive = useEffectEvent(() => {
    const query = new URLSearchParams(location.search);
    if (query.has("state") && (query.has("code") || query.has("error"))) completeSignIn();
    else go("/", { replace: true });
  });
  useEffect(() => arrive(), []);
  if (!failure) return <Waiting />;
  return (
    <main id="content">
      <h1>{say("signIn.failed")}</h1>
      <p role="alert">{say(`signIn.failed.${failure}`)}</p>
      <p>
        <button type="button" onClick={() => signIn("/")}>
          {say("action.retry")}
        </button>
        <a href="/">{say("notFound.home")}</a>
      </p>
    </main>
  );
}
