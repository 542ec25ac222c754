import { words } from "@uola/words/site";
import type { Head } from "../loader/page.ts";
import { PrimaryLink, TextLink } from "../ui/buttons.tsx";
import { PageHeader } from "../ui/page-header.tsx";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("page.notFound") }), hidden: true });

export default function NotFoundPage() {
  return (
    <main id="content" className="short">
      <PageHeader title={say("page.notFound")} art={{ shape: "pocket", hue: "pink" }}>
        <p className="lead">{say("notFound.lead")}</p>
      </PageHeader>
      <div className="page section flex flex-wrap items-center gap-6">
        <PrimaryLink href="/">{say("notFound.home")}</PrimaryLink>
        <TextLink alone href="/schedule/">
          {say("page.schedule")}
        </TextLink>
        <TextLink alone href="/booking/">
          {say("page.booking")}
        </TextLink>
      </div>
    </main>
  );
}
