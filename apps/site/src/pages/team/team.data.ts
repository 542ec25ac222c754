import { servicesBy } from "@uola/browser/gym/services.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import {
  type Question,
  questionsOn,
  readContent,
  type Teammate,
  type Texts,
  teamOf,
  textsOf,
} from "../../content/read.ts";
import { type Activity, activityOf, type Price } from "../../features/booking/activities.ts";
import { bookingLink } from "../../features/booking/address.ts";
import { freeTimes } from "../../features/booking/free-times.ts";
import type { Time } from "../../features/booking/times.ts";
import { cancelRule } from "../../features/cancel-rule.ts";
import { person } from "../../features/structured-data.ts";
import { type Row, timetable } from "../../features/timetable.ts";
import { page } from "./team.content.ts";

/** A time that can be booked, and its booking link. */
type Way = { start: string; href: string };
export type Trainer = Pick<
  Teammate,
  "id" | "name" | "role" | "about" | "speciality" | "languages" | "qualification" | "portrait"
> & {
  /** The sessions that the trainer leads in the coming weeks. */
  leads: { title: string; href: string }[];
  /**
   * The trainer's next free times or, if the trainer only leads groups, the next sessions with free
   * places.
   */
  times: Way[];
  privately: boolean;
  /** The label and link of the button; null if nothing with this trainer can be booked. */
  action: { label: string; href: string } | null;
};

export type TeamData = {
  texts: Texts<typeof page>;
  questions: Question[];
  trainers: Trainer[];
  /** A lesson with any available trainer, and a lesson for a small group. */
  individual:
    | (Pick<Activity, "slug" | "name"> & {
        price: Price;
        minutes: number | null;
        /** The cancellation deadline of a lesson, from its policy. */
        cancelRule: string;
      })
    | null;
  group: Pick<Activity, "slug" | "name" | "tagLine"> | null;
};

const days = 14;
const timesShown = 3;

export async function data(input: DataInput): Promise<TeamData> {
  const { client, now, expires } = input;
  const today = localDate(now);
  const [content, { items: services }, rows] = await Promise.all([
    readContent(input, page, "People", "Questions"),
    servicesBy(client, { role: { $in: ["individual", "group"] }, hidden: false }),
    timetable(client, instantOf(today), instantOf(addDays(today, days)), now),
  ]);
  for (const { opens } of rows) expires(opens);
  const ofRole = (role: "individual" | "group") =>
    services.find((service) => service.role === role && service.onlineBooking.enabled !== false);
  const [lesson, party] = [ofRole("individual"), ofRole("group")];
  const individual = lesson ? activityOf(lesson) : null;
  const group = party ? activityOf(party) : null;
  const free = individual ? await freeTimes(client, individual, { from: now, days }) : [];
  const team = teamOf(content);
  input.describe(
    ...team.map(({ name, role, speciality, portrait }) =>
      person({
        name,
        role,
        ...(portrait && { photo: portrait.src }),
        knowsAbout: speciality.split(/,\s*/).filter(Boolean),
      }),
    ),
  );
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    trainers: team.map((each) => trainerOf(each, { rows, free, individual })),
    individual: individual && {
      slug: individual.slug,
      name: individual.name,
      price: individual.price,
      cancelRule: lesson ? cancelRule(lesson.bookingPolicy) : "",
      minutes: individual.durations[0] ?? null,
    },
    group: group && { slug: group.slug, name: group.name, tagLine: group.tagLine },
  };
}

type Timetable = { rows: readonly Row[]; free: readonly Time[]; individual: Activity | null };

/**
 * Returns a trainer's data. Trainers in the list of people and in the timetable are matched by
 * name, which is the same in both.
 */
export function trainerOf(person: Teammate, { rows, free, individual }: Timetable): Trainer {
  const { id, name, role, about, speciality, languages, qualification, portrait } = person;
  const own = rows.filter(({ staff, state }) => staff.includes(name) && state !== "canceled");
  const bookable = own.filter(({ state, opens }) => state === "free" && !opens);
  const leads = new Map(
    own.map(({ title, href }) => [title, href.replace(/&session=[^&]*/, "").replace(/&step=wait/, "")]),
  );
  const staff = individual?.staff.find((each) => each.name === name);
  const privately = staff !== undefined && individual !== null;
  const times = privately
    ? free
        .filter(({ trainer, bookable }) => bookable && trainer?.id === staff.id)
        .map(({ start }) => ({ start, href: bookingLink({ service: individual.slug, resource: staff.id, start }) }))
    : bookable.map(({ start, href }) => ({ start, href }));
  const href = privately
    ? bookingLink({ service: individual.slug, resource: staff.id })
    : (bookable[0]?.href.replace(/&session=[^&]*/, "") ?? null);
  return {
    id,
    name,
    role,
    about,
    speciality,
    languages,
    qualification,
    portrait,
    leads: [...leads].map(([title, href]) => ({ title, href })),
    times: times.slice(0, timesShown),
    privately,
    action: href === null ? null : { label: person.trainWith, href },
  };
}
