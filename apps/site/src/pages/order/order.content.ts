import { pageContent } from "../../content/page-content.ts";

/** What the owner writes on this page. */
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
