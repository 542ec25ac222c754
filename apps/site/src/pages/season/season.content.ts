import { pageContent } from "../../content/page-content.ts";

/**
 * The owner's texts shared by every campaign page; the texts of one campaign are in the list of
 * campaigns.
 */
export const page = pageContent({
  collection: "SeasonPage",
  texts: {
    description: "season.description",
    how: "season.how.text",
    groupsLead: "season.groups.lead",
    overText: "season.over.text",
  },
});
