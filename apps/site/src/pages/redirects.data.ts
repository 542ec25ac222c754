import type { DataInput } from "@uola/page-loader/page.ts";
import { readLists, redirectsOf } from "../content/read.ts";

/** Old URLs and their redirect targets, as entered by the owner. */
export const data = async (input: DataInput): Promise<Record<string, string>> =>
  redirectsOf(await readLists(input, "Redirects"));
