import { words } from "@uola/words/site";
import type { Head, PageProps } from "../loader/page.ts";
import { Band } from "../ui/page-header.tsx";
import { TextLink } from "../ui/buttons.tsx";
import { TapeButton } from "../ui/badge.tsx";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("state.error") }), hidden: true });

/** Stands alone, without frame, data or scripts: it is shown when one of those has failed. */
export default function ErrorPage({ params }: PageProps) {
  return (
    <main id="content" className="short">
      <Band title={say(params.busy ? "state.busy" : "state.error")} art={{ shape: "sloper", hue: "orange" }}>
        <p className="lead">{say(params.busy ? "error.busy" : "error.lead")}</p>
        {params.requestId && <p>{say("error.request", { id: params.requestId })}</p>}
      </Band>
      <form className="page section flex flex-wrap items-center gap-6">
        <TapeButton type="submit">{say("action.retry")}</TapeButton>
        <TextLink alone href="/">
          {say("notFound.home")}
        </TextLink>
      </form>
    </main>
  );
}
