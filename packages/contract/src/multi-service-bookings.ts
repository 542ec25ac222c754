import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { BookingPolicyViolations } from "./availability.ts";
import {
  BookedSlot,
  Booking,
  BookingInput,
  BulkActionMetadata,
  CancelFlowControl,
  CreateFlowControl,
  ItemMetadata,
  limitErrors,
  MultiServiceBookingType,
  ParticipantNotification,
  ParticipantsChoices,
  PaymentStatus,
  RescheduleFlowControl,
} from "./bookings.ts";
import { endpoint } from "./endpoint.ts";
import { passUseErrors } from "./pass-errors.ts";
import { guid, maybe, revision } from "./wire.ts";

const gateways = ["/_api/bookings-service", "/bookings"];
const path = "/v2/multi_service_bookings";

/** One booking of a multi-service booking. It is returned completely only with `returnFullEntity`. */
const BookingResult = z.object({ bookingId: guid, booking: maybe(Booking) });
export const MultiServiceBooking = z
  .object({ id: guid, bookings: z.array(BookingResult) })
  .meta({ id: "MultiServiceBooking" });
export type MultiServiceBooking = z.infer<typeof MultiServiceBooking>;

const output = z.object({ multiServiceBooking: MultiServiceBooking });
const answered = { returnFullEntity: maybe(z.boolean()) };
const one = { multiServiceBookingId: guid };
const withNotification = { ...answered, participantNotification: maybe(ParticipantNotification) };
const BookingInfo = z.object({ bookingId: guid, revision, paymentStatus: maybe(PaymentStatus) });
const bookingsInfo = maybe(z.array(BookingInfo).max(8));
const Member = z.object({ bookingId: guid, revision });
const members = z.array(Member).min(1).max(8);

const notFound = "MULTI_SERVICE_BOOKING_NOT_FOUND";
const moving = [
  notFound,
  "BOOKING_NOT_FOUND",
  "BOOKING_REVISION_MISMATCH",
  "INVALID_BOOKING_STATUS",
  "UNAUTHORIZED_OPERATION",
] as const;
const capacityErrors = ["SESSION_CAPACITY_EXCEEDED", "SCHEDULE_CAPACITY_EXCEEDED", "SLOT_NOT_AVAILABLE"] as const;
const inputErrors = [
  "SESSION_NOT_FOUND",
  "SCHEDULE_NOT_FOUND",
  "RESOURCE_NOT_FOUND",
  "BOOKING_POLICY_VIOLATION",
  "VALIDATION_FAILURE",
  "INVALID_CHOICES",
  "INVALID_SERVICE_CHOICES",
  "INVALID_DATE_FORMAT",
  "INVALID_TIME_ZONE",
  "EMPTY_FORM_INFO",
  "CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED",
  "UNAUTHORIZED_OPERATION",
  ...capacityErrors,
] as const;

/**
 * Bookings made together: consecutive, at the same time, or only as a whole. A change applies to
 * all of them or to none.
 */
export const multiServiceBookings = {
  create: endpoint({
    method: "POST",
    path,
    gateways,
    access: "visitor",
    input: z.object({
      bookings: z.array(BookingInput).min(1).max(8),
      ...withNotification,
      sendSmsReminder: maybe(z.boolean()),
      flowControlSettings: maybe(CreateFlowControl),
      multiServiceBookingType: maybe(MultiServiceBookingType),
      captchaTokens,
    }),
    output,
    errors: [...inputErrors, ...limitErrors],
    summary: "Book several services at once; back to back unless another type is named.",
  }),
  get: endpoint({
    method: "GET",
    path: `${path}/{multiServiceBookingId}`,
    gateways,
    access: "visitor",
    input: z.object(one),
    output: output.extend({ metadata: z.object({ totalNumberOfScheduledBookings: z.int() }) }),
    errors: [notFound],
    summary: "Read bookings that were made together; the metadata tells how many of them take place.",
  }),
  getAvailability: endpoint({
    method: "POST",
    reads: true,
    path: `${path}/{multiServiceBookingId}/get_availability`,
    gateways,
    access: "visitor",
    input: z.object(one),
    output: z.object({
      bookable: z.boolean(),
      /** The smallest capacity among the bookings of the multi-service booking. */
      totalCapacity: maybe(z.int()),
      remainingCapacity: maybe(z.int()),
      policyViolations: BookingPolicyViolations,
      policySettings: z.object({ maxParticipantsPerBooking: maybe(z.int()) }),
      multiServiceBookingInfo: z.array(z.object({ bookingId: guid })),
    }),
    errors: [notFound],
    summary: "Read whether all of it could still be confirmed.",
  }),
  reschedule: endpoint({
    method: "POST",
    path: `${path}/{multiServiceBookingId}/reschedule`,
    gateways,
    access: "visitor",
    input: z.object({
      ...one,
      ...withNotification,
      rescheduleBookingsInfo: z
        .array(
          z.object({
            bookingId: guid,
            revision,
            slot: BookedSlot,
            totalParticipants: maybe(z.int().min(1).max(1000)),
            participantsChoices: maybe(ParticipantsChoices),
          }),
        )
        .min(1)
        .max(8),
      flowControlSettings: maybe(RescheduleFlowControl),
      captchaTokens,
    }),
    output,
    errors: [...new Set([...moving, ...inputErrors, ...passUseErrors, "COUPON_NOT_AT_THIS_TIME", ...limitErrors])],
    summary: "Move several of its bookings to other times, which still fit together.",
  }),
  cancel: endpoint({
    method: "POST",
    path: `${path}/{multiServiceBookingId}/cancel`,
    gateways,
    access: "visitor",
    input: z.object({ ...one, ...withNotification, flowControlSettings: maybe(CancelFlowControl) }),
    output,
    errors: [...moving, "BOOKING_POLICY_VIOLATION", "REFUND_NOT_ALLOWED"],
    summary: "Cancel all of it that is not over.",
  }),
  markAsPending: endpoint({
    method: "POST",
    path: `${path}/{multiServiceBookingId}/mark_as_pending`,
    gateways,
    access: "owner",
    input: z.object({
      ...one,
      ...withNotification,
      markAsPendingBookingsInfo: bookingsInfo,
      sendSmsReminder: maybe(z.boolean()),
      doubleBooked: maybe(z.boolean()),
      flowControlSettings: maybe(
        z.object({
          checkAvailabilityValidation: maybe(z.boolean()),
          skipPendingApprovalServiceValidation: maybe(z.boolean()),
        }),
      ),
    }),
    output,
    errors: [...moving, "NO_OPEN_SPOTS", "VALIDATION_FAILURE"],
    summary: "Put created bookings up for the owner's approval.",
  }),
  confirm: endpoint({
    method: "POST",
    path: `${path}/{multiServiceBookingId}/confirm`,
    gateways,
    access: "owner",
    input: z.object({
      ...one,
      ...withNotification,
      confirmBookingsInfo: bookingsInfo,
      sendSmsReminder: maybe(z.boolean()),
      doubleBooked: maybe(z.boolean()),
      flowControlSettings: maybe(z.object({ checkAvailabilityValidation: maybe(z.boolean()) })),
    }),
    output,
    errors: [...moving, "NO_OPEN_SPOTS"],
    summary: "Confirm all of it that is not over.",
  }),
  decline: endpoint({
    method: "POST",
    path: `${path}/{multiServiceBookingId}/decline`,
    gateways,
    access: "owner",
    input: z.object({
      ...one,
      ...withNotification,
      declineBookingsInfo: bookingsInfo,
      doubleBooked: maybe(z.boolean()),
      flowControlSettings: maybe(z.object({ withRefund: maybe(z.boolean()) })),
    }),
    output,
    errors: [...moving, "REFUND_NOT_ALLOWED"],
    summary: "Decline all of it that is not over.",
  }),
  getAllowedActions: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/bulk/multi_service_bookings/get_allowed_actions",
    gateways,
    access: "visitor",
    input: z.object({ multiServiceBookingIds: z.array(guid).min(1).max(100) }),
    output: z.object({
      results: z.array(
        z.object({
          itemMetadata: ItemMetadata,
          item: maybe(z.object({ cancel: z.boolean(), reschedule: z.boolean() })),
        }),
      ),
      bulkActionMetadata: BulkActionMetadata,
    }),
    errors: [],
    summary: "Read what the caller may do with several of them: what holds for every booking of one.",
  }),
  mark: endpoint({
    method: "POST",
    path: `${path}/mark_as_multi_service_booking`,
    gateways,
    access: "owner",
    input: z.object({
      bookingIds: z.array(guid).min(1).max(8),
      multiServiceBookingType: maybe(MultiServiceBookingType),
    }),
    output: z.object({ multiServiceBookingId: guid }),
    errors: ["BOOKING_NOT_FOUND", "VALIDATION_FAILURE"],
    summary: "Let bookings that are there belong together.",
  }),
  addBookings: endpoint({
    method: "POST",
    path: `${path}/add_bookings_to_multi_service_booking`,
    gateways,
    access: "owner",
    input: z.object({ ...one, ...answered, bookings: members }),
    output: z.object({ bookings: z.array(BookingResult) }),
    errors: [notFound, "BOOKING_NOT_FOUND", "BOOKING_REVISION_MISMATCH", "VALIDATION_FAILURE"],
    summary: "Add bookings to those that belong together.",
  }),
  removeBookings: endpoint({
    method: "POST",
    path: `${path}/remove_bookings_from_multi_service_booking`,
    gateways,
    access: "owner",
    input: z.object({ ...one, ...answered, bookings: maybe(members) }),
    output: z.object({ bookings: z.array(BookingResult) }),
    errors: [notFound, "BOOKING_NOT_FOUND", "BOOKING_REVISION_MISMATCH"],
    summary: "Let bookings stand by themselves again; all of them, when none is named.",
  }),
};
