import type { DataInput } from "../loader/page.ts";

/** What the header and the footer say of the gym. */
export async function data({ client }: DataInput) {
  const { business } = await client.business.get({});
  const { name, address, phone, email, openingHours, specialHours, demo } = business;
  return { name, address, phone, email, openingHours, specialHours, demo };
}
