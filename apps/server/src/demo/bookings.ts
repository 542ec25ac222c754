import { availability, bookingHandlers, createBookingParts, readServices } from "@uola/booking";
import type { BookingStatus, Service, Session } from "@uola/contract";
import { createData } from "@uola/data";
import { newId } from "@uola/database";
import { type Context, createEventRegistry, dayMs } from "@uola/kernel";
import { createCaptchaGate } from "@uola/members";
import { climber, demoAccounts } from "./people.ts";

const days = { before: 14, after: 28 };
/**
 * Services whose next session is full (`soldOut`), and services whose next session has one place
 * left (`lastPlace`).
 */
const soldOut = ["Įvadas šeimoms", "Viršutinė sauga"];
const lastPlace = ["Beždžioniukai", "Saugojimo pagrindai"];
const fullCourses = ["Apatinė sauga"];

/** A bookable appointment with a trainer. */
export type Lesson = { scheduleId: string; staffId: string; startDate: Date; endDate: Date };
type Options = { random: () => number; member: string | undefined; lessons: readonly Lesson[] };
type Target = { service: Service; session: Session | Lesson | undefined; participants: number };

/**
 * Books places in sessions: nearer sessions are fuller, some are full, some have one place left.
 * Sends no emails.
 */
export async function seedBookings(context: Context, { random, member, lessons }: Options): Promise<void> {
  const key = newId();
  const owner = {
    caller: { role: "owner", kind: "apiKey", id: key, appId: key } as const,
    requestId: "demo",
    from: {},
  };
  const now = context.now();
  // A separate clock, since past bookings must have been created in the past.
  const clock = { at: now };
  const past: Context = { ...context, events: createEventRegistry(), now: () => clock.at };
  const { limitGuard, availabilityServices, bookingServices } = createBookingParts(
    past,
    createCaptchaGate(past),
    createData(past),
  );
  const { bookings: operations } = bookingHandlers(past, limitGuard, bookingServices);

  async function book(
    { service, session, participants }: Target,
    contact: object,
    status: BookingStatus = "CONFIRMED",
  ) {
    const ids = { serviceId: service.id, scheduleId: service.schedule.id };
    const bookedEntity = session ? { slot: { ...ids, ...timeOf(session) } } : { schedule: ids };
    const flowControlSettings = { skipAvailabilityValidation: true };
    const details = { bookedEntity, contactDetails: contact, totalParticipants: participants, status };
    const booking = { ...details, selectedPaymentOption: "OFFLINE" as const };
    return (await operations.create({ booking, flowControlSettings }, owner)).booking;
  }

  /** Makes bookings for one to three people each until `places` are taken. */
  async function fill(target: Omit<Target, "participants">, places: number) {
    const start = (target.session?.startDate ?? target.service.schedule.firstSessionStart ?? now).getTime();
    clock.at = new Date(Math.min(now.getTime() - random() * dayMs, start - (0.2 + random() * 9) * dayMs));
    const parties: Promise<{ id: string; totalParticipants?: number | null | undefined }>[] = [];
    const { maxParticipantsPerBooking: most } = target.service.bookingPolicy.participantsPolicy ?? {};
    const largest = target.session ? Math.min(3, most ?? 3) : 1;
    for (let left = places; left > 0; ) {
      const luck = random();
      const participants = Math.min(left, largest, luck < 0.7 ? 1 : luck < 0.94 ? 2 : 3);
      parties.push(book({ ...target, participants }, climber(random)));
      left -= participants;
    }
    const made = await Promise.all(parties);
    if (!target.session || target.session.endDate > now) return;
    clock.at = target.session.endDate;
    const came = made.map(({ id }) => ({
      bookingId: id,
      status: random() < 0.92 ? ("ATTENDED" as const) : ("NOT_ATTENDED" as const),
    }));
    await Promise.all(came.map((attendance) => operations.setAttendance(attendance, owner)));
  }

  const range = {
    from: new Date(now.getTime() - days.before * dayMs),
    to: new Date(now.getTime() + days.after * dayMs),
  };
  const { sessions } = await availability(past, availabilityServices).sessions(range, owner);
  const scheduleIds = new Set([...sessions, ...lessons].map(({ scheduleId }) => scheduleId));
  const services = await readServices(context, { scheduleIds: [...scheduleIds] });
  const bySchedule = new Map([...services.values()].map((service) => [service.schedule.id, service]));
  const confirmed = sessions.filter(({ status, courseSession }) => status === "CONFIRMED" && !courseSession);
  const next = new Map<string, Session>();
  for (const session of confirmed) {
    if (session.startDate > now && !next.has(session.title)) next.set(session.title, session);
  }

  const booked = new Map<string, number>();
  const requested = lessons.find(({ startDate }) => startDate.getTime() > now.getTime() + 3 * dayMs);
  await bookForMember();
  for (const session of confirmed) {
    const service = services.get(session.serviceId);
    if (service) await fill({ service, session }, placesToBook(session));
  }
  for (const lesson of lessons.filter((each) => each !== requested)) {
    const service = bySchedule.get(lesson.scheduleId);
    if (service && random() < 0.35) await fill({ service, session: lesson }, 1);
  }
  for (const service of services.values()) {
    if (service.type !== "COURSE") continue;
    await fill({ service, session: undefined }, fullCourses.includes(service.name) ? service.defaultCapacity : 7);
  }

  function placesToBook(session: Session): number {
    const { totalSpots, openSpots, title } = session;
    const already = totalSpots - openSpots + (booked.get(session.id) ?? 0);
    const isNext = next.get(title) === session;
    if (isNext && soldOut.includes(title)) return totalSpots - already;
    if (isNext && lastPlace.includes(title)) return totalSpots - already - 1;
    const daysAhead = Math.max(0, (session.startDate.getTime() - now.getTime()) / dayMs);
    const share = (0.35 + random() * 0.55) / (1 + daysAhead / 9);
    return Math.max(0, Math.min(totalSpots - 1, Math.round(totalSpots * share)) - already);
  }

  /**
   * Books for the demo member: one future booking, one past booking, and one request that the owner
   * has not approved yet.
   */
  async function bookForMember() {
    const person = demoAccounts.find(({ role }) => role === "member");
    if (!member || !person) return;
    const { firstName, lastName, email } = person;
    const contact = { firstName, lastName, email };
    const find = (title: string, isIt: (session: Session) => boolean) =>
      confirmed.find((session) => session.title === title && isIt(session));
    const memberBookings: [Session | Lesson | undefined, BookingStatus][] = [
      [find("Įvadas į boulderingą", ({ endDate }) => endDate < now), "CONFIRMED"],
      [find("Technika 6a–6c", ({ startDate }) => startDate.getTime() > now.getTime() + 2 * dayMs), "CONFIRMED"],
      [requested, "PENDING"],
    ];
    for (const [session, status] of memberBookings) {
      const service = session && bySchedule.get(session.scheduleId);
      if (!session || !service) continue;
      clock.at = new Date(Math.min(now.getTime() - dayMs, session.startDate.getTime() - 3 * dayMs));
      const { id } = await book({ service, session, participants: 1 }, contact, status);
      if ("id" in session) booked.set(session.id, (booked.get(session.id) ?? 0) + 1);
      if (session.endDate < now) await operations.setAttendance({ bookingId: id, status: "ATTENDED" }, owner);
    }
  }
}

const timeOf = (session: Session | Lesson) =>
  "id" in session
    ? { sessionId: session.id }
    : {
        startDate: session.startDate.toISOString(),
        endDate: session.endDate.toISOString(),
        resource: { id: session.staffId },
      };
