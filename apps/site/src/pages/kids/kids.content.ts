import { pageContent } from "../../content/page-content.ts";

/** The texts for parents that the owner edits. */
export const page = pageContent({
  collection: "KidsPage",
  texts: {
    description: "kids.description",
    lead: "kids.lead",
    campsLead: "kids.camps.lead",
    campsNone: "kids.camps.none",
    birthdayLead: "kids.birthday.lead",
    safeLead: "kids.safe.lead",
    ratioSmall: "kids.safe.ratio.small",
    ratioLarge: "kids.safe.ratio.large",
    ratioFamily: "kids.safe.ratio.family",
    signRules: "kids.sign.rules.text",
    signHealth: "kids.sign.health.text",
    signPhotos: "kids.sign.photos.text",
    missed: "kids.missed.text",
  },
});
