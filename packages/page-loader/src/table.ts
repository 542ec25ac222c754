import type { Kind, Page, ParameterShape } from "./page.ts";

export type Match = { name: string; page: Page; params: Record<string, string> };
type Table = Record<string, Page>;

/**
 * Returns a function that finds the page for a path that ends in `/` and has no language prefix.
 * Static paths are looked up; paths with parameters are matched by URLPattern.
 */
export function matcher(pages: Table): (path: string) => Match | undefined {
  const plain = new Map<string, Match>();
  const patterns: { pattern: URLPattern; name: string; page: Page }[] = [];
  for (const [name, page] of Object.entries(pages)) {
    if (!/[:*]/.test(page.path)) plain.set(page.path, { name, page, params: {} });
    else if ("URLPattern" in globalThis) {
      patterns.push({ pattern: new URLPattern({ pathname: page.path }), name, page });
    }
  }
  return (path) => {
    const found = plain.get(path);
    if (found) return found;
    for (const { pattern, name, page } of patterns) {
      const groups = pattern.exec({ pathname: path })?.pathname.groups;
      if (groups) return { name, page, params: decoded(groups) };
    }
    return undefined;
  };
}

/**
 * Returns a function that maps an alias path to the page's path; an alias has the same parameters
 * as its page.
 */
export function aliasesOf(pages: Table): (path: string) => string | undefined {
  const plain = new Map<string, string>();
  const patterns: { pattern: URLPattern; path: string }[] = [];
  for (const { path, aliases = [] } of Object.values(pages)) {
    for (const alias of aliases) {
      if (!/[:*]/.test(alias)) plain.set(alias, path);
      else if ("URLPattern" in globalThis) patterns.push({ pattern: new URLPattern({ pathname: alias }), path });
    }
  }
  return (asked) => {
    const found = plain.get(asked);
    if (found) return found;
    for (const { pattern, path } of patterns) {
      const groups = pattern.exec({ pathname: asked })?.pathname.groups;
      if (groups) return path.replace(/:(\w+)\+?/g, (_, name: string) => groups[name] ?? "");
    }
    return undefined;
  };
}

const decoded = (groups: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(groups).flatMap(([name, value]) => (value ? [[name, readable(value)]] : [])));

/** The query parameter with the preview key for drafts. */
export const previewParameter = "preview";

const readable = (value: string) => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const matching =
  (shape: RegExp): ParameterShape =>
  (value) =>
    shape.test(value) ? value : undefined;

/** A calendar date, `2026-09-09`. */
export const day = matching(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
/** An id or a slug. */
export const name = matching(/^[\p{L}\p{N}][\p{L}\p{N}_.:~=+-]{0,99}$/u);
/** A year of birth in this century. */
export const birthYear = matching(/^20[0-4]\d$/);
/** Search text: normalized whitespace and limited length, so that variants do not split the cache. */
export const searchQueryParameter: ParameterShape = (value) =>
  value.trim().replace(/\s+/g, " ").slice(0, 80) || undefined;
/** One of the given values. */
export const oneOf =
  (...words: string[]): ParameterShape =>
  (value) =>
    words.includes(value) ? value : undefined;
/**
 * Some of the given values, separated by commas: in a fixed order and without duplicates, so that
 * each selection has a single URL.
 */
export const someOf =
  (...words: string[]): ParameterShape =>
  (value) => {
    const named = value.split(",");
    return words.filter((word) => named.includes(word)).join(",") || undefined;
  };
/** Whether the parameter is present; its value is read in the browser. */
export const present: ParameterShape = () => "1";

/**
 * Returns only the parameters that the data depends on, in the order of the page table entry, so
 * that the same view of a page always has the same key.
 */
export function canonicalSearch(page: Pick<Page, "search">, search: URLSearchParams, parameters = page.search): string {
  const kept = new URLSearchParams();
  for (const [parameter, shape] of Object.entries<ParameterShape>(parameters ?? {})) {
    const value = shape(search.get(parameter) ?? "");
    if (value && search.has(parameter)) kept.set(parameter, value);
  }
  const text = kept.toString();
  return text && `?${text}`;
}

/** Returns the parameters that a document depends on: those of its data and those of its view. */
export const shownSearch = (page: Page, search: URLSearchParams): string =>
  canonicalSearch(page, search, { ...page.search, ...page.viewSearch });

/** Returns the kind of a page for a query reduced to known parameters. */
export const kindAt = ({ kind, stillAtFirst }: Page, search: string): Kind =>
  stillAtFirst && search === "" ? "content" : kind;

/** `/schedule/` → `/page-data/schedule/page-data.json`; the home page is named `index`. */
export const dataPath = (path: string) => `/page-data/${path === "/" ? "index" : path.slice(1, -1)}/page-data.json`;

/** Returns the path of the frame's data with the given name. */
export const slicePath = (name: string) => `/slice-data/${name}.json`;

export const pathOfData = (dataUrl: string) => {
  const name = /^\/page-data\/(.+)\/page-data\.json$/.exec(dataUrl)?.[1];
  return name && (name === "index" ? "/" : `/${name}/`);
};
