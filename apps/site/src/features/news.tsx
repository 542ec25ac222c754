import { dateLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { NewsItem } from "../content/read.ts";
import { Headline } from "../ui/headline.tsx";

/** What is new, the newest first; nothing where nothing is. */
export function News({ news }: { news: readonly NewsItem[] }) {
  if (news.length === 0) return null;
  return (
    <section id="news" className="page section columns" aria-labelledby="news-head">
      <Headline id="news-head" hues={["yellow", "pink", "green"]}>
        {say("news.heading")}
      </Headline>
      <div className="rule">
        {news.map(({ id, title, date, text, picture }) => (
          <article
            key={id}
            id={`news-${id}`}
            className="grid gap-x-8 gap-y-3 border-b border-rule py-6 md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div>
              <p className="small text-muted">
                <time dateTime={date}>{dateLong(date)}</time>
              </p>
              <h3 className="title">{title}</h3>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
              <div className="rich mt-1" dangerouslySetInnerHTML={{ __html: text }} />
            </div>
            {picture && (
              <picture>
                {picture.sources.map(({ type, srcSet }) => (
                  <source key={type} type={type} srcSet={srcSet} sizes="(min-width: 64rem) 320px, 90vw" />
                ))}
                <img src={picture.src} alt="" width={320} height={200} loading="lazy" className="h-auto max-w-full" />
              </picture>
            )}
          </article>
        ))}
      </div>
    </section>
  );
}
