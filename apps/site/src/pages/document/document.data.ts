import type { DocumentKey } from "../../content/documents.ts";
import { itemsOf, readLists, textOf, textsIn } from "../../content/read.ts";
import { sanitized } from "../../features/sanitized.ts";
import { type DataInput, NotFound } from "../../loader/page.ts";
import { partsOf } from "./parts.ts";

export type DocumentData = {
  title: string;
  lead: string;
  /** Days; null where nobody said. */
  validFrom: string | null;
  changed: string | null;
  /** What stands before the first heading, as HTML. */
  before: string;
  parts: { id: string; heading: string; html: string }[];
};

/** Reads one document; where the owner took it away there is no page. */
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

/** A day of a date or a moment, however it is stored. */
function dayIn(value: unknown): string | null {
  const text = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  return /^\d{4}-\d\d-\d\d/.exec(typeof text === "string" ? text : "")?.[0] ?? null;
}
