import type { DataInput } from "../../loader/page.ts";
import type { Contact } from "../booking/booking.data.ts";
import { type Offer, offersIn } from "./offers.ts";

export type PrivateData = { offers: Offer[]; contact: Contact };

export async function data({ client }: DataInput): Promise<PrivateData> {
  const [{ services }, { business }] = await Promise.all([
    client.services.query({ query: { filter: { type: "APPOINTMENT" }, paging: { limit: 100 } } }),
    client.business.get({}),
  ]);
  const { phone, email, address } = business;
  return { offers: offersIn(services.filter(({ hidden }) => !hidden)), contact: { phone, email, address } };
}
