import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "ProjectsPage",
  texts: { head: "projects.head", lead: "projects.lead", description: "projects.description", none: "projects.none" },
});
