import { pageContent } from "../../content/page-content.ts";

/** What the owner writes about giving. */
export const page = pageContent({
  collection: "DonatePage",
  texts: {
    head: "donate.head",
    description: "donate.description",
    lead: "donate.lead",
    use: "donate.use",
    document: "donate.document",
    back: "donate.back",
  },
});
