import { createHash } from "node:crypto";
import type { Booking, BookingStatus, contract, Input } from "@uola/contract";
import { type Database, newId, retrying } from "@uola/database";
import type { Caller } from "../../kernel/callers.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal, Violation } from "../../kernel/errors.ts";
import { type Listing, page } from "../../kernel/paging.ts";
import { recent } from "../../kernel/recent.ts";
import type { Call, Handlers } from "../../kernel/serve.ts";
import { recordChange } from "../../kernel/trail.ts";
import {
  createClaims,
  createOffers,
  givePlacesBack,
  isViolated,
  type Offer,
  policyViolations,
  readMoment,
  takePlaces,
} from "../availability/availability.ts";
import { seesHidden } from "../services/services.ts";
import { toAttendance, toBooking } from "./booking.ts";
import {
  after,
  allowedActions,
  beginning,
  isOwn,
  isOwner,
  type Move,
  mailOf,
  mayCancelNow,
  offersPayment,
  seesAll,
} from "./rules.ts";
import * as store from "./store.ts";
import { contactOf, entityOf, isId, participantsOf } from "./wish.ts";

type Row = store.BookingRow;
type Notification = { notifyParticipants?: boolean | null; message?: string | null } | null | undefined;
type Moving = {
  bookingId: string;
  revision: string;
  participantNotification?: Notification;
};

const listing: Listing = {
  fields: store.fields,
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { usual: 50, max: 100 },
  paging: "cursor",
};

export { cancelableUntil } from "./rules.ts";

/** Everything that can be done to a booking; docs/rules/booking-moves.md says what leads where. */
export function bookings(context: Context): Handlers<typeof contract.bookings> {
  const { db, siteId, now, changes, signIns } = context;
  const offers = createOffers(context);
  const claim = createClaims(context);
  const members = recent((id: string) => store.member(db, siteId, id), { ttlMs: 5000 });
  signIns.push(async (tx, { visitorId, memberId }) => {
    await store.claimVisitorBookings(tx, siteId, visitorId, memberId);
  });

  async function create(input: Input<typeof contract.bookings.create>, { caller, idempotencyKey }: Call) {
    const { booking: wish, flowControlSettings: flow, participantNotification } = input;
    const asksForMore = wish.status || Object.values(flow ?? {}).includes(true);
    if (asksForMore && !isOwner(caller)) throw unauthorized("Naming a status or a flow-control flag needs the owner.");
    if (wish.status === "CANCELED" || wish.status === "DECLINED") {
      throw new Violation([{ field: "booking.status", description: "is not one a booking can begin with" }]);
    }
    const offer = await offerFor(wish.bookedEntity, caller);
    const { service, placesId, sessionId, startDate, endDate } = offer;
    const totalParticipants = participantsOf(wish, offer);
    const member = caller.memberId ? await members.get(caller.memberId) : undefined;
    const contactDetails = contactOf(wish.contactDetails, isOwner(caller) ? undefined : member, !isOwner(caller));
    const at = now();
    if (!flow?.skipAvailabilityValidation) refuseByPolicy(offer, at);
    const selectedPaymentOption = wish.selectedPaymentOption ?? "UNDEFINED";
    if (!flow?.skipSelectedPaymentOptionValidation && !offersPayment(service.payment, selectedPaymentOption)) {
      throw new Refusal("VALIDATION_FAILURE", `The service cannot be paid for by ${selectedPaymentOption}.`, 400, {
        field: "booking.selectedPaymentOption",
      });
    }
    const status = wish.status ?? beginning(service, selectedPaymentOption, flow?.skipBusinessConfirmation === true);
    const booking: Row = {
      siteId,
      id: newId(),
      revision: 1,
      status,
      serviceId: service.id,
      scheduleId: service.schedule.id,
      sessionId,
      placesId,
      totalParticipants,
      startDate,
      endDate,
      bookedEntity: entityOf(offer, wish.bookedEntity),
      contactDetails,
      contactEmail: contactDetails.email?.toLowerCase() ?? null,
      participantsChoices: wish.participantsChoices ?? null,
      additionalFields: wish.additionalFields ?? null,
      extendedFields: wish.extendedFields ?? null,
      externalUserId: wish.externalUserId ?? null,
      paymentStatus: "UNDEFINED",
      selectedPaymentOption,
      doubleBooked: false,
      visitorId: caller.kind === "visitor" ? (caller.visitorId ?? caller.id) : null,
      memberId: caller.memberId ?? null,
      appId: caller.appId ?? null,
      participants: null,
      multiServiceBookingId: null,
      multiServiceBookingType: null,
      flowControl: null,
      contactId: null,
      smsReminder: false,
      resourceId: null,
      idempotencyKey: idempotencyKey ? scoped(caller, idempotencyKey) : null,
      calendarSequence: 0,
      createdDate: at,
      updatedDate: at,
      canceledDate: null,
    };
    const entity = toBooking(booking);
    const decision = await claim({
      booking,
      entity,
      actor: caller,
      mail: mail(booking, member?.language, participantNotification, !isOwner(caller)),
    });
    if (decision.outcome === "made") return { booking: entity };
    if (decision.outcome === "full") throw full(offer, totalParticipants, decision.left);
    const made = await store.read(db, siteId, decision.bookingId);
    if (!made) throw notFound(decision.bookingId);
    return { booking: toBooking(made) };
  }

  /** What a wish is about. Hidden services do not exist for visitors. */
  async function offerFor({ slot, schedule }: Booking["bookedEntity"], caller: Caller): Promise<Offer> {
    if (Boolean(slot) === Boolean(schedule)) {
      throw new Violation([
        { field: "booking.bookedEntity", description: "must hold exactly one of slot and schedule" },
      ]);
    }
    const visible = (offer: Offer | undefined) =>
      offer && (!offer.service.hidden || seesHidden(caller.role)) ? offer : undefined;
    if (schedule) {
      const offer = visible(isId(schedule.scheduleId) ? await offers.course(schedule.scheduleId) : undefined);
      if (!offer || (schedule.serviceId && schedule.serviceId !== offer.service.id)) {
        throw new Refusal("SCHEDULE_NOT_FOUND", `No course has the schedule ${schedule.scheduleId}.`, 404);
      }
      return offer;
    }
    const { sessionId, scheduleId, serviceId, startDate, timezone } = slot as NonNullable<typeof slot>;
    const start = startDate ? readMoment(startDate, timezone) : undefined;
    const found = sessionId
      ? isId(sessionId) && offers.session(sessionId)
      : isId(scheduleId) && start && offers.sessionAt(scheduleId, start);
    const offer = visible((await found) || undefined);
    if (!offer || offer.service.id !== serviceId || offer.service.schedule.id !== scheduleId) {
      throw new Refusal("SESSION_NOT_FOUND", "The slot names no session of this service and schedule.", 404);
    }
    if (offer.service.type === "COURSE") {
      throw new Violation([{ field: "booking.bookedEntity.slot", description: "a course is booked by its schedule" }]);
    }
    if (offer.canceled) throw new Refusal("SLOT_NOT_AVAILABLE", "The session does not take place.");
    return offer;
  }

  /** One move of one booking: who, from where, with what places; everything in one transaction. */
  async function move(
    name: Exclude<Move, "attendance">,
    input: Moving,
    { caller }: Call,
    { check, set = {} }: { check?: (row: Row) => Promise<void>; set?: Parameters<typeof store.change>[3] } = {},
  ) {
    const { bookingId, participantNotification } = input;
    const email = await emailOf(caller);
    const moved = await retrying(() =>
      db.transaction().execute(async (tx) => {
        const before = await store.lock(tx, siteId, bookingId);
        const own = before !== undefined && isOwn(caller, before, email);
        if (!before || !(own || seesAll(caller))) throw notFound(bookingId);
        if (!own && !isOwner(caller)) throw unauthorized(`Only the owner or whose booking it is may ${name} it.`);
        if (Number(input.revision) !== before.revision) throw stale(before, input.revision);
        const outcome = after(before.status as BookingStatus, name);
        if (!outcome) throw impossible(before, name);
        await check?.(before);
        await movePlaces(tx, before, outcome.places);
        const at = now();
        const row = await store.change(tx, siteId, bookingId, {
          ...set,
          status: outcome.status,
          revision: before.revision + 1,
          calendarSequence: before.calendarSequence + 1,
          updatedDate: at,
          ...(outcome.status === "CANCELED" && { canceledDate: at }),
        });
        const language = row.memberId ? (await members.get(row.memberId))?.language : undefined;
        const letter = mail(row, language, participantNotification, !isOwner(caller));
        const booking = toBooking(row);
        await recordChange(tx, {
          siteId,
          at,
          entity: "booking",
          entityId: bookingId,
          audit: { actor: caller, action: `booking.${name}`, before: toBooking(before), after: booking },
          event: {
            slug: slugs[name],
            sequence: row.revision,
            body: { actionEvent: { body: { booking, participantNotification, previousStatus: before.status } } },
          },
          outbox: letter ? [{ kind: "mail", payload: letter }] : [],
        });
        return { booking, places: outcome.places };
      }),
    );
    if (moved.places === "take" || moved.places === "give") changes.publish("availability");
    return { booking: moved.booking };
  }

  async function movePlaces(tx: Database, { placesId, totalParticipants }: Row, effect: string) {
    if (effect === "give") await givePlacesBack(tx, siteId, placesId, totalParticipants);
    if (effect === "take" && !(await takePlaces(tx, siteId, placesId, totalParticipants))) {
      throw new Refusal("NO_OPEN_SPOTS", `There are no ${totalParticipants} places left.`);
    }
  }

  const emailOf = async ({ memberId }: Caller) => (memberId ? store.verifiedEmail(db, siteId, memberId) : undefined);
  const policyOf = async ({ serviceId }: Row) => (await offers.service(serviceId))?.bookingPolicy;

  return {
    create,
    confirm: (input, call) => {
      const { paymentStatus, doubleBooked, flowControlSettings } = input;
      const keepsDouble = flowControlSettings?.checkAvailabilityValidation && doubleBooked !== null;
      const set = { ...(paymentStatus && { paymentStatus }), ...(keepsDouble && { doubleBooked }) };
      return move("confirm", input, call, { set });
    },
    decline: (input, call) => {
      const { paymentStatus, doubleBooked } = input;
      const set = { ...(paymentStatus && { paymentStatus }), ...(doubleBooked != null && { doubleBooked }) };
      return move("decline", input, call, { set });
    },
    cancel: (input, call) => {
      const flow = input.flowControlSettings;
      if (flow?.ignoreCancellationPolicy && !isOwner(call.caller)) {
        throw unauthorized("Passing over the cancellation policy needs the owner.");
      }
      const check = async (row: Row) => {
        const policy = (await policyOf(row))?.cancellationPolicy;
        if (flow?.ignoreCancellationPolicy || mayCancelNow(policy, row.startDate, now())) return;
        const data = { cancellationDisabled: !policy?.enabled, tooLateToCancel: policy?.enabled === true };
        throw new Refusal("BOOKING_POLICY_VIOLATION", "The policy does not allow to cancel now.", 409, data);
      };
      return move("cancel", input, call, { check });
    },

    setAttendance: ({ bookingId, sessionId: named, status, numberOfAttendees, present }, { caller }) =>
      db.transaction().execute(async (tx) => {
        const booking = await store.lock(tx, siteId, bookingId);
        if (!booking) throw notFound(bookingId);
        if (!after(booking.status as BookingStatus, "attendance")) throw impossible(booking, "mark the attendance of");
        const sessionId = named ?? booking.sessionId;
        if (!sessionId) throw new Violation([{ field: "sessionId", description: "is required for a course" }]);
        const count = numberOfAttendees ?? (status === "ATTENDED" ? booking.totalParticipants : 0);
        if (count > booking.totalParticipants) {
          const description = `must be at most ${booking.totalParticipants}, as many as were booked for`;
          throw new Violation([{ field: "numberOfAttendees", description }]);
        }
        const before = await store.attendance(tx, siteId, bookingId, sessionId);
        const row = {
          siteId,
          bookingId,
          sessionId,
          id: before?.id ?? newId(),
          status,
          numberOfAttendees: count,
          present: present ?? [],
          updatedDate: now(),
        };
        await store.putAttendance(tx, row);
        await recordChange(tx, {
          siteId,
          at: now(),
          entity: "booking",
          entityId: bookingId,
          audit: {
            actor: caller,
            action: "booking.attendance",
            before: before && toAttendance(before),
            after: toAttendance(row),
          },
        });
        return { attendance: { ...toAttendance(row), bookingId, sessionId, present: row.present } };
      }),

    queryExtended: async (input, { caller }) => {
      const email = await emailOf(caller);
      const { visitorId, memberId } = caller;
      const visible = seesAll(caller)
        ? store.readBookings(db, siteId)
        : store.ownBookings(db, siteId, {
            visitorId: caller.kind === "visitor" ? visitorId : undefined,
            memberId,
            verifiedEmail: email,
          });
      const { rows, pagingMetadata } = await page(visible, input.query, listing);
      const extendedBookings = rows.map(async (row) => ({
        booking: toBooking(row),
        ...(input.withBookingAllowedActions && {
          allowedActions: allowedActions(
            { status: row.status as BookingStatus, startDate: row.startDate },
            await policyOf(row),
            { isOwner: isOwner(caller), isOwn: isOwn(caller, row, email) },
            now(),
          ),
        }),
        ...(input.withBookingAttendanceInfo && {
          attendance: toAttendance(
            row.sessionId ? await store.attendance(db, siteId, row.id, row.sessionId) : undefined,
          ),
        }),
      }));
      return { extendedBookings: await Promise.all(extendedBookings), pagingMetadata };
    },
  };
}

const slugs = { confirm: "confirmed", decline: "declined", cancel: "canceled" } as const;

const notFound = (id: string) => new Refusal("BOOKING_NOT_FOUND", `No booking ${id}.`, 404);
const unauthorized = (message: string) => new Refusal("UNAUTHORIZED_OPERATION", message, 403);
const impossible = ({ status }: Row, what: string) =>
  new Refusal("INVALID_BOOKING_STATUS", `One cannot ${what} a ${status} booking.`, 409, { status });
const stale = ({ revision }: Row, given: string) =>
  new Refusal("BOOKING_REVISION_MISMATCH", `The booking is at revision ${revision}, not ${given}.`, 409, {
    revision: String(revision),
  });

function full({ sessionId }: Offer, wanted: number, left: number | undefined): Refusal {
  if (left === undefined) return new Refusal("SLOT_NOT_AVAILABLE", "The session does not take place.");
  const code = sessionId === null ? "SCHEDULE_CAPACITY_EXCEEDED" : "SESSION_CAPACITY_EXCEEDED";
  return new Refusal(code, `${wanted} places are wanted and ${left} are left.`, 409, { openSpots: left });
}

function refuseByPolicy(offer: Offer, at: Date) {
  const violations = policyViolations(offer.service, offer, at);
  if (!isViolated(violations)) return;
  const named = Object.entries(violations).flatMap(([name, violated]) => (violated ? [name] : []));
  throw new Refusal("BOOKING_POLICY_VIOLATION", `The policy does not allow it: ${named.join(", ")}.`, 409, violations);
}

/** A key belongs to its caller: nobody reaches another's booking by guessing it. */
const scoped = ({ kind, id }: Caller, key: string): string =>
  createHash("sha256").update(`${kind} ${id}\n${key}`).digest("base64url");

/** What the mail queue is to send about the status a booking has reached, if anything. */
function mail(row: Row, language: string | undefined, wish: Notification, byThemselves: boolean) {
  const template = mailOf[row.status as BookingStatus];
  const asked = wish?.notifyParticipants === true;
  if (!template || !row.contactEmail || !(asked || byThemselves)) return undefined;
  const message = asked && wish.message ? { message: wish.message } : {};
  return { template, bookingId: row.id, revision: row.revision, language: language ?? "lt", ...message };
}
