import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";

export const head = (): Head => ({ title: say("state.error"), hidden: true });

/**
 * The error page. It depends on no frame, data or scripts, because it is shown when one of those
 * has failed.
 */
export default function ErrorPage({ params }: PageProps) {
  return (
    <main id="content" className="short">
      <PageHeader title={say(params.busy ? "state.busy" : "state.error")} art={{ shape: "sloper", hue: "orange" }}>
        <p className="lead mt-6 [@media(max-height:30rem)]:mt-0">{say(params.busy ? "error.busy" : "error.lead")}</p>
        {params.requestId && <p>{say("error.request", { id: params.requestId })}</p>}
      </PageHeader>
      <form className="page section flex flex-wrap items-center gap-6">
        <PrimaryButton type="submit">{say("action.retry")}</PrimaryButton>
        <TextLink alone href={linkTo("/")}>
          {say("notFound.home")}
        </TextLink>
      </form>
    </main>
  );
}
