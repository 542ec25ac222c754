import type { DataInput } from "../loader/page.ts";

/** Whether anything can be ordered and paid here: there is at least one way to pay. */
export const isShopOpen = async ({ client }: Pick<DataInput, "client">): Promise<boolean> =>
  (await client.payments.ways({})).ways.length > 0;
