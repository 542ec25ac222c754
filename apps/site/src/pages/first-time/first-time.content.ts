import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "FirstTimePage",
  texts: {
    description: "firstTime.description",
    lead: "firstTime.lead",
    mat: "firstTime.mat",
    stepsLead: "firstTime.steps.lead",
    step1: "firstTime.step.1",
    step1Text: "firstTime.step.1.text",
    step2: "firstTime.step.2",
    step2Text: "firstTime.step.2.text",
    step3: "firstTime.step.3",
    step3Text: "firstTime.step.3.text",
    step4: "firstTime.step.4",
    step4Text: "firstTime.step.4.text",
    waysLead: "firstTime.ways.lead",
    low: "firstTime.low",
    high: "firstTime.high",
    fallLead: "firstTime.fall.lead",
    fall1: "firstTime.fall.1",
    fall2: "firstTime.fall.2",
    fall3: "firstTime.fall.3",
    bring: "firstTime.bring.lines",
    given: "firstTime.given.lines",
    included: "firstTime.included",
    agesLead: "firstTime.ages.lead",
    etiquette: "firstTime.etiquette.lines",
    access: "firstTime.access",
    next: "firstTime.next.lead",
  },
});
