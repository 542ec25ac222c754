import type { AgeRange, BookedEntity, BookingInput, ContactDetails, Participant, Service } from "@uola/contract";
import { newId } from "@uola/database";
import { type FieldError, Refusal, Violation } from "@uola/kernel";
import type { z } from "zod";
import { isTimeZone, type Offer, slotLocation } from "../availability/availability.ts";
import { normalPhone } from "./phone.ts";

export type { Participant } from "@uola/contract";

type Contact = z.infer<typeof ContactDetails>;
type Entity = z.infer<typeof BookedEntity>;

type Counts = Pick<BookingInput, "totalParticipants" | "participantsChoices">;

/** How many people come. Errors: a violation naming the field, INVALID_SERVICE_CHOICES. */
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
    : (totalParticipants as number);
}

/** Refuses choices that the service does not offer, and those that leave an option out. */
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

/** Refuses more people than the policy lets come with one booking. */
export function refuseTooMany({ participantsChoices }: Counts, count: number, { bookingPolicy }: Service) {
  const most = Math.min(1000, bookingPolicy.participantsPolicy?.maxParticipantsPerBooking ?? 1000);
  if (count <= most) return;
  const field = participantsChoices ? "booking.participantsChoices" : "booking.totalParticipants";
  throw new Violation([{ field, description: `must be at most ${most}`, data: { max: most } }]);
}

const nameMax = 50;
/** What mail programs make a link of, and what breaks a line. */
const isNoName = (text: string) => /[/\\@<>\p{Cc}]|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/u.test(text);

/** The most that people may attach to a booking of theirs, as JSON in UTF-8. */
const attachedMax = 16_384;

/** What those who do not work here may not send: names that are messages, for they stand in mails, and more than a booking needs. */
export function refuseMisuse(input: BookingInput) {
  const { contactDetails, participants, additionalFields, extendedFields, participantsChoices } = input;
  const people: [field: string, person: Partial<Pick<Participant, "firstName" | "lastName">> | null | undefined][] = [
    ["contactDetails", contactDetails && nameOf(contactDetails)],
    ...(participants ?? []).map((each, index): [string, Participant] => [`participants.${index}`, each]),
  ];
  const wrongs = people.flatMap(([field, person]): FieldError[] =>
    (["firstName", "lastName"] as const).flatMap((part) => {
      const name = person?.[part] ?? "";
      const at = `booking.${field}.${part}`;
      if (name.length > nameMax) {
        return { field: at, description: `must have at most ${nameMax} characters`, data: { max: nameMax } };
      }
      return isNoName(name) ? { field: at, description: "must be a name" } : [];
    }),
  );
  const attached = { additionalFields, extendedFields, participantsChoices, address: contactDetails?.fullAddress };
  if (Buffer.byteLength(JSON.stringify(attached)) > attachedMax) {
    const description = `must have at most ${attachedMax} bytes, together with the answers of the form`;
    wrongs.push({ field: "booking.extendedFields", description, data: { max: attachedMax } });
  }
  if (wrongs.length > 0) throw new Violation(wrongs);
}
const nameOf = ({ firstName, lastName }: Contact) => ({ firstName: firstName ?? "", lastName: lastName ?? null });

/** Contact details as they are kept; `known` fills what was left out. People who book for themselves can be reached. */
export function contactOf(
  given: Contact | null | undefined,
  known: { firstName: string | null; lastName: string | null; email: string } | undefined,
  isRequired: boolean,
): Contact {
  if (given?.timeZone && !isTimeZone(given.timeZone)) {
    throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${given.timeZone}".`, 400);
  }
  const firstName = (given?.firstName ?? known?.firstName)?.trim();
  const lastName = (given?.lastName ?? (given?.firstName ? null : known?.lastName))?.trim();
  const email = given?.email ?? known?.email;
  const wrongs: FieldError[] = [];
  if (!firstName) wrongs.push({ field: "booking.contactDetails.firstName", description: "is required" });
  if (!email)
    wrongs.push({ field: "booking.contactDetails.email", description: "is required", data: { type: "EMAIL" } });
  if (isRequired && wrongs.length > 0) throw new Violation(wrongs);
  return {
    ...given,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(email && { email }),
    ...(given?.phone && { phone: normalPhone(given.phone) }),
  };
}

/** The entity of a booking as the server tells it: what the client said about a session is not believed but looked up. */
export function entityOf(offer: Offer, input: Entity): Entity {
  const { service, sessionId, startDate, endDate, staff } = offer;
  const location = offer.location ?? slotLocation(service);
  const timezone = input.slot?.timezone ?? input.schedule?.timezone;
  const around = { serviceId: service.id, scheduleId: service.schedule.id, ...(timezone && { timezone }), location };
  const about = { title: service.name, tags: [service.type] };
  if (!input.slot) {
    const ends = { firstSessionStart: startDate?.toISOString(), lastSessionEnd: endDate?.toISOString() };
    return { schedule: { ...around, ...(startDate && ends) }, ...about };
  }
  const slot = {
    ...(sessionId && { sessionId }),
    ...around,
    startDate: startDate?.toISOString(),
    endDate: endDate?.toISOString(),
  };
  return { slot: { ...slot, ...(staff[0] && { resource: staff[0] }) }, ...about };
}

/** The names of those who come, each with an id to be marked by. */
export function namesOf(given: BookingInput["participants"], totalParticipants: number): Participant[] | null {
  if (!given?.length) return null;
  if (given.length !== totalParticipants) {
    const description = `must name ${totalParticipants}, as many as come`;
    throw new Violation([{ field: "booking.participants", description, data: { exact: totalParticipants } }]);
  }
  return given.map((each) => ({ ...each, id: newId() }));
}

/** In a year in which somebody turns `at`, they are that or a year less: both count. */
const inRange = ({ min, max }: AgeRange, at: number) => at >= (min ?? 0) && at - 1 <= (max ?? Number.POSITIVE_INFINITY);

/**
 * Refuses who is too young or too old for the service in the year it begins. Its ages are asked of everybody who comes;
 * `isRequired` is false for the owner, who may leave them out.
 */
export function refuseOtherAges(
  { ageRange }: Pick<Service, "ageRange">,
  participants: BookingInput["participants"],
  year: number,
  isRequired: boolean,
) {
  if (!ageRange || (ageRange.min == null && ageRange.max == null)) return;
  if (!participants?.length) {
    if (!isRequired) return;
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
    return inRange(ageRange, year - birthYear) ? [] : [{ field, description: "is not an age of the service", data }];
  });
  if (wrongs.length > 0) throw new Violation(wrongs);
}
