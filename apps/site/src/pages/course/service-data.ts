import { factsOf } from "@uola/browser/gym/service-facts.ts";
import type { LocalizedService } from "@uola/browser/gym/service-translation.ts";
import { dayMs } from "@uola/contract/durations";
import { type DataInput, type Entry, NotFound, Redirect } from "@uola/page-loader/page.ts";
import type { Question } from "../../content/read.ts";
import { activityOf, type Variant } from "../../features/booking/activities.ts";
import { cancelRule } from "../../features/cancel-rule.ts";
import type { Contact } from "../../features/contact.data.ts";
import { type Group, groupOf, openingsOf, wholeCourse } from "../../features/groups.ts";
import { type Picture, picturesOf, pointsOfServices } from "../../features/picture.ts";
import { findServiceBySlug, type ServicePage } from "../../features/service-pages.ts";
import { sessionsUntil } from "../../features/sessions-ahead.ts";
import { gym } from "../../features/structured-data.ts";
import { type Row, rowOf } from "../../features/timetable.ts";

/** The data of a service page: a course (`/courses/:slug/`) or any other service (`/services/:slug/`). */
export type ServiceData = {
  isCourse: boolean;
  /** Summary for search engines, used if the service has no description. */
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
  /** How to pay at the gym; empty if nothing is paid there. */
  payment: string;
  /**
   * For an appointment: the possible lengths in minutes, the trainers, and whether each person in a
   * group pays.
   */
  appointment: { minutes: number[]; staff: string[]; perPerson: boolean } | null;
  /** Whether the service can be booked on the site. */
  bookable: boolean;
  /** All upcoming sessions, including full ones. Empty for an appointment. */
  dates: Row[];
  pictures: Picture[];
  /** Whether the course prepares for the belay test. */
  preparesForTest: boolean;
  contact: Contact;
};

/** Number of days for which the sessions of a class are shown; a course shows all its sessions. */
const daysAhead = 56;

/** Returns the service named in the URL. An outdated slug redirects to the current URL. */
export async function serviceAt(
  { client, params, noteAddresses }: DataInput,
  pagesHere: (client: DataInput["client"]) => Promise<ServicePage[]>,
  pagesElsewhere: typeof pagesHere,
): Promise<ServicePage> {
  const slug = params.slug ?? "";
  const found = findServiceBySlug(await pagesHere(client), slug);
  if (!found) {
    // The owner may have turned a class into a course, or the reverse.
    const moved = findServiceBySlug(await pagesElsewhere(client), slug);
    throw moved ? new Redirect(moved.href) : new NotFound();
  }
  if (found.slug !== slug) throw new Redirect(found.href);
  noteAddresses(found.paths);
  return found;
}

type Shown = Omit<ServiceData, "isCourse" | "summary" | "questions" | "payment"> & { payAtGym: boolean };

/** Returns the data of a service shown on its page, apart from the texts of the page. */
export async function shownService(input: DataInput, service: LocalizedService): Promise<Shown> {
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

/** Returns all slugs of a service, the current one and earlier ones. */
export const slugsOfService = ({ mainSlug, supportedSlugs }: Pick<LocalizedService, "mainSlug" | "supportedSlugs">) =>
  [mainSlug, ...supportedSlugs].map(({ name }) => name);

export const sitemapEntry = ({ service, paths }: ServicePage): Entry => ({
  paths,
  updated: service.updatedDate.toISOString(),
  images: picturesOf(service).map(({ src }) => src),
});
