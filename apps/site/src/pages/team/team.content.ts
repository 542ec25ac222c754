import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "TeamPage",
  texts: {
    description: "team.description",
    lead: "team.lead",
    anyLead: "team.any.lead",
    anyNote: "team.any.note",
    jobs: "team.jobs",
  },
});
