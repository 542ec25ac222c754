import { dayMs } from "@uola/contract/durations";
import type { Question } from "../../content/read.ts";
import { cancelRule } from "../../features/cancel-rule.ts";
import type { Contact } from "../../features/contact.data.ts";
import { type Group, groupOf, openingsOf, wholeCourse } from "../../features/groups.ts";
import { type Picture, picturesOf, pointsOfServices } from "../../features/picture.ts";
import { factsOf } from "../../features/service-facts.ts";
import { type ServicePage, serviceNamed } from "../../features/service-pages.ts";
import type { ReadersService } from "../../features/service-translation.ts";
import { sessionsUntil } from "../../features/sessions-ahead.ts";
import { gym } from "../../features/structured-data.ts";
import { type Row, rowOf } from "../../features/timetable.ts";
import { type DataInput, type Entry, NotFound, Redirect } from "../../loader/page.ts";
import { activityOf, type Variant } from "../booking/activities.ts";

/** What the page of a service shows, of a course (`/courses/:slug/`) and of any other service (`/services/:slug/`). */
export type ServiceData = {
  isCourse: boolean;
  /** For search engines, where the service has no description of its own. */
  summary: string;
  questions: Question[];
  group: Group;
  description: string;
  /** The owner's conditions for participants. */
  conditions: string;
  prerequisite: string;
  bring: string;
  cancelRule: string;
  variants: Variant[];
  /** How to pay at the gym; empty where nothing is paid there. */
  payment: string;
  /** Of an appointment: the possible lengths in minutes, the trainers, and whether each person in a group pays. */
  appointment: { minutes: number[]; staff: string[]; perPerson: boolean } | null;
  /** Whether people may book it on the site. */
  bookable: boolean;
  /** All sessions ahead, including full ones. None of an appointment. */
  dates: Row[];
  pictures: Picture[];
  /** Whether the course prepares for the belay test. */
  preparesForTest: boolean;
  contact: Contact;
};

/** Classes show this many days ahead; a course shows all its sessions. */
const daysAhead = 56;

/** The service that the address names. Redirects to its current address. */
export async function serviceAt(
  { client, params, noteAddresses }: DataInput,
  pagesHere: (client: DataInput["client"]) => Promise<ServicePage[]>,
  pagesElsewhere: typeof pagesHere,
): Promise<ServicePage> {
  const slug = params.slug ?? "";
  const found = serviceNamed(await pagesHere(client), slug);
  if (!found) {
    // The owner may have made a course of a class, or the reverse.
    const moved = serviceNamed(await pagesElsewhere(client), slug);
    throw moved ? new Redirect(moved.href) : new NotFound();
  }
  if (found.slug !== slug) throw new Redirect(found.href);
  noteAddresses(found.paths);
  return found;
}

type Shown = Omit<ServiceData, "isCourse" | "summary" | "questions" | "payment"> & { payAtGym: boolean };

/** What the page shows of a service, apart from the texts of the page. */
export async function shownService(input: DataInput, service: ReadersService): Promise<Shown> {
  const { client, now, describe, expires } = input;
  const isAppointment = service.type === "APPOINTMENT";
  const until = service.schedule.lastSessionEnd ?? new Date(now.getTime() + daysAhead * dayMs);
  const [{ business }, sessions, points] = await Promise.all([
    client.business.get({}),
    isAppointment ? [] : sessionsUntil(client, now, until, [service.id]),
    pointsOfServices(client, [service]),
  ]);
  const whole = service.type === "COURSE" ? await wholeCourse(client, service, sessions, now) : null;
  const { variants, payAtGym, conditions, durations, staff, maxParticipants } = activityOf(service, whole?.share);
  const { phone, email, address } = business;
  const group = groupOf(service, sessions, whole, now);
  for (const opens of openingsOf([group])) expires(opens);
  describe(gym(business));
  return {
    ...factsOf(service),
    group,
    description: service.description ?? "",
    conditions,
    cancelRule: cancelRule(service.bookingPolicy),
    variants,
    payAtGym,
    appointment: isAppointment
      ? {
          minutes: durations,
          staff: staff.map(({ name }) => name).filter(Boolean),
          perPerson: maxParticipants > 1,
        }
      : null,
    bookable: service.onlineBooking.enabled !== false,
    dates: sessions.map((session) => rowOf(session, service, now)),
    pictures: picturesOf(service, points),
    preparesForTest: service.role === "belayCourse",
    contact: { phone, email, address },
  };
}

/** All slugs of a service, the current one and earlier ones. */
export const slugsOfService = ({ mainSlug, supportedSlugs }: Pick<ReadersService, "mainSlug" | "supportedSlugs">) =>
  [mainSlug, ...supportedSlugs].map(({ name }) => name);

export const sitemapEntry = ({ service, paths }: ServicePage): Entry => ({
  paths,
  updated: service.updatedDate.toISOString(),
  images: picturesOf(service).map(({ src }) => src),
});
