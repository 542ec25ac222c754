import type { DataInput } from "../loader/page.ts";

/** How to reach the gym. */
export type Contact = { phone: string; email: string; address: string };

/** A shared query: fetched once by whoever goes from one of its pages to another. */
export async function data({ client }: Pick<DataInput, "client">): Promise<Contact> {
  const { phone, email, address } = (await client.business.get({})).business;
  return { phone, email, address };
}
