import { keysOf } from "@uola/contract/entries";
/**
 * The kinds of sections a page can be built from, and the fields of each. The editor generates its
 * form from this table and the pages read it; a new kind needs an entry here and a view in
 * `section.tsx`.
 */

/** How a value is edited. A list consists of parts, each with its own fields. */
export type FieldKind = "line" | "text" | "rich" | "picture" | "file" | "link" | "day" | "service" | "project";
export type Fields = { readonly [key: string]: FieldKind | readonly [Fields] };

const headed = { heading: "line" } as const;
const pictured = { picture: "picture", alt: "line" } as const;
const leading = { button: "line", link: "link" } as const;

export const kinds = {
  hero: { ...headed, text: "text", ...pictured, ...leading },
  text: { ...headed, text: "rich" },
  figures: { figures: [{ number: "line", text: "line" }] },
  doors: { doors: [{ ...headed, text: "text", ...leading }] },
  steps: { ...headed, text: "text", steps: [{ ...headed, text: "text" }] },
  cards: { ...headed, cards: [{ ...headed, text: "text", ...pictured, ...leading }] },
  diary: { ...headed, text: "text", days: [{ day: "day", ...headed, text: "text" }] },
  gallery: { ...headed, text: "text", pictures: [{ ...pictured, caption: "line" }] },
  timetable: { ...headed, text: "text", service: "service" },
  apply: { ...headed, text: "text", from: "day", until: "day", service: "service", button: "line", print: "text" },
  people: headed,
  questions: { ...headed, questions: [{ question: "line", answer: "rich" }] },
  files: { ...headed, files: [{ name: "line", file: "file" }] },
  funder: { project: "project" },
} as const satisfies Record<string, Fields>;

export type Kind = keyof typeof kinds;
export const kindNames = keysOf(kinds);

/** Whether a field can be translated; all other fields are the same in every language. */
export const isText = (field: FieldKind | readonly [Fields]): boolean =>
  field === "line" || field === "text" || field === "rich";

type Stored<Of> = Of extends readonly [infer Inner]
  ? ({ id: string } & { -readonly [Key in keyof Inner]: Stored<Inner[Key]> })[]
  : string;
/** A section as stored: texts in the language of the item, pictures and files as references. */
export type StoredSection = {
  [Name in Kind]: { id: string; kind: Name } & {
    -readonly [Key in keyof (typeof kinds)[Name]]: Stored<(typeof kinds)[Name][Key]>;
  };
}[Kind];
export type StoredOf<Name extends Kind> = Extract<StoredSection, { kind: Name }>;
