import { words } from "@uola/words/site";
import { useEffect, useEffectEvent } from "react";
import { go } from "../loader/browser/go.ts";
import type { Head } from "../loader/page.ts";
import { useSession } from "../session.tsx";
import { Band } from "../ui/band.tsx";
import { TextLink } from "../ui/buttons.tsx";
import { TapeButton } from "../ui/tape.tsx";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("signIn.title") }), hidden: true });

export const Waiting = () => (
  <main id="content" aria-busy="true">
    <Band title={say("signIn.working")} />
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
      <Band title={say("signIn.failed")} art={{ shape: "sloper", hue: "orange" }}>
        <p className="lead" role="alert">
          {say(`signIn.failed.${failure}`)}
        </p>
      </Band>
      <div className="page section flex flex-wrap items-center gap-6">
        <TapeButton onClick={() => signIn("/")}>{say("action.retry")}</TapeButton>
        <TextLink alone href="/">
          {say("notFound.home")}
        </TextLink>
      </div>
    </main>
  );
}
