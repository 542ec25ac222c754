import { readLists, redirectsOf } from "../content/read.ts";
import type { DataInput } from "../loader/page.ts";

/** Old URLs and their redirect targets, as entered by the owner. */
export const data = async (input: DataInput): Promise<Record<string, string>> =>
  redirectsOf(await readLists(input, "Redirects"));
