import { pageContent } from "../../content/page-content.ts";

/** What the owner writes on this page. */
export const page = pageContent({
  collection: "BookingPage",
  texts: {
    description: "booking.description",
    lead: "booking.lead",
    bringClothes: "booking.done.bring.clothes",
    bringShoes: "booking.done.bring.shoes",
    bringEarly: "booking.done.bring.early",
  },
});
