import { slugOf } from "../../features/slug.ts";

export type Parts = { before: string; parts: { id: string; heading: string; html: string }[]; unfilled: boolean };

/** What the owner has to write, in either language: "[Įrašykite: įmonės kodas]". */
const blank = /\[(?:Įrašykite|Fill in): [^\]<]+\]/g;

/** Sanitised text cut at its headings, each with a name that links can lead to; what is to be filled in is marked. */
export function partsOf(html: string): Parts {
  const marked = html.replace(blank, (words) => `<mark>${words}</mark>`);
  const [before = "", ...rest] = marked.split(/<h2>(.*?)<\/h2>/);
  const taken = new Set<string>();
  const parts: Parts["parts"] = [];
  for (let n = 0; n < rest.length; n += 2) {
    const heading = plainOf(rest[n] ?? "");
    const named = slugOf(heading) || "dalis";
    let id = named;
    for (let more = 2; taken.has(id); more++) id = `${named}-${more}`;
    taken.add(id);
    parts.push({ id, heading, html: rest[n + 1] ?? "" });
  }
  return { before, parts, unfilled: marked !== html };
}

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
const plainOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => signs[name] ?? "")
    .trim();
