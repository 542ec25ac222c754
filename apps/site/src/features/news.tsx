import type { ImageSources } from "@uola/contract/media-reference";
import { linkTo } from "@uola/page-loader/locale.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { dateLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { NewsItem } from "../content/news.ts";

/** The news, newest first; renders nothing if there is none. */
export function News({ news }: { news: readonly NewsItem[] }) {
  if (news.length === 0) return null;
  return (
    <section id="news" className="page section columns" aria-labelledby="news-head">
      <SectionHead id="news-head" hues={["yellow", "pink", "green"]} title={say("news.heading")}>
        <p>
          <TextLink alone href={linkTo("/news/")}>
            {say("news.all")}
          </TextLink>
        </p>
      </SectionHead>
      <NewsList news={news} level={3} />
    </section>
  );
}

/** A list of news with the day and the lead of each item; `level` is the heading level. */
export function NewsList({ news, level }: { news: readonly NewsItem[]; level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  return (
    <ul className="rule rows">
      {news.map(({ id, title, date, lead, picture, href }) => (
        <li key={id} className="grid gap-x-8 gap-y-3 border-b border-rule py-6 md:grid-cols-[minmax(0,1fr)_auto]">
          <div>
            <p className="small text-muted">
              <time dateTime={date}>{dateLong(date)}</time>
            </p>
            <Heading className="title">
              <a href={href}>{title}</a>
            </Heading>
            <p className="mt-1 max-w-[62ch]">{lead}</p>
          </div>
          {picture && <NewsPicture picture={picture} />}
        </li>
      ))}
    </ul>
  );
}

/** A decorative picture next to the text. */
export const NewsPicture = ({ picture: { sources, src, style } }: { picture: ImageSources }) => (
  <picture>
    {sources.map(({ type, srcSet }) => (
      <source key={type} type={type} srcSet={srcSet} sizes="(min-width: 64rem) 320px, 90vw" />
    ))}
    <img
      src={src}
      alt=""
      width={320}
      height={200}
      {...(style && { style })}
      loading="lazy"
      className="h-auto max-w-full"
    />
  </picture>
);
