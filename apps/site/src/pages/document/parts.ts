import { withoutPlaceholders } from "@uola/browser/gym/blanks.ts";
import { slugOf } from "../../features/slug.ts";

export type Parts = { before: string; parts: { id: string; heading: string; html: string }[] };

/**
 * Splits sanitized HTML at its headings, each with an id for links. Sentences the owner has not
 * completed are left out.
 */
export function partsOf(html: string): Parts {
  const [before = "", ...rest] = withoutPlaceholders(html).split(/<h2>(.*?)<\/h2>/);
  const taken = new Set<string>();
  const parts: Parts["parts"] = [];
  for (let n = 0; n < rest.length; n += 2) {
    const heading = plainOf(rest[n] ?? "");
    if (plainOf(rest[n + 1] ?? "") === "") continue;
    const named = slugOf(heading) || "dalis";
    let id = named;
    for (let more = 2; taken.has(id); more++) id = `${named}-${more}`;
    taken.add(id);
    parts.push({ id, heading, html: rest[n + 1] ?? "" });
  }
  return { before, parts };
}

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
const plainOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => signs[name] ?? "")
    .trim();
