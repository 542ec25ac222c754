import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "HomePage",
  texts: {
    title: "home.title",
    description: "home.description",
    hero: "home.hero",
    lead: "home.lead",
    doorFirstTime: "home.door.firstTime",
    doorChildren: "home.door.children",
    doorTrainings: "home.door.trainings",
    nextHint: "home.next.hint",
    nextNone: "home.next.none",
    coursesLead: "home.courses.lead",
    vat: "home.prices.vat",
    giftLead: "home.gift.lead",
  },
});
