import { pageContent } from "../../content/page-content.ts";

/** The owner's texts on the donation page. */
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
