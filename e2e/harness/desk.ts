import { type Client, createClient, createTokenStore } from "@uola/client";
import { dayMs } from "@uola/contract/durations";
import { clientId, ownerKey, platform } from "./addresses.ts";

/** A client with the owner's key, as used by programs at the front desk. */
export const desk: Client = createClient({ url: platform, tokens: ownerKey });

/** Creates a client for a new visitor. */
export const newVisitorClient = (url = platform): Client =>
  createClient({ url, tokens: createTokenStore({ url, clientId }) });

export type Session = Awaited<ReturnType<Client["availability"]["sessions"]>>["sessions"][number];
export type Service = Awaited<ReturnType<Client["services"]["query"]>>["services"][number];
export type Offered = { session: Session; service: Service };

type SessionFilter = {
  free: number;
  /**
   * The earliest day, counted from today. The default leaves more than the one day of notice
   * required for a cancellation.
   */
  after?: number;
  before?: number;
  /** Whether the service must have another session with as many free places. */
  others?: boolean;
};

/** Returns a bookable session of a class with at least `free` free places. */
export async function sessionAhead(
  { free, after = 3, before = 12, others = false }: SessionFilter,
  client = desk,
): Promise<Offered> {
  const now = Date.now();
  const range = { from: new Date(now + after * dayMs), to: new Date(now + before * dayMs) };
  const [{ sessions }, { services }] = await Promise.all([
    client.availability.sessions(range),
    client.services.query({ query: { paging: { limit: 100 } } }),
  ]);
  const fitting = sessions.filter(({ bookable, openSpots }) => bookable && openSpots >= free);
  for (const session of fitting) {
    const service = services.find(({ id }) => id === session.serviceId);
    const same = fitting.filter(({ serviceId }) => serviceId === session.serviceId);
    if (service?.type === "CLASS" && isOfDemo(service) && !isForChildren(service) && (!others || same.length > 1))
      return { session, service };
  }
  throw new Error(`No class from day ${after} to day ${before} has ${free} free places.`);
}

/**
 * Demo classes have a tag line that names their audience. Classes created by other journeys do not,
 * and may be free of charge or short-lived.
 */
const isOfDemo = ({ tagLine }: Service) => Boolean(tagLine);

/** Bookings for children also need the participants' names. */
const isForChildren = ({ category }: Service) => category?.name === "Vaikams";

/** Returns the input for a booking that is paid at the gym. */
export const bookingInput = (
  { session, service }: Offered,
  contactDetails: { firstName: string; lastName: string; email: string; phone?: string },
  totalParticipants = 1,
) => ({
  bookedEntity: { slot: { sessionId: session.id, serviceId: service.id, scheduleId: session.scheduleId } },
  contactDetails,
  totalParticipants,
  selectedPaymentOption: "OFFLINE" as const,
});

export const bookingPath = ({ session, service }: Offered) =>
  `/booking/?service=${service.mainSlug.name}&session=${session.id}`;

/** Returns a booking as the owner sees it. */
export async function bookingOf(id: string, client = desk) {
  const { extendedBookings } = await client.bookings.queryExtended({
    query: { filter: { id } },
    withBookingAttendanceInfo: true,
  });
  const [found] = extendedBookings;
  if (!found) throw new Error(`No booking ${id}.`);
  return found;
}
