import { readContent, type Texts, textsOf } from "../../features/content.ts";
import type { DataInput } from "../../loader/page.ts";

export type OrderData = { texts: Texts<"OrderPage"> };

export const data = async (input: DataInput): Promise<OrderData> => ({
  texts: textsOf("OrderPage", await readContent(input, "OrderPage")),
});
