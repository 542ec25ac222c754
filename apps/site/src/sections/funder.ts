import { inCents } from "@uola/contract/cents";
import { type ImageSources, imageSources } from "@uola/contract/media-reference";
import { type Content, type Item, itemsOf, textOf, textsIn } from "../content/read.ts";

/** Who pays for a project, as the programme wants it said. */
export type Funder = {
  emblem: ImageSources | null;
  emblemAlt: string;
  sentence: string;
  programme: string;
  number: string;
  from: string;
  until: string;
  cents: number | null;
  disclaimer: string;
};

export const projectsIn = (content: Content): readonly Item[] => itemsOf("Projects", content);

export function funderOf(project: Item, content: Content): Funder {
  const { programme, emblemAlt, funding, disclaimer } = textsIn(
    project,
    ["programme", "emblemAlt", "funding", "disclaimer"],
    content,
  );
  return {
    emblem: emblemOf(textOf(project.emblem)),
    emblemAlt,
    sentence: funding,
    programme,
    number: textOf(project.number),
    from: dayOf(project.from),
    until: dayOf(project.until),
    cents: typeof project.sum === "number" ? inCents(project.sum) : null,
    disclaimer: project.disclaims === true ? disclaimer : "",
  };
}

/** A file of the library, or one the site comes with. */
const emblemOf = (reference: string): ImageSources | null =>
  imageSources(reference, [320, 640]) ?? (/^\/[\w-]+\.svg$/.test(reference) ? { sources: [], src: reference } : null);

/** A DATE, however it is stored; "" for none. */
export const dayOf = (value: unknown): string => {
  const text = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  return /^\d{4}-\d\d-\d\d/.exec(typeof text === "string" ? text : "")?.[0] ?? "";
};
