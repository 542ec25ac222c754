import type { BookingInput, SlotAvailability } from "@uola/contract";
import { parsePhone } from "@uola/contract/phone";
import { localDate } from "@uola/words/formats";
import type { Draft } from "../../features/booking/draft.ts";
import { type Problem as ContactProblem, problemsOf } from "../../features/booking/form-problems.ts";
import { type CompanyDraft, type CompanyProblem, companyOf, companyProblemsOf } from "../order/draft.ts";
import type { Offer } from "./offers.ts";

/** A time at which staff are available. Moments are ISO 8601. */
export type FreeTime = { start: string; end: string; cancelUntil: string | null };

/** Returns the free times by day, without duplicates, in order. */
export function freeDays(entries: readonly SlotAvailability[]): Map<string, FreeTime[]> {
  const times = new Map<string, FreeTime>();
  for (const { slot, bookable, cancelableUntil } of entries) {
    if (!bookable || !slot.startDate || !slot.endDate) continue;
    const [start, end] = [new Date(slot.startDate).toISOString(), new Date(slot.endDate).toISOString()];
    if (!times.has(start)) times.set(start, { start, end, cancelUntil: cancelableUntil?.toISOString() ?? null });
  }
  const inOrder = [...times.values()].sort((a, b) => a.start.localeCompare(b.start));
  return Map.groupBy(inOrder, ({ start }) => localDate(new Date(start)));
}

/** The details of a request other than names and contact details. */
export type Request = { day: string; time: FreeTime | undefined; ages: string; invoice: CompanyDraft | undefined };

export type Problem =
  | { field: "day" | "time"; what: "missing" }
  | { field: "participants"; what: "few" | "many" }
  | { field: "ages"; what: "tooLong" }
  | CompanyProblem
  | { field: "firstName" | "lastName" | "email" | "phone" | "note"; what: ContactProblem["what"] };

const agesLongest = 200;
const contactFields = ["firstName", "lastName", "email", "phone", "note"] as const;

/** Returns the problems that prevent sending a request, in the order of the form. */
export function problemsIn({ day, time, ages, invoice }: Request, draft: Draft, { least, most }: Offer): Problem[] {
  const problems: Problem[] = [];
  if (!day) problems.push({ field: "day", what: "missing" });
  else if (!time) problems.push({ field: "time", what: "missing" });
  if (draft.participants < least) problems.push({ field: "participants", what: "few" });
  if (draft.participants > most) problems.push({ field: "participants", what: "many" });
  if (ages.trim().length > agesLongest) problems.push({ field: "ages", what: "tooLong" });
  if (invoice) problems.push(...companyProblemsOf(invoice));
  for (const { field, what } of problemsOf({ ...draft, participants: 1, names: [] }, 1)) {
    const known = contactFields.find((name) => name === field);
    if (known) problems.push({ field: known, what });
  }
  return problems;
}

/** Formats the institution or company that pays as one line of the request. */
export function invoiceLine(invoice: CompanyDraft): string {
  const { name, code, vatCode, address } = companyOf(invoice);
  return [name, code, vatCode, address].filter(Boolean).join(", ");
}

const zone = "Europe/Vilnius";

/** Builds the booking request. The owner sees the entered values under these labels. */
export function bookingInputOf(
  { activity }: Offer,
  { start, end }: FreeTime,
  draft: Draft,
  answers: readonly { id: string; label: string; value: string }[],
): BookingInput {
  const phone = parsePhone(draft.phone);
  return {
    bookedEntity: {
      title: activity.name,
      slot: {
        serviceId: activity.id,
        scheduleId: activity.scheduleId,
        startDate: start,
        endDate: end,
        timezone: zone,
      },
    },
    contactDetails: {
      firstName: draft.firstName.trim(),
      lastName: draft.lastName.trim(),
      email: draft.email.trim(),
      ...(phone ? { phone } : {}),
      timeZone: zone,
    },
    totalParticipants: draft.participants,
    additionalFields: answers
      .map(({ value, ...answer }) => ({ ...answer, value: value.trim(), valueType: "LONG_TEXT" as const }))
      .filter(({ value }) => value !== ""),
    ...(activity.payAtGym ? { selectedPaymentOption: "OFFLINE" as const } : {}),
  };
}
