import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "FaqPage",
  texts: { description: "faq.description", lead: "faq.lead", ask: "faq.ask" },
});
