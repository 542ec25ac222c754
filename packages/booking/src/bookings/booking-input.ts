import type { BookedEntity, BookingInput, ContactDetails, LessonsLeft, Participant, Service } from "@uola/contract";
import { fitsAges } from "@uola/contract/age-range";
import { normalizePhone } from "@uola/contract/phone";
import { required } from "@uola/contract/required";
import { newId } from "@uola/database";
import { type FieldError, Refusal, Violation } from "@uola/kernel";
import type { z } from "zod";
import { isTimeZone, type Offer, slotLocation } from "../availability/availability.ts";
import { nameViolations } from "./given-names.ts";

export type { Participant } from "@uola/contract";

type Contact = z.infer<typeof ContactDetails>;
type Entity = z.infer<typeof BookedEntity>;

type Counts = Pick<BookingInput, "totalParticipants" | "participantsChoices">;

/**
 * Returns the number of participants. Rejects invalid input with a field violation or
 * INVALID_SERVICE_CHOICES.
 */
export function participantsOf({ totalParticipants, participantsChoices }: Counts): number {
  if (totalParticipants && participantsChoices) {
    throw new Violation([
      { field: "booking.totalParticipants", description: "cannot be given beside participantsChoices" },
    ]);
  }
  if (!totalParticipants && !participantsChoices) {
    throw new Violation([{ field: "booking.totalParticipants", description: "or participantsChoices is required" }]);
  }
  const groups = participantsChoices?.serviceChoices ?? [];
  for (const { choices } of groups) {
    if (new Set(choices?.map(({ optionId }) => optionId)).size < (choices?.length ?? 0)) {
      throw new Refusal("INVALID_SERVICE_CHOICES", "Of one option there is one choice.", 400);
    }
  }
  return participantsChoices
    ? groups.reduce((sum, { numberOfParticipants }) => sum + (numberOfParticipants ?? 1), 0)
    : required(totalParticipants, "total participants");
}

/** Rejects choices that the service does not offer or that omit an option. */
export function refuseUnknownChoices({ optionsAndVariants }: Service, { participantsChoices }: Counts) {
  const options = optionsAndVariants?.options ?? [];
  for (const { choices } of participantsChoices?.serviceChoices ?? []) {
    if (!choices?.length) continue;
    const isOffered = choices.every(({ optionId, custom }) =>
      options.some((option) => option.id === optionId && option.choices.includes(custom ?? "")),
    );
    if (isOffered && choices.length === options.length) continue;
    throw new Refusal("INVALID_CHOICES", "The service offers no such choice.", 400, { optionCount: options.length });
  }
}

/**
 * Rejects participants without choices if choices have prices: otherwise they would be charged the
 * default price.
 */
export function refuseWithoutChoices({ optionsAndVariants }: Service, { participantsChoices }: Counts) {
  if (!optionsAndVariants?.variants.length) return;
  const groups = participantsChoices?.serviceChoices ?? [];
  if (groups.length > 0 && groups.every(({ choices }) => choices?.length)) return;
  const optionCount = optionsAndVariants.options.length;
  throw new Refusal("INVALID_CHOICES", "Each group of people chooses once of every option.", 400, { optionCount });
}

/** Rejects more participants per booking than the policy allows. */
export function refuseTooMany({ participantsChoices }: Counts, count: number, { bookingPolicy }: Service) {
  const most = Math.min(1000, bookingPolicy.participantsPolicy?.maxParticipantsPerBooking ?? 1000);
  if (count <= most) return;
  const field = participantsChoices ? "booking.participantsChoices" : "booking.totalParticipants";
  throw new Violation([{ field, description: `must be at most ${most}`, data: { max: most } }]);
}

const nameMax = 50;
type AttachedInput = Pick<BookingInput, "participants" | "additionalFields" | "participantsChoices"> &
  Partial<Pick<BookingInput, "contactDetails" | "extendedFields">>;

/**
 * The maximum size in bytes of additional data that customers can attach to a booking, as JSON in
 * UTF-8.
 */
const attachedMax = 16_384;

/**
 * Rejects input that only staff may send: messages in name fields, because mails contain the names,
 * and more data than a booking needs.
 */
export function requireCustomerInputAllowed(input: AttachedInput) {
  const { contactDetails, participants, additionalFields, extendedFields, participantsChoices } = input;
  const people: [field: string, person: Partial<Pick<Participant, "firstName" | "lastName">> | null | undefined][] = [
    ["contactDetails", contactDetails && nameOf(contactDetails)],
    ...(participants ?? []).map((each, index): [string, Participant] => [`participants.${index}`, each]),
  ];
  const wrongs = people.flatMap(([field, person]): FieldError[] =>
    nameViolations(
      undefined,
      (["firstName", "lastName"] as const).map((part) => [`booking.${field}.${part}`, person?.[part]]),
      nameMax,
    ),
  );
  const attached = { additionalFields, extendedFields, participantsChoices, address: contactDetails?.fullAddress };
  if (Buffer.byteLength(JSON.stringify(attached)) > attachedMax) {
    const description = `must have at most ${attachedMax} bytes, together with the answers of the form`;
    wrongs.push({ field: "booking.extendedFields", description, data: { max: attachedMax } });
  }
  if (wrongs.length > 0) throw new Violation(wrongs);
}
const nameOf = ({ firstName, lastName }: Contact) => ({ firstName: firstName ?? "", lastName: lastName ?? null });

/**
 * Returns the contact details to store. Missing values are filled in from `member`. `isRequired`:
 * people who book for themselves must give a name and an email address.
 */
export function contactOf(
  input: Contact | null | undefined,
  member: { firstName: string | null; lastName: string | null; email: string } | undefined,
  isRequired: boolean,
): Contact {
  if (input?.timeZone && !isTimeZone(input.timeZone)) {
    throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${input.timeZone}".`, 400);
  }
  const firstName = (input?.firstName ?? member?.firstName)?.trim();
  const lastName = (input?.lastName ?? (input?.firstName ? null : member?.lastName))?.trim();
  const email = input?.email ?? member?.email;
  const wrongs: FieldError[] = [];
  if (!firstName) wrongs.push({ field: "booking.contactDetails.firstName", description: "is required" });
  if (!email)
    wrongs.push({ field: "booking.contactDetails.email", description: "is required", data: { type: "EMAIL" } });
  if (isRequired && wrongs.length > 0) throw new Violation(wrongs);
  return {
    ...input,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(email && { email }),
    ...(input?.phone && { phone: normalizePhone(input.phone) }),
  };
}

/**
 * Returns the booked entity as looked up by the server; session data sent by the client is not
 * trusted.
 */
export function entityOf(offer: Offer, input: Entity, lessons?: LessonsLeft): Entity {
  const { service, sessionId, startDate, endDate, staff } = offer;
  const location = offer.location ?? slotLocation(service);
  const timezone = input.slot?.timezone ?? input.schedule?.timezone;
  const around = { serviceId: service.id, scheduleId: service.schedule.id, ...(timezone && { timezone }), location };
  const about = { title: service.name, tags: [service.type] };
  if (!input.slot) {
    const ends = { firstSessionStart: startDate?.toISOString(), lastSessionEnd: endDate?.toISOString() };
    return { schedule: { ...around, ...(startDate && ends), ...(lessons && { lessons }) }, ...about };
  }
  const slot = {
    ...(sessionId && { sessionId }),
    ...around,
    startDate: startDate?.toISOString(),
    endDate: endDate?.toISOString(),
  };
  return { slot: { ...slot, ...(staff[0] && { resource: staff[0] }) }, ...about };
}

/**
 * Returns the participants, each with an id for attendance. `member` of a participant is accepted
 * only from internal callers (`knowsMembers`).
 */
export function toParticipants(
  input: BookingInput["participants"],
  totalParticipants: number,
  { knowsMembers = false } = {},
): Participant[] | null {
  if (!input?.length) return null;
  if (input.length !== totalParticipants) {
    const description = `must name ${totalParticipants}, as many as come`;
    throw new Violation([{ field: "booking.participants", description, data: { exact: totalParticipants } }]);
  }
  return input.map(({ member, ...each }) => ({ ...each, ...(knowsMembers && member && { member }), id: newId() }));
}

/**
 * Rejects participants who are too young or too old for the service in the year it begins and, if
 * the policy requires it, participants without a birth year. Not applied to the owner's bookings
 * (see `byThemselves`). Returns true if an age could not be checked: third-party clients do not
 * send birth years, so the front desk asks for them.
 */
export function requireAgeInRange(
  { ageRange, bookingPolicy: { agePolicy } }: Pick<Service, "ageRange" | "bookingPolicy">,
  participants: BookingInput["participants"],
  year: number,
  byThemselves: boolean,
): boolean {
  if (!ageRange || (ageRange.min == null && ageRange.max == null)) return false;
  const isRequired = byThemselves && agePolicy?.birthYearRequired === true;
  if (!participants?.length) {
    if (!isRequired) return true;
    throw new Violation([
      { field: "booking.participants", description: "is required: the service is for certain ages" },
    ]);
  }
  const wrongs = participants.flatMap(({ birthYear }, index): FieldError[] => {
    const field = `booking.participants.${index}.birthYear`;
    if (birthYear == null) return isRequired ? [{ field, description: "is required" }] : [];
    const data = {
      ...(ageRange.min != null && { min: ageRange.min }),
      ...(ageRange.max != null && { max: ageRange.max }),
    };
    return fitsAges(ageRange, year - birthYear) ? [] : [{ field, description: "is not an age of the service", data }];
  });
  if (wrongs.length > 0) throw new Violation(wrongs);
  return participants.some(({ birthYear }) => birthYear == null);
}
