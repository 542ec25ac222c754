import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "OrderPage",
  texts: {
    title: "order.title",
    lead: "order.lead",
    bookings: "order.next.bookings",
    prices: "order.next.prices",
    phone: "order.next.phone",
  },
});
