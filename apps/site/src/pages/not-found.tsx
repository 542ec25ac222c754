import { say } from "@uola/words/site";
import { linkTo } from "../loader/locale.ts";
import type { Head } from "../loader/page.ts";
import { PrimaryLink, TextLink } from "../ui/buttons.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const head = (): Head => ({ title: say("site.title", { page: say("page.notFound") }), hidden: true });

export default function NotFoundPage() {
  return (
    <main id="content" className="short">
      <PageHeader title={say("page.notFound")} art={{ shape: "pocket", hue: "pink" }}>
        <p className="lead">{say("notFound.lead")}</p>
      </PageHeader>
      <div className="page section flex flex-wrap items-center gap-6">
        <PrimaryLink href={linkTo("/")}>{say("notFound.home")}</PrimaryLink>
        <TextLink alone href={linkTo("/schedule/")}>
          {say("page.schedule")}
        </TextLink>
        <TextLink alone href={linkTo("/booking/")}>
          {say("page.booking")}
        </TextLink>
      </div>
    </main>
  );
}
