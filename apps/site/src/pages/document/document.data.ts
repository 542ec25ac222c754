import { type DataInput, NotFound } from "@uola/page-loader/page.ts";
import type { DocumentKey } from "../../content/documents.ts";
import { itemsOf, readLists, textOf, textsIn } from "../../content/read.ts";
import { sanitized } from "../../features/sanitized.ts";
import { partsOf } from "./parts.ts";

export type DocumentData = {
  title: string;
  lead: string;
  /** The dates of the document; null if not given. */
  validFrom: string | null;
  changed: string | null;
  /** HTML before the first heading. */
  before: string;
  parts: { id: string; heading: string; html: string }[];
};

/** Reads one document; throws NotFound if the owner has removed it. */
export const documentOf =
  (key: DocumentKey) =>
  async (input: DataInput): Promise<DocumentData> => {
    const content = await readLists(input, "Documents");
    const item = itemsOf("Documents", content).find((each) => textOf(each.key) === key);
    if (!item) throw new NotFound();
    const { title, lead, body } = textsIn(item, ["title", "lead", "body"], content);
    return {
      title,
      lead,
      validFrom: dayIn(item.validFrom),
      changed: dayIn(item._updatedDate),
      ...partsOf(sanitized(body)),
    };
  };

/** Returns the day of a stored date or timestamp, whichever of the two formats is used. */
function dayIn(value: unknown): string | null {
  const text = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  return /^\d{4}-\d\d-\d\d/.exec(typeof text === "string" ? text : "")?.[0] ?? null;
}
