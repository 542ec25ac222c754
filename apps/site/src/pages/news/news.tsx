import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";
import { NewsList } from "../../features/news.tsx";
import type { NewsData } from "./news.data.ts";

export const head = ({ data: { texts } }: PageProps<NewsData>): Head => ({
  title: say("news.heading"),
  description: texts.description,
});

/** Lists all news, newest first. Works without scripts. */
export default function NewsPage({ data: { texts, news } }: PageProps<NewsData>) {
  return (
    <main id="content">
      <PageHeader title={say("news.heading")} art={{ shape: "pocket", hue: "pink" }} hues={["yellow", "pink", "green"]}>
        <p className="lead mt-6">{texts.lead}</p>
      </PageHeader>
      <div className="page section">
        {news.length === 0 ? <p className="lead">{texts.none}</p> : <NewsList news={news} level={2} />}
        <p className="mt-10 print:hidden">
          <TextLink alone href={linkTo("/news.xml")}>
            {say("news.feed")}
          </TextLink>
        </p>
      </div>
    </main>
  );
}
