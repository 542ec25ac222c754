import { pageContent } from "../../content/page-content.ts";

/** What the owner writes on this page. */
export const page = pageContent({
  collection: "ProjectsPage",
  texts: { head: "projects.head", lead: "projects.lead", description: "projects.description", none: "projects.none" },
});
