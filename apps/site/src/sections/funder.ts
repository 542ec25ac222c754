import { centsFromEuros } from "@uola/contract/cents";
import { type ImageSources, imageSources } from "@uola/contract/media-reference";
import { type Content, type Item, itemsOf, textOf, textsIn } from "../content/read.ts";

/** The funder of a project, with the texts that the programme requires. */
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
    cents: typeof project.sum === "number" ? centsFromEuros(project.sum) : null,
    disclaimer: project.disclaims === true ? disclaimer : "",
  };
}

/** Returns an image from the media library, or one shipped with the site. */
const emblemOf = (reference: string): ImageSources | null =>
  imageSources(reference, [320, 640]) ?? (/^\/[\w-]+\.svg$/.test(reference) ? { sources: [], src: reference } : null);

/** Returns the date of a DATE value, in whichever format it is stored; "" if there is none. */
export const dayOf = (value: unknown): string => {
  const text = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  return /^\d{4}-\d\d-\d\d/.exec(typeof text === "string" ? text : "")?.[0] ?? "";
};
