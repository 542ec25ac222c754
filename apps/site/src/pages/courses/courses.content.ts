import { pageContent } from "../../content/page-content.ts";

/** What the owner writes of the courses; each of them has the questions and the small print. */
export const page = pageContent({
  collection: "CoursesPage",
  texts: {
    description: "courses.description",
    lead: "courses.lead",
    wholeLead: "courses.whole.lead",
    ropesLead: "courses.ropes.lead",
    none: "courses.none",
    bring: "courses.bring",
    payment: "courses.payment",
  },
});
