import { pageContent } from "../../content/page-content.ts";

/** What the owner writes on this page. */
export const page = pageContent({
  collection: "StartPage",
  texts: {
    description: "start.description",
    lead: "start.lead",
    visit: "start.visit.text",
    intro: "start.intro.text",
    course: "start.course.text",
    test: "start.test.text",
    training: "start.training.text",
    quizLead: "start.quiz.lead",
    gear: "start.gear",
  },
});
