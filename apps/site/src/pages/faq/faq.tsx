import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { usePages } from "@uola/page-loader/tree.tsx";
import { PrimaryLink, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";
import { QuestionList } from "../../features/questions.tsx";
import type { FaqData } from "./faq.data.ts";

export const head = ({ data: { texts } }: PageProps<FaqData>): Head => ({
  title: say("page.faq"),
  description: texts.description,
});

/** Lists every question of the site, grouped by the page it is about. Works without scripts. */
export default function Faq({ data: { texts, groups } }: PageProps<FaqData>) {
  const pages = Object.values(usePages());
  const pathOf = (collection: string) => pages.find(({ content }) => content?.texts === collection)?.path;
  return (
    <main id="content">
      <PageHeader title={say("page.faq")} art={{ shape: "caron", hue: "green" }} hues={["orange", "sky", "yellow"]}>
        <p className="lead mt-6">{texts.lead}</p>
      </PageHeader>
      {groups.length > 1 && (
        <nav className="page flex flex-wrap gap-3 pt-10" aria-label={say("faq.groups")}>
          {groups.map(({ collection, name }) => (
            <SecondaryLink key={collection} href={`#${collection}`}>
              {name}
            </SecondaryLink>
          ))}
        </nav>
      )}
      {groups.length === 0 && <p className="page section lead">{say("faq.none")}</p>}
      {groups.map(({ collection, name, questions }) => {
        const path = pathOf(collection);
        return (
          <section key={collection} className="page section columns pb-0!" aria-labelledby={collection}>
            <div className="grid content-start gap-3">
              <Headline id={collection} size="card">
                {name}
              </Headline>
              {path && path !== "/" && (
                <p>
                  <TextLink alone href={linkTo(path)} about={name}>
                    {say("faq.page")}
                  </TextLink>
                </p>
              )}
            </div>
            <QuestionList questions={questions} />
          </section>
        );
      })}
      <section className="page section columns" aria-labelledby="ask">
        <Headline id="ask" hues={["pink", "green"]}>
          {say("faq.other")}
        </Headline>
        <div className="grid content-start justify-items-start gap-5">
          <p className="lead">{texts.ask}</p>
          <PrimaryLink icon="right" href={linkTo("/contact/#write")}>
            {say("faq.write")}
          </PrimaryLink>
        </div>
      </section>
    </main>
  );
}
