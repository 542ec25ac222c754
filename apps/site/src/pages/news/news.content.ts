import { pageContent } from "../../content/page-content.ts";

/** What the owner writes on this page. */
export const page = pageContent({
  collection: "NewsPage",
  texts: { description: "news.description", lead: "news.lead", none: "news.none" },
});
