import { pageContent } from "../../content/page-content.ts";

/** The owner's texts about gift vouchers. */
export const page = pageContent({
  collection: "GiftPage",
  texts: {
    head: "gift.head",
    description: "gift.description",
    lead: "gift.lead",
    validity: "gift.terms.validity.text",
    rest: "gift.terms.rest.text",
    where: "gift.terms.where.text",
    back: "gift.terms.back.text",
    lost: "gift.terms.lost.text",
    companies: "gift.companies.text",
    requestLead: "gift.request.lead",
  },
});
