import { pageContent } from "../../content/page-content.ts";

/**
 * The owner's texts about courses. The questions and the small print appear on the page of every
 * course.
 */
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
