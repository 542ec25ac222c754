import { createHash } from "node:crypto";
import type { BookingStatus, contract, Input } from "@uola/contract";
import { newId } from "@uola/database";
import { type Call, type Caller, type Context, Refusal, ttlCache, Violation } from "@uola/kernel";
import {
  lessonsLeft,
  type OfferLookup,
  refuseBeforeRegistration,
  refuseByPolicy,
} from "../availability/availability.ts";
import {
  contactOf,
  entityOf,
  participantsOf,
  refuseTooMany,
  refuseUnknownChoices,
  refuseWithoutChoices,
  requireAgeInRange,
  requireCustomerInputAllowed,
  toParticipants,
} from "./booking-input.ts";
import { createForms } from "./form-answers.ts";
import * as members from "./member-store.ts";
import { notificationFor, permittedNotification } from "./notification.ts";
import { unauthorized } from "./refusals.ts";
import { initialStatus, languageSpokenBy, managesBookings, offersPayment, seesAll } from "./rules.ts";
import type { Prepared } from "./store.ts";
import type { BookingRow, Flags, Source } from "./to-booking.ts";

type Known = { status?: BookingStatus; knowsMembers?: boolean; pricedAt?: Date | undefined };
export type CreateBookingInput = Input<typeof contract.bookings.create>;

/** Rejects a requested status or flow-control flag from callers who may not manage bookings. */
export function refuseUnauthorized({ booking, flowControlSettings }: CreateBookingInput, caller: Caller) {
  if ((booking.status || Object.values(flowControlSettings ?? {}).includes(true)) && !managesBookings(caller)) {
    throw unauthorized("Naming a status or a flow-control flag needs the owner.");
  }
}

/** Creates the function that validates and prepares a new booking without storing it. */
export function createBookingPreparation(context: Context, offerLookup: OfferLookup) {
  const { db, siteId, now } = context;
  const filledForm = createForms(context);
  const cachedMembers = ttlCache((id: string) => members.member(db, siteId, id), { ttlMs: 5000 });

  /**
   * Returns the booking row as it would be stored. `status` takes precedence over the status in the
   * input. Rejects with every error code of booking creation except those about places.
   * `knowsMembers`: the membership flags in the input are trusted. `pricedAt`: the time whose price
   * applies; defaults to now.
   */
  return async function prepare(
    { booking: input, flowControlSettings: flow, participantNotification, sendSmsReminder, holdId }: CreateBookingInput,
    { caller, idempotencyKey, from }: Call,
    { status: fixedStatus, knowsMembers = false, pricedAt }: Known = {},
  ): Promise<Prepared> {
    const status = fixedStatus ?? input.status;
    if (status === "CANCELED" || status === "DECLINED") {
      throw new Violation([{ field: "booking.status", description: "is not one a booking can begin with" }]);
    }
    const totalParticipants = participantsOf(input);
    const skipChecks = flow?.skipAvailabilityValidation === true;
    const offer = await offerLookup.of(input.bookedEntity, caller, {
      field: entityField,
      skipChecks,
      totalParticipants,
      holdId: holdId ?? undefined,
    });
    const { service, startDate, endDate } = offer;
    refuseUnknownChoices(service, input);
    refuseTooMany(input, totalParticipants, service);
    const byThemselves = !managesBookings(caller);
    if (byThemselves) refuseWithoutChoices(service, input);
    if (!seesAll(caller)) requireCustomerInputAllowed(input);
    const member = caller.memberId ? await cachedMembers.get(caller.memberId) : undefined;
    const contactDetails = contactOf(input.contactDetails, byThemselves ? member : undefined, byThemselves);
    const at = now();
    // Offers from the waiting list ignore the booking policy, but not the start of registration.
    const ignoresPolicy = skipChecks || flow?.ignoreBookingPolicy;
    if (ignoresPolicy) refuseBeforeRegistration(service, caller, at);
    else refuseByPolicy(service, offer, caller, at);
    const selectedPaymentOption = input.selectedPaymentOption ?? "UNDEFINED";
    if (!flow?.skipSelectedPaymentOptionValidation && !offersPayment(service.payment, selectedPaymentOption)) {
      throw new Refusal("VALIDATION_FAILURE", `The service cannot be paid for by ${selectedPaymentOption}.`, 400, {
        field: "booking.selectedPaymentOption",
      });
    }
    const year = (startDate ?? at).getUTCFullYear();
    const ageNotChecked = requireAgeInRange(service, input.participants, year, byThemselves);
    const { participants } = input;
    const answering = { participants, year, isRequired: byThemselves };
    const additionalFields = await filledForm(service, input.additionalFields, answering);
    const id = newId();
    const booking: BookingRow = {
      siteId,
      id,
      revision: 1,
      status: status ?? initialStatus(service, selectedPaymentOption, flow?.skipBusinessConfirmation === true),
      serviceId: service.id,
      scheduleId: service.schedule.id,
      sessionId: offer.sessionId,
      // An appointment gets the id of its place counter when its session is created.
      placesId: offer.placesId || id,
      totalParticipants,
      startDate,
      endDate,
      bookedEntity: entityOf(offer, input.bookedEntity, lessonsLeft(offer.lessonStarts ?? [], pricedAt ?? at)),
      contactDetails,
      contactEmail: contactDetails.email?.toLowerCase() ?? null,
      participantsChoices: input.participantsChoices ?? null,
      additionalFields: additionalFields ?? null,
      extendedFields: input.extendedFields ?? null,
      externalUserId: input.externalUserId ?? null,
      paymentStatus: "UNDEFINED",
      selectedPaymentOption,
      doubleBooked: false,
      visitorId: caller.kind === "visitor" ? (caller.visitorId ?? caller.id) : null,
      memberId: caller.memberId ?? null,
      appId: caller.appId ?? null,
      participants: toParticipants(input.participants, totalParticipants, { knowsMembers }),
      multiServiceBookingId: null,
      multiServiceBookingType: null,
      flowControl: setFlags(flow ?? {}, ageNotChecked),
      contactId: contactDetails.contactId ?? null,
      payment: null,
      source: sourceOf(caller, input.bookingSource?.platform),
      cancellationFee: null,
      smsReminder: sendSmsReminder === true,
      resourceId: offer.staff[0]?.id ?? null,
      language: languageSpokenBy(caller) ?? null,
      idempotencyKey: idempotencyKey ? scopedKey(caller, idempotencyKey) : null,
      calendarSequence: 0,
      createdDate: at,
      updatedDate: at,
      canceledDate: null,
    };
    const notification = notificationFor(booking, {
      notification: permittedNotification(caller, participantNotification),
      actor: caller,
      network: from.network,
      always: byThemselves,
      language: booking.language ?? member?.language ?? "lt",
    });
    return { booking, offer, actor: caller, notification };
  };
}

/** Bookings by staff and API keys count as made by the business. */
const sourceOf = (caller: Caller, platform: Source["platform"] | null | undefined): Source => ({
  platform: platform ?? "WEB",
  actor: caller.kind === "apiKey" || seesAll(caller) ? "BUSINESS" : "CUSTOMER",
  ...(caller.kind === "member" && seesAll(caller) && { staff: true }),
});

const entityField = "booking.bookedEntity";

const setFlags = (
  flow: NonNullable<CreateBookingInput["flowControlSettings"]>,
  ageNotChecked: boolean,
): Flags | null => {
  const flags: Flags = {
    ...(ageNotChecked && { ageNotChecked: true }),
    ...(flow.skipAvailabilityValidation && { skipAvailabilityValidation: true }),
    ...(flow.skipBusinessConfirmation && { skipBusinessConfirmation: true }),
  };
  return Object.keys(flags).length > 0 ? flags : null;
};

/**
 * Scopes an idempotency key to its caller, so that nobody can access another caller's booking by
 * guessing the key.
 */
export const scopedKey = ({ kind, id }: Caller, key: string): string =>
  createHash("sha256").update(`${kind} ${id}\n${key}`).digest("base64url");
