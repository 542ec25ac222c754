import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "PrivatePage",
  texts: {
    head: "private.head",
    description: "private.description",
    lead: "private.lead",
    none: "private.none",
    chooseLead: "private.choose.lead",
    includedIndividual: "private.included.individual",
    includedGroup: "private.included.group",
    includedBirthday: "private.included.birthday",
    includedCompany: "private.included.company",
    includedSchool: "private.included.school",
    rulesLesson: "private.rules.lesson",
    rulesEvent: "private.rules.event",
    requestLead: "private.request.lead",
  },
});
