import { words } from "@uola/words/site";
import type { Head } from "../loader/page.ts";
import { Band } from "../ui/page-header.tsx";
import { TextLink } from "../ui/buttons.tsx";
import { TapeLink } from "../ui/badge.tsx";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("page.notFound") }), hidden: true });

export default function NotFoundPage() {
  return (
    <main id="content" className="short">
      <Band title={say("page.notFound")} art={{ shape: "pocket", hue: "pink" }}>
        <p className="lead">{say("notFound.lead")}</p>
      </Band>
      <div className="page section flex flex-wrap items-center gap-6">
        <TapeLink href="/">{say("notFound.home")}</TapeLink>
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
