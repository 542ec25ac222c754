import { placeholdersIn } from "@uola/browser/gym/blanks.ts";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { DataItem } from "@uola/contract";
import { TextLink } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/admin";
import { addressOf } from "./collection.ts";

export type Missing = { id: string; title: string; what: string[] };

/**
 * Returns the placeholders that each document still contains in any language, without duplicates.
 * The site does not show visitors the sentences that contain placeholders.
 */
export function documentsWithPlaceholders(items: readonly Pick<DataItem, "id" | "data">[]): Missing[] {
  return items.flatMap(({ id, data = {} }) => {
    const translations = Object.values((data._translations ?? {}) as Record<string, Record<string, unknown>>);
    const what = [data, ...translations].flatMap(({ body }) => placeholdersIn(String(body ?? "")));
    return id && what.length > 0 ? [{ id, title: String(data.title ?? ""), what: [...new Set(what)] }] : [];
  });
}

/**
 * Links to the documents that still have placeholders; renders nothing when all documents are
 * complete.
 */
export function DocumentPlaceholders() {
  const { data: missing } = usePlatformQuery(["items", "Documents", "missing"], async ({ items }) => {
    const { dataItems } = await items.query({ dataCollectionId: "Documents", query: { paging: { limit: 100 } } });
    return documentsWithPlaceholders(dataItems);
  });
  if (!missing || missing.length === 0) return null;
  return (
    <section aria-labelledby="missing" className="notice mb-8 grid gap-3">
      <h2 id="missing" className="title">
        {say("content.missing")}
      </h2>
      <p>{say("content.missing.lead")}</p>
      <ul className="grid gap-2">
        {missing.map(({ id, title, what }) => (
          <li key={id}>
            <TextLink href={addressOf.item("Documents", id)}>{title}</TextLink>
            <ul className="list-disc pl-5">
              {what.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
