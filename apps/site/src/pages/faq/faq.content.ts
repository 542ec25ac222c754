import { pageContent } from "../../content/page-content.ts";

/** What the owner writes on this page. */
export const page = pageContent({
  collection: "FaqPage",
  texts: { description: "faq.description", lead: "faq.lead", ask: "faq.ask" },
});
