import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
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
