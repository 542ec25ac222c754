import { createHash } from "node:crypto";
import type { BookingStatus, contract, Input } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Call, type Caller, type Context, Refusal, ttlCache, Violation } from "@uola/kernel";
import { createOfferLookup, type Offer, policyViolations } from "../availability/availability.ts";
import {
  contactOf,
  entityOf,
  namesOf,
  participantsOf,
  refuseMisuse,
  refuseOtherAges,
  refuseTooMany,
  refuseUnknownChoices,
} from "./booking-input.ts";
import { createForms } from "./form-answers.ts";
import { notificationFor, permittedNotification } from "./notification.ts";
import { refuseByPolicy, unauthorized } from "./refusals.ts";
import { beginning, isOwner, offersPayment, seesAll } from "./rules.ts";
import * as store from "./store.ts";
import type { Source } from "./to-booking.ts";

export type Wish = Input<typeof contract.bookings.create>;
/** A wish that may be granted: the row as it would be written, what it is about, and who would be told. */
export type Prepared = {
  booking: store.BookingRow;
  offer: Offer;
  actor: Caller;
  letter: ReturnType<typeof notificationFor>;
  /** Sessions that are not in its way. */
  besides?: readonly string[] | undefined;
};

/** Naming a status or a flag needs the owner. */
export function refuseUnauthorized({ booking, flowControlSettings }: Wish, caller: Caller) {
  if ((booking.status || Object.values(flowControlSettings ?? {}).includes(true)) && !isOwner(caller)) {
    throw unauthorized("Naming a status or a flow-control flag needs the owner.");
  }
}

/**
 * Makes a row of a wish, writing nothing. `status` is what it begins with whatever the wish names; `besides` are sessions that are
 * not in its way. Refuses with every code of creating a booking but those about places.
 */
export function createPreparing(context: Context) {
  const { db, siteId, now } = context;
  const offering = createOfferLookup(context);
  const filledForm = createForms(context);
  const members = ttlCache((id: string) => store.member(db, siteId, id), { ttlMs: 5000 });

  async function prepare(
    { booking: wish, flowControlSettings: flow, participantNotification, sendSmsReminder, holdId }: Wish,
    { caller, idempotencyKey, from }: Call,
    { status: named, besides }: { status?: BookingStatus | undefined; besides?: readonly string[] } = {},
  ): Promise<Prepared> {
    const begins = named ?? wish.status;
    if (begins === "CANCELED" || begins === "DECLINED") {
      throw new Violation([{ field: "booking.status", description: "is not one a booking can begin with" }]);
    }
    const totalParticipants = participantsOf(wish);
    const skipChecks = flow?.skipAvailabilityValidation === true;
    const asking = {
      field: entityField,
      skipChecks,
      totalParticipants,
      excludeSessionIds: besides,
      holdId: holdId ?? undefined,
    };
    const offer = await offering.of(wish.bookedEntity, caller, asking);
    const { service, startDate, endDate } = offer;
    refuseUnknownChoices(service, wish);
    refuseTooMany(wish, totalParticipants, service);
    const byThemselves = !isOwner(caller);
    if (!seesAll(caller)) refuseMisuse(wish);
    const member = caller.memberId ? await members.get(caller.memberId) : undefined;
    const contactDetails = contactOf(wish.contactDetails, byThemselves ? member : undefined, byThemselves);
    const at = now();
    if (!skipChecks && !flow?.ignoreBookingPolicy) refuseByPolicy(policyViolations(service, offer, at));
    const selectedPaymentOption = wish.selectedPaymentOption ?? "UNDEFINED";
    if (!flow?.skipSelectedPaymentOptionValidation && !offersPayment(service.payment, selectedPaymentOption)) {
      throw new Refusal("VALIDATION_FAILURE", `The service cannot be paid for by ${selectedPaymentOption}.`, 400, {
        field: "booking.selectedPaymentOption",
      });
    }
    refuseOtherAges(service, wish.participants, (startDate ?? at).getUTCFullYear(), byThemselves);
    const additionalFields = await filledForm(service, wish.additionalFields, byThemselves);
    const id = newId();
    const booking: store.BookingRow = {
      siteId,
      id,
      revision: 1,
      status: begins ?? beginning(service, selectedPaymentOption, flow?.skipBusinessConfirmation === true),
      serviceId: service.id,
      scheduleId: service.schedule.id,
      sessionId: offer.sessionId,
      // An appointment has its places once it is seated.
      placesId: offer.placesId || id,
      totalParticipants,
      startDate,
      endDate,
      bookedEntity: entityOf(offer, wish.bookedEntity),
      contactDetails,
      contactEmail: contactDetails.email?.toLowerCase() ?? null,
      participantsChoices: wish.participantsChoices ?? null,
      additionalFields: additionalFields ?? null,
      extendedFields: wish.extendedFields ?? null,
      externalUserId: wish.externalUserId ?? null,
      paymentStatus: "UNDEFINED",
      selectedPaymentOption,
      doubleBooked: false,
      visitorId: caller.kind === "visitor" ? (caller.visitorId ?? caller.id) : null,
      memberId: caller.memberId ?? null,
      appId: caller.appId ?? null,
      participants: namesOf(wish.participants, totalParticipants),
      multiServiceBookingId: null,
      multiServiceBookingType: null,
      flowControl: flow ? setFlags(flow) : null,
      contactId: contactDetails.contactId ?? null,
      payment: null,
      source: sourceOf(caller, wish.bookingSource?.platform),
      cancellationFee: null,
      smsReminder: sendSmsReminder === true,
      resourceId: offer.staff[0]?.id ?? null,
      idempotencyKey: idempotencyKey ? scoped(caller, idempotencyKey) : null,
      calendarSequence: 0,
      createdDate: at,
      updatedDate: at,
      canceledDate: null,
    };
    const letter = notificationFor(booking, {
      notification: permittedNotification(caller, participantNotification),
      actor: caller,
      network: from.network,
      always: byThemselves,
      language: member?.language,
    });
    return { booking, offer, actor: caller, letter, besides };
  }

  return {
    prepare,
    offering,
    languageOf: async (of: Database, memberId: string | null) =>
      memberId ? (await store.member(of, siteId, memberId))?.language : undefined,
  };
}

/** Somebody who works here books for the gym, and so does a key. */
const sourceOf = (caller: Caller, platform: Source["platform"] | null | undefined): Source => ({
  platform: platform ?? "WEB",
  actor: caller.kind === "apiKey" || seesAll(caller) ? "BUSINESS" : "CUSTOMER",
  ...(caller.kind === "member" && seesAll(caller) && { staff: true }),
});

const entityField = "booking.bookedEntity";

/** What was passed over when a booking was made. */
export type Flags = { skipAvailabilityValidation?: true; skipBusinessConfirmation?: true };
const setFlags = (flow: NonNullable<Wish["flowControlSettings"]>): Flags | null => {
  const flags: Flags = {
    ...(flow.skipAvailabilityValidation && { skipAvailabilityValidation: true }),
    ...(flow.skipBusinessConfirmation && { skipBusinessConfirmation: true }),
  };
  return Object.keys(flags).length > 0 ? flags : null;
};

/** A key belongs to its caller: nobody reaches another's booking by guessing it. */
export const scoped = ({ kind, id }: Caller, key: string): string =>
  createHash("sha256").update(`${kind} ${id}\n${key}`).digest("base64url");
