import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";
import { SearchForm } from "../../features/search-form.tsx";
import type { SearchData } from "./search.data.ts";

export const head = ({ data: { asked } }: PageProps<SearchData>): Head => ({
  title: asked ? say("search.title", { words: asked }) : say("search.head"),
  description: say("search.description"),
});

/** The search page: a form and links, so it works without scripts and before hydration. */
export default function Search({ data: { asked, found, more, pages } }: PageProps<SearchData>) {
  return (
    <main id="content" className={found.length + pages.length > 0 ? undefined : "short"}>
      <PageHeader
        title={say("search.head")}
        art={{ shape: "pocket", hue: "sky" }}
        hues={["orange", "yellow"]}
        small="line"
      >
        <SearchForm asked={asked} />
      </PageHeader>
      <section className="page section" aria-label={say(asked ? "search.found" : "search.start")}>
        {asked && (
          <p className="mb-6 font-bold" role="status">
            {say("search.count", { count: found.length, words: asked })}
          </p>
        )}
        {pages.length > 0 && (
          <>
            <h2 className="title mb-6">{say("search.start")}</h2>
            <ul className="rule grid gap-x-12 md:grid-cols-2">
              {pages.map(({ title, about, href }) => (
                <li key={href} className="border-b border-rule py-4">
                  <TextLink href={href} className="text-[20px]/[28px]">
                    {title}
                  </TextLink>
                  <p className="text-muted">{about}</p>
                </li>
              ))}
            </ul>
          </>
        )}
        {asked && found.length === 0 && (
          <>
            <p className="lead">{say("search.none")}</p>
            <ul className="mt-6 flex flex-wrap gap-x-8">
              {(["/schedule/", "/booking/", "/prices/"] as const).map((path) => (
                <li key={path}>
                  <TextLink onwards href={linkTo(path)}>
                    {say(`page.${path === "/schedule/" ? "schedule" : path === "/booking/" ? "booking" : "prices"}`)}
                  </TextLink>
                </li>
              ))}
            </ul>
          </>
        )}
        {found.length > 0 && (
          <ol className="rule max-w-[860px]">
            {found.map(({ kind, title, href, excerpt: [before, middle, after] }) => (
              <li key={href + title} className="border-b border-rule py-4">
                <p className="text-[15px]/[22px] text-muted">{say(`search.kind.${kind}`)}</p>
                <TextLink href={href} className="text-[20px]/[28px]">
                  {title}
                </TextLink>
                <p>
                  {before}
                  {middle && <mark className="bg-yellow text-ink">{middle}</mark>}
                  {after}
                </p>
              </li>
            ))}
          </ol>
        )}
        {more && <p className="mt-6">{say("search.more")}</p>}
      </section>
    </main>
  );
}
