import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";
import { emptyDraft, inquiryStorage } from "../features/inquiry-draft.ts";
import { SearchForm } from "../features/search-form.tsx";

export const head = (): Head => ({ title: say("page.notFound"), hidden: true });

/** A link to the contact form, which is then prefilled with the URL that was not found. */
function Report() {
  const fill = () => {
    const { read, write } = inquiryStorage();
    const typed = read();
    const text = typed.text || say("notFound.report.text", { address: location.href });
    write({ ...emptyDraft, ...typed, text });
  };
  return (
    <TextLink alone href={linkTo("/contact/?topic=OTHER#write")} onClick={fill} data-acts>
      {say("notFound.report")}
    </TextLink>
  );
}

export default function NotFoundPage() {
  return (
    <main id="content" className="short">
      <PageHeader title={say("page.notFound")} art={{ shape: "pocket", hue: "pink" }}>
        <p className="lead mt-6 [@media(max-height:30rem)]:mt-0">{say("notFound.lead")}</p>
        <SearchForm />
      </PageHeader>
      <div className="page section flex flex-wrap items-center gap-6">
        <PrimaryLink href={linkTo("/")}>{say("notFound.home")}</PrimaryLink>
        <TextLink alone href={linkTo("/schedule/")}>
          {say("page.schedule")}
        </TextLink>
        <TextLink alone href={linkTo("/booking/")}>
          {say("page.booking")}
        </TextLink>
        <TextLink alone href={linkTo("/prices/")}>
          {say("page.prices")}
        </TextLink>
        <Report />
      </div>
    </main>
  );
}
