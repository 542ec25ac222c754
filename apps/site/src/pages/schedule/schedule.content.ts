import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "SchedulePage",
  texts: {
    description: "schedule.description",
    pale: "schedule.pale",
    emptyWeek: "schedule.empty.week",
  },
});
