import { randomUUID } from "node:crypto";
import { asOwner, owner } from "./platform.ts";

export const hour = 3_600_000;
export const contactDetails = {
  firstName: "Ona",
  lastName: "Kopėja",
  email: "ona@pastas.example",
  phone: "+37061234567",
};
export const free = { rateType: "NO_FEE", options: { inPerson: true } };
/** Returns the full hour `hours` hours from now. */
export const inHours = (hours: number) => new Date(Math.ceil(Date.now() / hour) * hour + hours * hour);

export type Made = { _id: string; revision: string; name: string; scheduleId: string };

/** Creates a service with the SDK; a class by default. */
export async function service(more: object = {}): Promise<Made> {
  const made = (await owner.services.createService({
    type: "CLASS",
    name: `Svetimas ${randomUUID()}`,
    defaultCapacity: 6,
    onlineBooking: { enabled: true },
    payment: free,
    ...more,
  } as never)) as unknown as Omit<Made, "scheduleId"> & { schedule: { _id: string } };
  return { ...made, scheduleId: made.schedule._id };
}

export async function sessionOf({ scheduleId }: Made, start: Date) {
  const dates = { startDate: start.toISOString(), endDate: new Date(start.getTime() + hour).toISOString() };
  const { session } = await asOwner<{ session: { id: string } }>("/v1/sessions", { scheduleId, ...dates });
  return { sessionId: session.id, ...dates };
}

/** Creates a class with a session every other day, and returns its slots. */
export async function classWithSessions(count = 1, more: object = {}) {
  const made = await service(more);
  const slots = [];
  for (let n = 1; n <= count; n++) {
    const session = await sessionOf(made, inHours(n * 48));
    slots.push({ ...session, serviceId: made._id, scheduleId: made.scheduleId, timezone: "Europe/Vilnius" });
  }
  return { made, slots };
}

/** Creates a course with a single session. */
export async function course(defaultCapacity: number) {
  const made = await service({ type: "COURSE", defaultCapacity });
  await sessionOf(made, inHours(72));
  return { made, entity: { schedule: { scheduleId: made.scheduleId } } };
}

export async function trainer(): Promise<string> {
  const workingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "09:00", end: "20:00" }));
  const name = `Trenerė ${randomUUID().slice(0, 8)}`;
  const input = { staffMember: { name, workingHours } };
  const { staffMember } = await asOwner<{ staffMember: { id: string } }>("/v1/staff", input);
  return staffMember.id;
}
/** Creates a one-hour appointment service with a trainer. */
export const lesson = (staffId: string) =>
  service({
    type: "APPOINTMENT",
    defaultCapacity: 1,
    staffMemberIds: [staffId],
    schedule: { availabilityConstraints: { sessionDurations: [60] } },
  });
/** Returns the slot of an appointment. Only the owner may book one without a trainer. */
export function hourOf({ _id: serviceId, scheduleId }: Made, staffId: string | undefined, start: Date) {
  const dates = { startDate: start.toISOString(), endDate: new Date(start.getTime() + hour).toISOString() };
  const resource = staffId && { resource: { _id: staffId } };
  return { serviceId, scheduleId, timezone: "Europe/Vilnius", ...dates, ...resource };
}

export async function policy(more: object): Promise<{ bookingPolicy: { _id: string } }> {
  const input = { policy: { name: `Taisyklės ${randomUUID().slice(0, 8)}`, ...more } };
  const { policy } = await asOwner<{ policy: { id: string } }>("/v1/policies", input);
  return { bookingPolicy: { _id: policy.id } };
}

/** Returns the input for booking a slot or a schedule. */
export const bookingInput = (entity: object, more: object = {}) =>
  ({
    bookedEntity: "schedule" in entity ? entity : { slot: entity },
    contactDetails,
    totalParticipants: 1,
    selectedPaymentOption: "OFFLINE",
    ...more,
  }) as never;

/** Creates a booking as the owner. */
export async function booked(entity: object, more: object = {}, options: object = {}) {
  const { booking } = await owner.bookings.createBooking(bookingInput(entity, more), options as never);
  return booking as NonNullable<typeof booking> & { _id: string; revision: string };
}
