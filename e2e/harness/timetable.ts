import { randomUUID } from "node:crypto";
import { minuteMs } from "@uola/contract/durations";
import { addDays, type Day, instantOf, localDate, mondayOf } from "@uola/words/formats";
import { desk, type Offered } from "./desk.ts";

type NewClass = {
  /** The number of weeks until the first session. */
  weeks?: number;
  /** The number of weekly sessions. Default: a single one. */
  weekly?: number;
  capacity?: number;
  /** Monday is 1. */
  weekday?: number;
  hour?: number;
  staffIds?: string[];
  /** Whether the owner has to confirm each booking. */
  approval?: boolean;
  /** The ages of the participants, in years. */
  ageRange?: { min: number; max: number };
};

/** Creates a class that no other test uses, with one or several weekly sessions. */
export async function ownClass(input: NewClass = {}) {
  const { weeks = 2, weekly = 0, capacity = 8, weekday = 3, hour = 12, staffIds = [], approval = false } = input;
  const { ageRange } = input;
  const { services } = await desk.services.query({ query: { paging: { limit: 100 } } });
  const model = services.find(({ type, hidden }) => type === "CLASS" && !hidden);
  if (!model) throw new Error("There is no class to copy.");
  const name = `Bandymas ${randomUUID().slice(0, 8)}`;
  const { service } = await desk.services.create({
    service: {
      type: "CLASS",
      name,
      defaultCapacity: capacity,
      ...(ageRange && { ageRange }),
      ...(model.category && { category: { id: model.category.id } }),
      onlineBooking: { enabled: true, requireManualApproval: approval },
      payment: { rateType: "NO_FEE", options: { inPerson: true } },
      ...(model.bookingPolicy.id && { bookingPolicy: { id: model.bookingPolicy.id } }),
      locations: [],
    },
  });
  const day = dayAhead(weeks, weekday);
  const scheduleId = service.schedule.id;
  if (weekly > 0) {
    const rule = { scheduleId, weekday, startTime: `${hour}:00`, durationMinutes: 60, validFrom: day };
    await desk.schedules.createRules({ rules: [{ ...rule, validUntil: addDays(day, 7 * (weekly - 1)) }] });
  } else {
    const startDate = instantOf(day, hour);
    const endDate = new Date(+startDate + 60 * minuteMs);
    await desk.schedules.createSession({ scheduleId, startDate, endDate, change: { staffIds } });
  }
  const sessions = await sessionsOf(service.id, day, weekly * 7 + 7);
  const [session] = sessions;
  if (!session) throw new Error("The session was not created.");
  return { service, session, sessions, offered: { service, session } satisfies Offered };
}

/** Creates a course that no other test uses: eight places, 100 euros, payable in three instalments. */
export async function ownCourse() {
  const name = `Kursas ${randomUUID().slice(0, 6)}`;
  const { services } = await desk.services.query({ query: { filter: { type: "COURSE" }, paging: { limit: 100 } } });
  const model = services.find(({ category }) => category?.kind === "children");
  if (!model?.category) throw new Error("The demo has no course to copy.");
  const { service } = await desk.services.create({
    service: {
      name,
      type: "COURSE",
      defaultCapacity: 8,
      onlineBooking: { enabled: true },
      category: { id: model.category.id },
      bookingPolicy: { id: model.bookingPolicy.id },
      payment: {
        rateType: "FIXED",
        fixed: { price: { value: "100.00" } },
        options: { inPerson: true, online: true },
      },
      instalments: { parts: 3, from: { value: "50.00" } },
      locations: model.locations.slice(0, 1).map(({ type, business }) => ({
        type,
        ...(business && { business: { id: business.id } }),
      })),
    },
  });
  const weekly = { scheduleId: service.schedule.id, weekday: 3, startTime: "21:00", durationMinutes: 60, staffIds: [] };
  const today = localDate(new Date());
  await desk.schedules.createRules({
    rules: [{ ...weekly, validFrom: addDays(today, 14), validUntil: addDays(today, 110) }],
  });
  return { service, path: `/booking/?service=${service.mainSlug.name}&session=${service.schedule.id}&step=details` };
}

/** Returns the date of a weekday, `weeks` weeks after the current week. */
export const dayAhead = (weeks: number, weekday: number): Day =>
  addDays(mondayOf(localDate(new Date())), weeks * 7 + weekday - 1);

/** Returns the sessions of a service in the `days` days starting with `day`. */
export async function sessionsOf(serviceId: string, day: Day, days: number) {
  const range = { from: instantOf(day), to: instantOf(addDays(day, Math.min(60, days))) };
  return (await desk.availability.sessions({ ...range, serviceIds: [serviceId] })).sessions;
}
