import { words } from "@uola/words/site";
import { useSession } from "./session.tsx";
import type { SignInFailure } from "./sign-in-task.ts";
import { Headline } from "./ui/headline.tsx";

const say = words("lt");

/** What happened, and what to do next. Plain, since it may stand where nothing more could be fetched. */
export function SignInFailed({ failure, returnTo }: { failure: SignInFailure; returnTo: string | undefined }) {
  const { signIn } = useSession();
  return (
    <main id="content" className="page section grid justify-items-start gap-6">
      <Headline level={1} size="h2">
        {say("signIn.failed")}
      </Headline>
      <p role="alert">{say(`signIn.failed.${failure}`)}</p>
      <p className="flex flex-wrap gap-6">
        <button type="button" className="tape-button torn-1" onClick={() => signIn(returnTo)}>
          {say("action.retry")}
        </button>
        <a className="link alone" href="/">
          {say("notFound.home")}
        </a>
      </p>
    </main>
  );
}
