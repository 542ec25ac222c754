import { pageContent } from "../../content/page-content.ts";

/** What the owner writes on the page of every campaign; what is its own stands in the list of campaigns. */
export const page = pageContent({
  collection: "SeasonPage",
  texts: {
    description: "season.description",
    how: "season.how.text",
    groupsLead: "season.groups.lead",
    overText: "season.over.text",
  },
});
