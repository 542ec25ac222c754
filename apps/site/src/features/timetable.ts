import type { LocalizedService } from "@uola/browser/gym/service-translation.ts";
import { servicesOf } from "@uola/browser/gym/services.ts";
import type { Client } from "@uola/client";
import type { CategoryKind, Session } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import { registrationOpensAt } from "@uola/contract/registration";
import { linkTo } from "@uola/page-loader/locale.ts";

/** A session as shown in lists and in the week grid. Times are ISO 8601 text; the price is in cents. */
export type Row = {
  id: string;
  title: string;
  tagLine: string;
  category: string;
  kind: CategoryKind;
  start: string;
  end: string;
  open: number;
  total: number;
  /**
   * `past`, `started` and `closed` sessions can no longer be booked. A session with a `course` is
   * booked as part of the whole course, on the booking page.
   */
  state: "free" | "full" | "past" | "started" | "closed" | "canceled";
  staff: string[];
  cents: number | null;
  /** Whether there is a waiting list when the session is full. */
  waits: boolean;
  /** The page for booking the session or joining its waiting list. */
  href: string;
  course: { number: number; of: number } | null;
  /**
   * The moment when registration opens, if it has not opened yet; `state` is then the state after
   * that moment.
   */
  opens: string | null;
};

/** Returns every session that starts within [from, to), with the details of its service. */
export async function timetable(client: Client, from: Date, to: Date, now: Date): Promise<Row[]> {
  const { sessions } = await client.availability.sessions({ from, to });
  const services = await servicesOf(
    client,
    sessions.map(({ serviceId }) => serviceId),
  );
  const byId = new Map(services.map((service) => [service.id, service]));
  return sessions.flatMap((session) => {
    const service = byId.get(session.serviceId);
    // A course lesson outside opening hours that the gym has not confirmed: it may yet be
    // cancelled.
    if (session.outsideHours) return [];
    return service ? [rowOf(session, service, now)] : [];
  });
}

/** Returns a session with the details of its service. */
export function rowOf(session: Session, service: LocalizedService, now: Date): Row {
  const course = session.courseSession ?? null;
  const opens = registrationOpensAt(service.registrations, now);
  const isOffered = opens !== null && service.onlineBooking.enabled !== false;
  const state = stateOf(session, now, isOffered);
  const waits = service.bookingPolicy.waitlistPolicy?.enabled === true;
  const money = service.payment.fixed?.price ?? service.payment.varied?.defaultPrice;
  return {
    id: session.id,
    title: session.title === service.ownName ? service.name : session.title,
    tagLine: service.tagLine ?? "",
    category: service.category?.name ?? "",
    kind: service.category?.kind ?? "other",
    start: session.startDate.toISOString(),
    end: session.endDate.toISOString(),
    open: session.locked ? 0 : session.openSpots,
    total: session.totalSpots,
    state,
    staff: session.staff.map(({ name }) => name),
    cents: money ? centsOf(money) : service.payment.rateType === "NO_FEE" ? 0 : null,
    waits,
    href: course
      ? linkTo(`/booking/?service=${service.mainSlug.name}`)
      : linkTo(
          `/booking/?service=${service.mainSlug.name}&session=${session.id}${state === "full" && waits ? "&step=wait" : ""}`,
        ),
    course,
    opens: opens?.toISOString() ?? null,
  };
}

function stateOf(session: Session, now: Date, isOffered: boolean): Row["state"] {
  if (session.status === "CANCELLED") return "canceled";
  if (session.endDate <= now) return "past";
  if (session.startDate <= now) return "started";
  // People on the waiting list have priority for places that become free.
  if (session.openSpots <= 0 || session.locked) return "full";
  return session.bookable || session.courseSession || isOffered ? "free" : "closed";
}
