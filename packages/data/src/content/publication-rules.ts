import type { ItemData } from "@uola/contract";
import { isLinkTarget } from "@uola/contract/link-target";
import type { PublicationRule } from "../items/items.ts";

type Wrong = ReturnType<PublicationRule>[number];

/** The languages in which pages must be complete before they are published. */
const translated = ["en"];

const isObject = (value: unknown): value is ItemData =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");
const missing = (fieldPath: string): Wrong => ({ fieldPath, message: "is required" });

const translationOf = (data: ItemData, language: string): ItemData => {
  const all = data._translations;
  const words = isObject(all) ? all[language] : undefined;
  return isObject(words) ? words : {};
};

/** Checks texts that are required in every language. */
const checkRequiredTexts = (data: ItemData, keys: readonly string[]): Wrong[] =>
  keys.flatMap((key) => [
    ...(isMissing(data[key]) ? [missing(key)] : []),
    ...translated
      .filter((language) => isMissing(translationOf(data, language)[key]))
      .map((language) => missing(`_translations.${language}.${key}`)),
  ]);

const dayOf = (value: unknown) => (isObject(value) ? String(value.$date) : String(value)).slice(0, 10);

/**
 * The rule for projects, which must credit their funder: the emblem and its alternative text, the
 * funding statement, the period, and the disclaimer if the programme requires one.
 */
const project: PublicationRule = (data) => {
  const plain = ["title", "path", "from", "until", "emblem"].filter((key) => isMissing(data[key])).map(missing);
  const texts = ["programme", "emblemAlt", "funding", ...(data.disclaims === true ? ["disclaimer"] : [])];
  const isBackwards = !isMissing(data.from) && !isMissing(data.until) && dayOf(data.until) < dayOf(data.from);
  return [
    ...plain,
    ...checkRequiredTexts(data, texts),
    ...(isBackwards ? [{ fieldPath: "until", message: "must not be before from" }] : []),
    ...(isMissing(data.path) ? [] : addressed(data, "path")),
  ];
};

/** Checks that every picture in a page's sections has an alternative text in every language. */
function checkAltTexts(data: ItemData): Wrong[] {
  const wrongs: Wrong[] = [];
  const walk = (value: unknown, words: readonly unknown[], path: string): void => {
    if (Array.isArray(value)) {
      for (const [n, part] of value.entries()) {
        // Sections of a translation are matched by id.
        const id = isObject(part) ? part.id : undefined;
        const same = words.map((each) =>
          Array.isArray(each)
            ? each.find((other) => isObject(other) && id !== undefined && other.id === id)
            : undefined,
        );
        walk(part, same, `${path}[${n}]`);
      }
    } else if (isObject(value)) {
      const isSilent = [value, ...words].some((each) => !isObject(each) || isMissing(each.alt));
      if (!isMissing(value.picture) && isSilent) wrongs.push(missing(`${path}.alt`));
      for (const [key, inner] of Object.entries(value)) {
        walk(
          inner,
          words.map((each) => (isObject(each) ? each[key] : undefined)),
          `${path}.${key}`,
        );
      }
    }
  };
  walk(
    data.sections,
    translated.map((language) => translationOf(data, language).sections),
    "sections",
  );
  return wrongs;
}

const segment = "[a-z0-9]+(?:-[a-z0-9]+)*";
const addresses = { slug: new RegExp(`^${segment}$`), path: new RegExp(`^${segment}(?:/${segment})*$`) };

/** Checks that a slug or path consists only of permitted characters. */
const addressed = (data: ItemData, key: keyof typeof addresses): Wrong[] =>
  typeof data[key] === "string" && addresses[key].test(data[key])
    ? []
    : [{ fieldPath: key, message: "must be lower case letters, digits and hyphens" }];

/**
 * Checks that a link leads to a page of this site or to another site over https. A link within the
 * site may not have a query or fragment.
 */
const checkLinkTarget = (data: ItemData, key: string): Wrong[] => {
  const link = typeof data[key] === "string" ? data[key].trim() : "";
  const isTarget = isLinkTarget(link) && (link.startsWith("https:") || !/[?#]/.test(link));
  return isTarget ? [] : [{ fieldPath: key, message: "must be an address like /prices/ or https://…" }];
};

/** A redirect leads from an old path to another URL, never to the same path. */
const redirect: PublicationRule = (data) => {
  const [from, to] = [data.from, data.to].map((each) => (typeof each === "string" ? each.trim() : ""));
  const isPath =
    from !== undefined && from.length > 1 && from.startsWith("/") && isLinkTarget(from) && !/[?#]/.test(from);
  return [
    ...(isPath ? [] : [{ fieldPath: "from", message: "must be an address like /kainos-2019/" }]),
    ...checkLinkTarget(data, "to"),
    ...(from && from === to ? [{ fieldPath: "to", message: "must not be the old address" }] : []),
  ];
};

/** The requirements for publishing an item of a list; drafts need not meet them. */
export const publicationRules: Readonly<Record<string, PublicationRule>> = {
  Projects: project,
  ProjectPages: (data) => [...addressed(data, "path"), ...checkAltTexts(data)],
  Pages: (data) => [...addressed(data, "slug"), ...checkAltTexts(data)],
  MenuLinks: (data) => checkLinkTarget(data, "link"),
  Redirects: redirect,
};
