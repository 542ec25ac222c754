import { readContent, type Texts, textsOf } from "../../content/read.ts";
import type { DataInput } from "../../loader/page.ts";
import { page } from "./order.content.ts";

export type OrderData = { texts: Texts<typeof page> };

export const data = async (input: DataInput): Promise<OrderData> => ({
  texts: textsOf(page, await readContent(input, page)),
});
