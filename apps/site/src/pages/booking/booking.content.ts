import { pageContent } from "../../content/page-content.ts";

/** The content of this page that the owner edits. */
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
