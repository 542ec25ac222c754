import { words } from "@uola/words/site";
import type { Head, PageProps } from "../loader/page.ts";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("state.error") }), hidden: true });

/** Stands alone, without frame, data or scripts: it is shown when one of those has failed. */
export default function ErrorPage({ params }: PageProps) {
  return (
    <main id="content">
      <h1>{say("state.error")}</h1>
      <p>{say("error.lead")}</p>
      {params.requestId && <p>{say("error.request", { id: params.requestId })}</p>}
      <form>
        <button type="submit">{say("action.retry")}</button>
      </form>
      <p>
        <a href="/">{say("notFound.home")}</a>
      </p>
    </main>
  );
}
