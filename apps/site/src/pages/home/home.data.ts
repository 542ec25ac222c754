import type { DataInput } from "../../loader/page.ts";

export async function data({ client }: DataInput) {
  const { business } = await client.business.get({});
  return { name: business.name };
}
