import type { DataInput } from "@uola/page-loader/page.ts";

/** Whether the shop accepts orders, which requires at least one payment method. */
export const isShopOpen = async ({ client }: Pick<DataInput, "client">): Promise<boolean> =>
  (await client.payments.ways({})).ways.length > 0;
