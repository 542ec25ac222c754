import { readLists, redirectsOf } from "../content/read.ts";
import type { DataInput } from "../loader/page.ts";

/** Old addresses and where they lead, as the owner wrote them. */
export const data = async (input: DataInput): Promise<Record<string, string>> =>
  redirectsOf(await readLists(input, "Redirects"));
