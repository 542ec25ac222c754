import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "PricesPage",
  texts: {
    description: "prices.description",
    lead: "prices.lead",
    activitiesLead: "prices.activities.lead",
    vat: "home.prices.vat",
    privateLead: "prices.private.lead",
    discountsLead: "prices.discounts.lead",
  },
});
