import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { dateLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { NewsList, NewsPicture } from "../../features/news.tsx";
import type { ArticleData } from "./article.data.ts";

export const head = ({ data: { title, lead } }: PageProps<ArticleData>): Head => ({
  title,
  description: lead,
});

/** A news article. Static: works without scripts. */
export default function Article({ data: { title, date, text, picture, others } }: PageProps<ArticleData>) {
  return (
    <main id="content">
      <article>
        <PageHeader title={title} small="lines" hues={["yellow", "pink", "green"]}>
          <p className="lead mt-4">
            <time dateTime={date}>{dateLong(date)}</time>
          </p>
        </PageHeader>
        <div className="page section columns">
          <div className="grid content-start gap-5">
            {picture && <NewsPicture picture={picture} />}
            <p>
              <TextLink alone href={linkTo("/news/")}>
                {say("news.all")}
              </TextLink>
            </p>
          </div>
          <div className="grid max-w-[720px] content-start justify-items-start gap-8">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
            <div className="rich lead" dangerouslySetInnerHTML={{ __html: text }} />
            <PrimaryLink icon="right" href={linkTo("/booking/")}>
              {say("action.book")}
            </PrimaryLink>
          </div>
        </div>
      </article>
      {others.length > 0 && (
        <section className="page section columns pt-0!" aria-labelledby="others">
          <Headline id="others" size="card" hues={["orange", "green", "sky"]}>
            {say("news.others")}
          </Headline>
          <NewsList news={others} level={3} />
        </section>
      )}
    </main>
  );
}
