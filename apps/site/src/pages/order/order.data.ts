import type { DataInput } from "@uola/page-loader/page.ts";
import { dayOf, itemsOf, readContent, type Texts, textOf, textsOf } from "../../content/read.ts";
import type { Contact } from "../../features/contact.data.ts";
import { page as booking } from "../booking/booking.content.ts";
import { page } from "./order.content.ts";

export type OrderData = {
  texts: Texts<typeof page>;
  /** What to bring to a class. */
  bring: string[];
  /** Version of the accepted terms of sale and rules: the days on which they were last changed. */
  terms: string;
  contact: Contact;
};

export async function data(input: DataInput): Promise<OrderData> {
  const [content, ofBooking, { business }] = await Promise.all([
    readContent(input, page, "Documents"),
    readContent(input, booking),
    input.client.business.get({}),
  ]);
  const { bringClothes, bringShoes, bringEarly } = textsOf(booking, ofBooking);
  const { phone, email, address } = business;
  const versions = ["terms", "rules"].map((key) => {
    const item = itemsOf("Documents", content).find((each) => textOf(each.key) === key);
    return (item && (dayOf(item._updatedDate) || dayOf(item.validFrom))) || "-";
  });
  return {
    texts: textsOf(page, content),
    bring: [bringClothes, bringShoes, bringEarly],
    terms: versions.join(" "),
    contact: { phone, email, address },
  };
}
