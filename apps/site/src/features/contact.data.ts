import type { DataInput } from "@uola/page-loader/page.ts";

/** The contact details of the gym. */
export type Contact = { phone: string; email: string; address: string };

/** A shared query, which is fetched only once while a visitor navigates between pages that use it. */
export async function data({ client }: Pick<DataInput, "client">): Promise<Contact> {
  const { phone, email, address } = (await client.business.get({})).business;
  return { phone, email, address };
}
