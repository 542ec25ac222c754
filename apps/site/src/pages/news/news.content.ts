import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "NewsPage",
  texts: { description: "news.description", lead: "news.lead", none: "news.none" },
});
