import { pageContent } from "../../content/page-content.ts";

/** What the owner writes on this page. */
export const page = pageContent({
  collection: "SchedulePage",
  texts: {
    description: "schedule.description",
    pale: "schedule.pale",
    emptyWeek: "schedule.empty.week",
  },
});
