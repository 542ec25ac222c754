import type { Kind, StoredOf, StoredSection } from "@uola/browser/gym/section-kinds.ts";
import { servicesBy } from "@uola/browser/gym/services.ts";
import { applicationState } from "@uola/contract/application";
import { fileUrl, type ImageSources, imageSources } from "@uola/contract/media-reference";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { defaultLocale, language } from "@uola/words/language";
import { type Content, type Item, type Person, peopleOf, type Question, textOf } from "../content/read.ts";
import { bookingLink } from "../features/booking/address.ts";
import { sanitized } from "../features/sanitized.ts";
import { questions } from "../features/structured-data.ts";
import { type Row, timetable } from "../features/timetable.ts";
import { type Funder, funderOf, projectsIn } from "./funder.ts";
import { sectionsIn, translatedSections } from "./stored.ts";

export type Picture = { sources: ImageSources; alt: string } | null;
type Pictured = { picture: Picture };
/**
 * The state of an application period, with its first or last day, and how to apply: by booking or
 * by a form.
 */
export type Opening = {
  state: "before" | "open" | "closed";
  day: string | null;
  by: { href: string } | { page: string; phone: string; email: string };
};

type Shown<Name extends Kind, More> = Omit<StoredOf<Name>, keyof More> & More;
type Parts<Name extends Kind, Key extends keyof StoredOf<Name>, More> = StoredOf<Name>[Key] extends (infer Part)[]
  ? (Omit<Part, "alt" | keyof More> & More)[]
  : never;

/**
 * A section as rendered: in the visitor's language, with data from the platform. Rich text is
 * sanitized HTML.
 */
export type Section =
  | Shown<"hero", Pictured>
  | StoredOf<"text">
  | StoredOf<"figures">
  | StoredOf<"doors">
  | StoredOf<"steps">
  | Shown<"cards", { cards: Parts<"cards", "cards", Pictured> }>
  | StoredOf<"diary">
  | Shown<"gallery", { pictures: Parts<"gallery", "pictures", Pictured> }>
  | Shown<"timetable", { rows: Row[]; href: string }>
  | Shown<"apply", { opening: Opening | null }>
  | Shown<"people", { people: Person[] }>
  | Shown<"questions", { questions: Question[] }>
  | Shown<"files", { files: { id: string; name: string; href: string; type: string }[] }>
  | Shown<"funder", { funder: Funder | null }>;
export type SectionOf<Name extends Kind> = Extract<Section, { kind: Name }>;

/** The number of days ahead that a timetable section shows. */
const days = 28;
const widths = [480, 960, 1920];

/**
 * Returns the sections of an item, ready for rendering. `content` must include the lists `People`
 * and `Projects`.
 */
export async function readSections(item: Item, content: Content, input: DataInput): Promise<Section[]> {
  const stored = sectionsIn(item.sections);
  const translations = item._translations as Record<string, Item | undefined> | undefined;
  const sections =
    language() === defaultLocale
      ? stored
      : translatedSections(stored, translations?.[language()]?.sections, content.noteFallback);
  return Promise.all(sections.map((section) => shown(section, item, content, input)));
}

async function shown(section: StoredSection, item: Item, content: Content, input: DataInput): Promise<Section> {
  switch (section.kind) {
    case "hero":
      return { ...section, link: ownLink(section.link), picture: pictureOf(section.picture, section.alt) };
    case "text":
      return { ...section, text: sanitized(section.text) };
    case "doors":
      return { ...section, doors: section.doors.map((door) => ({ ...door, link: ownLink(door.link) })) };
    case "cards":
      return {
        ...section,
        cards: section.cards.map(({ alt, ...card }) => ({
          ...card,
          link: ownLink(card.link),
          picture: pictureOf(card.picture, alt),
        })),
      };
    case "gallery":
      return {
        ...section,
        pictures: section.pictures.map(({ alt, ...each }) => ({ ...each, picture: pictureOf(each.picture, alt) })),
      };
    case "timetable":
      return {
        ...section,
        rows: await rowsOf(section.service, input),
        href: bookingLink({ service: section.service }),
      };
    case "apply":
      return { ...section, opening: await openingOf(section, textOf(item.path), input) };
    case "people":
      return { ...section, people: peopleOf(content) };
    case "questions": {
      const asked = section.questions.flatMap(({ id, question, answer }) =>
        question && sanitized(answer) ? [{ id, question, answer: sanitized(answer) }] : [],
      );
      if (asked.length > 0) input.describe(questions(asked));
      return { ...section, questions: asked };
    }
    case "files":
      return {
        ...section,
        files: section.files.flatMap(({ id, name, file }) => {
          const href = fileUrl(file);
          return href && name ? [{ id, name, href, type: typeOf(href) }] : [];
        }),
      };
    case "funder": {
      const project = projectsIn(content).find(({ path }) => textOf(path) === section.project);
      return { ...section, funder: project ? funderOf(project, content) : null };
    }
    default:
      return section;
  }
}

const pictureOf = (reference: string, alt: string): Picture => {
  const sources = imageSources(reference, widths);
  return sources ? { sources, alt } : null;
};

/**
 * Converts a link to a page of the site to the visitor's language; a link with an executable scheme
 * becomes empty.
 */
const ownLink = (link: string): string => {
  if (/^\/(?![/\\])/.test(link)) return link.startsWith("/media/") ? link : linkTo(link);
  return /^(https?:|mailto:|tel:|#)/i.test(link) ? link : "";
};

/** "PDF" */
const typeOf = (href: string): string => (/\.([a-z0-9]{1,5})(?:[?#]|$)/i.exec(href)?.[1] ?? "").toUpperCase();

async function rowsOf(service: string, { client, now, expires }: DataInput): Promise<Row[]> {
  if (!service) return [];
  const today = localDate(now);
  const rows = await timetable(client, instantOf(today), instantOf(addDays(today, days)), now);
  for (const { opens } of rows) expires(opens);
  return rows
    .filter(
      ({ href, state }) =>
        (state === "free" || state === "full") && new URLSearchParams(href.split("?")[1]).get("service") === service,
    )
    .slice(0, 8);
}

/**
 * Returns the state of an application period, which is open between its dates. With a service, it
 * is open only while the service can be booked; without one, a page of a project has a form.
 */
async function openingOf(
  { from, until, service }: StoredOf<"apply">,
  page: string,
  { client, now }: DataInput,
): Promise<Opening | null> {
  const state = applicationState({ from, until }, localDate(now));
  const day = (state === "before" ? from : until) || null;
  if (service) {
    const by = { href: bookingLink({ service }) };
    if (state !== "open") return { state, day, by };
    const { items } = await servicesBy(client, { hidden: false, "mainSlug.name": service });
    const taken = items.some(({ onlineBooking }) => onlineBooking.enabled !== false);
    return { state: taken ? "open" : "closed", day, by };
  }
  if (!page || !(from || until)) return null;
  const { phone, email } = (await client.business.get({})).business;
  return { state, day, by: { page, phone, email } };
}
