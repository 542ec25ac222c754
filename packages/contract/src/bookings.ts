import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { LessonsLeft, SlotLocation } from "./availability.ts";
import { endpoint } from "./endpoint.ts";
import { passUseErrors } from "./pass-errors.ts";
import {
  Address,
  ExtendedFields,
  emailAddress,
  guid,
  instant,
  linkKey,
  Money,
  maybe,
  PagingMetadata,
  Query,
  revision,
  typedLine,
  typedText,
} from "./wire.ts";

export const BookingStatus = z.enum(["CREATED", "CONFIRMED", "CANCELED", "PENDING", "DECLINED", "WAITING_LIST"]);
export type BookingStatus = z.infer<typeof BookingStatus>;
export const PaymentStatus = z.enum(["UNDEFINED", "NOT_PAID", "PAID", "PARTIALLY_PAID", "REFUNDED", "EXEMPT"]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
export const SelectedPaymentOption = z.enum(["UNDEFINED", "OFFLINE", "ONLINE", "MEMBERSHIP", "MEMBERSHIP_OFFLINE"]);
/** How a till payment was made. */
export const PaymentMethod = z.enum(["CASH", "CARD", "TRANSFER"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;
const AttendanceStatus = z.enum(["NOT_SET", "ATTENDED", "NOT_ATTENDED"]);

export const ContactDetails = z
  .object({
    contactId: maybe(guid),
    firstName: maybe(typedLine().max(100)),
    lastName: maybe(typedLine().max(100)),
    email: maybe(emailAddress().max(254)),
    phone: maybe(z.string().max(40)),
    fullAddress: maybe(Address),
    timeZone: maybe(z.string().max(60)),
    countryCode: maybe(z.string().max(2)),
  })
  .meta({ id: "ContactDetails" });

export const BookedSlot = z.object({
  sessionId: maybe(z.string().max(250)),
  serviceId: z.string().max(100),
  scheduleId: z.string().max(100),
  eventId: maybe(z.string().max(250)),
  startDate: maybe(z.string().max(40)),
  endDate: maybe(z.string().max(40)),
  timezone: maybe(z.string().max(60)),
  resource: maybe(
    z.object({
      id: maybe(z.string().max(100)),
      name: maybe(z.string().max(1200)),
      email: maybe(z.string().max(500)),
      scheduleId: maybe(guid),
    }),
  ),
  location: maybe(SlotLocation),
});
const BookedSchedule = z.object({
  scheduleId: z.string().max(100),
  serviceId: maybe(guid),
  location: maybe(SlotLocation),
  timezone: maybe(z.string().max(60)),
  firstSessionStart: maybe(z.string().max(40)),
  lastSessionEnd: maybe(z.string().max(40)),
  /**
   * The number of lessons that remained when the person joined late and paid pro rata. Computed by
   * the platform.
   */
  lessons: maybe(LessonsLeft),
});
/** Exactly one of `slot` (a session or an appointment) and `schedule` (a whole course). */
export const BookedEntity = z
  .object({
    slot: maybe(BookedSlot),
    schedule: maybe(BookedSchedule),
    title: maybe(z.string().max(6000)),
    tags: maybe(z.array(z.string().max(100)).max(100)),
  })
  .meta({ id: "BookedEntity" });

const ServiceChoice = z.object({ optionId: guid, custom: maybe(z.string().max(200)) });
export const ParticipantsChoices = z.object({
  serviceChoices: z
    .array(
      z.object({
        numberOfParticipants: maybe(z.int().min(1).max(1000)),
        choices: maybe(z.array(ServiceChoice).max(5)),
      }),
    )
    .min(1)
    .max(20),
});
const AdditionalField = z.object({
  id: z.string().max(100),
  value: maybe(z.string().max(4000)),
  label: maybe(z.string().max(400)),
  valueType: maybe(z.enum(["SHORT_TEXT", "LONG_TEXT", "CHECK_BOX"])),
});
/** Creator of a booking: exactly one of the ids, and the contact if known. */
const CreatedBy = z.object({
  anonymousVisitorId: maybe(guid),
  memberId: maybe(guid),
  wixUserId: maybe(guid),
  appId: maybe(guid),
  contactId: maybe(guid),
});

/** The channel through which a booking was made. API clients send it; the default is the web. */
export const Platform = z.enum(["UNDEFINED_PLATFORM", "WEB", "MOBILE_APP"]);
/** Whether the gym or the customer made the booking. */
const BookingActor = z.enum(["UNDEFINED_ACTOR", "BUSINESS", "CUSTOMER"]);
/** Whether the cancellation fee has been added to an order yet. */
const BookingFeeStatus = z.enum(["UNKNOWN_STATUS", "NOT_YET_APPLIED_TO_ORDER", "APPLIED_TO_ORDER"]);

/** A named participant, for attendance and for the waiting list. */
export const Participant = z.object({
  id: maybe(guid),
  firstName: typedLine().min(1).max(100),
  lastName: maybe(typedLine().max(100)),
  birthYear: maybe(z.int().min(1900).max(2100)),
  /** Whether they pay the member price. Set by the server; ignored on input. */
  member: maybe(z.boolean()),
});
export type Participant = z.infer<typeof Participant>;

export const MultiServiceBookingType = z.enum(["SEQUENTIAL_BOOKINGS", "SEPARATE_BOOKINGS", "PARALLEL_BOOKINGS"]);

/**
 * The fields a caller may send when booking. The server sets all other fields and ignores them on
 * input.
 */
export const BookingInput = z
  .object({
    bookedEntity: BookedEntity,
    contactDetails: maybe(ContactDetails),
    totalParticipants: maybe(z.int().min(1).max(1000)),
    participantsChoices: maybe(ParticipantsChoices),
    /**
     * The names of the participants. If given, the number of names must equal the number of
     * participants.
     */
    participants: maybe(z.array(Participant).max(100)),
    additionalFields: maybe(z.array(AdditionalField).max(100)),
    status: maybe(BookingStatus),
    selectedPaymentOption: maybe(SelectedPaymentOption),
    externalUserId: maybe(z.string().max(100)),
    /** Set by the platform; ignored on input. */
    bookingSource: maybe(z.object({ platform: maybe(Platform), actor: maybe(BookingActor) })),
    /** At most 16 KB, together with the answers to the form, unless sent by staff. */
    extendedFields: maybe(ExtendedFields),
  })
  .meta({ id: "BookingInput" });
export type BookingInput = z.infer<typeof BookingInput>;

export const Booking = BookingInput.extend({
  id: guid,
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  selectedPaymentOption: SelectedPaymentOption,
  createdDate: instant,
  updatedDate: instant,
  startDate: maybe(instant),
  endDate: maybe(instant),
  canceledDate: maybe(instant),
  createdBy: CreatedBy,
  bookingSource: z.object({ platform: Platform, actor: BookingActor }),
  doubleBooked: maybe(z.boolean()),
  /**
   * The service has age limits, and at least one participant's year of birth is unknown: the front
   * desk has to ask.
   */
  ageNotChecked: maybe(z.boolean()),
  multiServiceBookingInfo: maybe(z.object({ id: guid, type: MultiServiceBookingType })),
  /** The till payment and its method. */
  payment: maybe(z.object({ method: PaymentMethod, note: maybe(z.string()), receivedDate: instant })),
  /** The position on the waiting list, while the booking is waiting. */
  waitingList: maybe(z.object({ position: z.int(), offerExpiresDate: maybe(instant) })),
  revision,
}).meta({ id: "Booking" });
export type Booking = z.infer<typeof Booking>;

export const ParticipantNotification = z.object({
  notifyParticipants: maybe(z.boolean()),
  /** For staff only. */
  message: maybe(z.string().max(2000)),
});
export const CreateFlowControl = z.object({
  skipAvailabilityValidation: maybe(z.boolean()),
  /**
   * Ignores the booking policy, for people who walk in after the session has begun. The capacity
   * still applies.
   */
  ignoreBookingPolicy: maybe(z.boolean()),
  skipBusinessConfirmation: maybe(z.boolean()),
  skipSelectedPaymentOptionValidation: maybe(z.boolean()),
});
export const CancelFlowControl = z.object({
  ignoreCancellationPolicy: maybe(z.boolean()),
  withRefund: maybe(z.boolean()),
});
export const RescheduleFlowControl = z.object({
  ignoreReschedulePolicy: maybe(z.boolean()),
  skipAvailabilityValidation: maybe(z.boolean()),
  skipBusinessConfirmation: maybe(z.boolean()),
});

export const ExtendedBooking = z
  .object({
    booking: Booking,
    /**
     * The actions the caller may take now, and the deadlines up to which the person may take them
     * without staff. Null if the policy never allows them, and while a course has no sessions.
     */
    allowedActions: maybe(
      z.object({
        cancel: z.boolean(),
        cancelableUntil: maybe(instant),
        reschedule: z.boolean(),
        reschedulableUntil: maybe(instant),
      }),
    ),
    attendance: maybe(
      z.object({
        id: maybe(guid),
        status: AttendanceStatus,
        numberOfAttendees: z.int().min(0),
        /** Ids of the participants who attended, if names are known. */
        present: maybe(z.array(guid)),
      }),
    ),
    /**
     * The cancellation fee under the policy in force at that moment. Nothing is charged
     * automatically.
     */
    bookingFeeDetails: maybe(z.object({ cancellationFeeStatus: BookingFeeStatus, cancellationFee: maybe(Money) })),
    conferencingDetails: maybe(z.object({ guestUrl: maybe(z.string()), password: maybe(z.string()) })),
  })
  .meta({ id: "ExtendedBooking" });
export type ExtendedBooking = z.infer<typeof ExtendedBooking>;

/**
 * The attendance of one session: the number of participants of a booking who came, and the names
 * that were marked.
 */
export const Attendance = z
  .object({
    bookingId: guid,
    sessionId: guid,
    status: AttendanceStatus,
    numberOfAttendees: z.int().min(0),
    /** Ids of the participants who attended, if names are known. */
    present: z.array(guid),
    markedDate: maybe(instant),
  })
  .meta({ id: "Attendance" });
export type Attendance = z.infer<typeof Attendance>;

/**
 * Information about a party for the person who leads a session. Visible only to the trainers of
 * that session, the front desk and the owner, because most of it is about children.
 */
export const AttendanceCare = z
  .object({
    /** Whom to call. */
    phone: maybe(z.string()),
    email: maybe(z.string()),
    /** The note and the answers to the service's form. */
    answers: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Whether no participant booked by this contact has attended before. */
    firstTime: z.boolean(),
    /**
     * The year of birth of each named participant, and whether the participant has never attended
     * before.
     */
    participants: z.array(z.object({ id: guid, birthYear: maybe(z.int()), firstTime: z.boolean() })),
  })
  .meta({ id: "AttendanceCare" });
export type AttendanceCare = z.infer<typeof AttendanceCare>;

export const ItemMetadata = z.object({
  id: maybe(guid),
  originalIndex: z.int(),
  success: z.boolean(),
  error: maybe(z.object({ code: z.string(), description: z.string(), data: maybe(z.record(z.string(), z.json())) })),
});
export const BulkActionMetadata = z.object({
  totalSuccesses: z.int(),
  totalFailures: z.int(),
  undetailedFailures: z.int(),
});

/** Reasons why a person may not book (more) places without staff; see docs/rules/limits.md. */
export const limitErrors = ["MEMBERS_ONLY", "TOO_MANY_PLACES", "-19971", "-19970"] as const;

const gateways = ["/_api/bookings-service", "/bookings"];
const confirmatorGateways = ["/bookings", "/_api/bookings-confirmator"];
const output = z.object({ booking: Booking });
const extended = z.object({ extendedBooking: ExtendedBooking });
const move = { bookingId: guid, revision, participantNotification: maybe(ParticipantNotification) };

const rescheduling = [
  "BOOKING_NOT_FOUND",
  "BOOKING_REVISION_MISMATCH",
  "INVALID_BOOKING_STATUS",
  "BOOKING_POLICY_VIOLATION",
  "UNAUTHORIZED_OPERATION",
  "SESSION_CAPACITY_EXCEEDED",
  "SLOT_NOT_AVAILABLE",
  "VALIDATION_FAILURE",
  "SESSION_NOT_FOUND",
  "SCHEDULE_NOT_FOUND",
  "RESOURCE_NOT_FOUND",
  "INVALID_SERVICE_CHOICES",
  "INVALID_CHOICES",
  "INVALID_DATE_FORMAT",
  "INVALID_TIME_ZONE",
  "CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED",
  // Errors for a place paid with a pass.
  ...passUseErrors,
  // Errors for a place discounted by a coupon.
  "COUPON_NOT_AT_THIS_TIME",
] as const;

export const bookings = {
  create: endpoint({
    method: "POST",
    path: "/v2/bookings",
    gateways,
    access: "visitor",
    input: z.object({
      booking: BookingInput,
      participantNotification: maybe(ParticipantNotification),
      sendSmsReminder: maybe(z.boolean()),
      flowControlSettings: maybe(CreateFlowControl),
      /** Places held earlier; the booking takes over this hold. */
      holdId: maybe(guid),
      /**
       * A captcha solution, if an earlier response asked for one with `-19971`. Each solution works
       * once.
       */
      captchaTokens,
    }),
    output,
    errors: [
      "HOLD_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "SCHEDULE_NOT_FOUND",
      "RESOURCE_NOT_FOUND",
      "EMPTY_FORM_INFO",
      "INVALID_SERVICE_CHOICES",
      "CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED",
      "INVALID_DATE_FORMAT",
      "INVALID_TIME_ZONE",
      "SESSION_CAPACITY_EXCEEDED",
      "SCHEDULE_CAPACITY_EXCEEDED",
      "SLOT_NOT_AVAILABLE",
      "BOOKING_POLICY_VIOLATION",
      "INVALID_CHOICES",
      "VALIDATION_FAILURE",
      "UNAUTHORIZED_OPERATION",
      ...limitErrors,
    ],
    summary: "Book places in a session or a course. See docs/rules/booking-moves.md for the status it begins with.",
  }),
  bulkCreate: endpoint({
    method: "POST",
    path: "/v2/bulk/bookings/create",
    gateways,
    access: "visitor",
    input: z.object({
      createBookingsInfo: z
        .array(
          z.object({
            booking: BookingInput,
            participantNotification: maybe(ParticipantNotification),
            sendSmsReminder: maybe(z.boolean()),
            flowControlSettings: maybe(CreateFlowControl),
            holdId: maybe(guid),
            captchaTokens,
          }),
        )
        .min(1)
        .max(40),
      returnFullEntity: maybe(z.boolean()),
    }),
    output: z.object({
      results: z.array(z.object({ itemMetadata: ItemMetadata, item: maybe(Booking) })),
      bulkActionMetadata: BulkActionMetadata,
    }),
    errors: ["UNAUTHORIZED_OPERATION", "RESOURCE_NOT_FOUND", "EMPTY_FORM_INFO", ...limitErrors],
    summary: "Make several bookings; each is made or refused for itself, a missing right refuses all.",
  }),
  confirm: endpoint({
    method: "POST",
    path: "/v2/bookings/{bookingId}/confirm",
    gateways,
    access: "owner",
    also: ["desk"],
    input: z.object({
      ...move,
      sendSmsReminder: maybe(z.boolean()),
      paymentStatus: maybe(PaymentStatus),
      doubleBooked: maybe(z.boolean()),
      flowControlSettings: maybe(z.object({ checkAvailabilityValidation: maybe(z.boolean()) })),
    }),
    output,
    errors: ["BOOKING_NOT_FOUND", "BOOKING_REVISION_MISMATCH", "INVALID_BOOKING_STATUS", "NO_OPEN_SPOTS"],
    summary: "Confirm a booking that is created, pending or waiting.",
  }),
  decline: endpoint({
    method: "POST",
    path: "/v2/bookings/{bookingId}/decline",
    gateways,
    access: "owner",
    also: ["desk"],
    input: z.object({
      ...move,
      paymentStatus: maybe(PaymentStatus),
      doubleBooked: maybe(z.boolean()),
      flowControlSettings: maybe(z.object({ withRefund: maybe(z.boolean()) })),
    }),
    output,
    errors: ["BOOKING_NOT_FOUND", "BOOKING_REVISION_MISMATCH", "INVALID_BOOKING_STATUS", "REFUND_NOT_ALLOWED"],
    summary: "Decline a booking that is created, pending or waiting, giving its places back.",
  }),
  cancel: endpoint({
    method: "POST",
    path: "/v2/bookings/{bookingId}/cancel",
    gateways,
    access: "visitor",
    input: z.object({
      ...move,
      flowControlSettings: maybe(CancelFlowControl),
    }),
    output,
    errors: [
      "BOOKING_NOT_FOUND",
      "BOOKING_REVISION_MISMATCH",
      "INVALID_BOOKING_STATUS",
      "BOOKING_POLICY_VIOLATION",
      "UNAUTHORIZED_OPERATION",
      "REFUND_NOT_ALLOWED",
    ],
    summary: "Cancel a booking, giving its places back. Its maker may, within the policy; the owner always.",
  }),
  setPayment: endpoint({
    method: "POST",
    path: "/v2/bookings/{bookingId}/payment",
    access: "owner",
    also: ["desk"],
    input: z.object({
      bookingId: guid,
      revision,
      /** Null removes the mark that the payment was received. */
      received: z.object({ method: PaymentMethod, note: maybe(typedText().max(500)) }).nullable(),
    }),
    output,
    errors: [
      "BOOKING_NOT_FOUND",
      "BOOKING_REVISION_MISMATCH",
      "INVALID_BOOKING_STATUS",
      "INVALID_PAYMENT_STATUS",
      "BOOKING_OF_ORDER",
    ],
    summary: "Note that a booking was paid at the desk, and how; or take that back.",
  }),
  markCancellationFee: endpoint({
    method: "POST",
    path: "/v2/bookings/{bookingId}/cancellation_fee",
    access: "owner",
    also: ["desk"],
    input: z.object({
      bookingId: guid,
      revision,
      status: z.enum(["NOT_YET_APPLIED_TO_ORDER", "APPLIED_TO_ORDER"]),
    }),
    output,
    errors: ["BOOKING_NOT_FOUND", "BOOKING_REVISION_MISMATCH", "NO_CANCELLATION_FEE"],
    summary: "Note whether what late cancelling costs stands on an order.",
  }),
  setAttendance: endpoint({
    method: "POST",
    path: "/v2/bookings/{bookingId}/attendance",
    access: "trainer",
    also: ["desk"],
    input: z.object({
      bookingId: guid,
      /** The session of the course. Required for courses only. */
      sessionId: maybe(guid),
      status: AttendanceStatus,
      /** Default: all participants if attended, otherwise none. */
      numberOfAttendees: maybe(z.int().min(0).max(1000)),
      present: maybe(z.array(guid).max(1000)),
    }),
    output: z.object({ attendance: Attendance }),
    errors: ["BOOKING_NOT_FOUND", "SESSION_NOT_FOUND", "INVALID_BOOKING_STATUS", "VALIDATION_FAILURE"],
    summary: "Note who came to a session. Only a confirmed booking can be marked.",
  }),
  queryExtended: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/extended-bookings/query",
    gateways: ["/_api/bookings-reader"],
    access: "visitor",
    input: z.object({
      query: maybe(Query),
      withBookingAllowedActions: maybe(z.boolean()),
      withBookingAttendanceInfo: maybe(z.boolean()),
      withBookingConferencingDetails: maybe(z.boolean()),
      withBookingFeeDetails: maybe(z.boolean()),
    }),
    output: z.object({ extendedBookings: z.array(ExtendedBooking), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_FILTER", "INVALID_CURSOR"],
    summary: "Find bookings: one's own, or everybody's for trainers and the owner.",
  }),
  reschedule: endpoint({
    method: "POST",
    path: "/v2/bookings/{bookingId}/reschedule",
    gateways,
    access: "visitor",
    input: z.object({
      ...move,
      slot: BookedSlot,
      flowControlSettings: maybe(RescheduleFlowControl),
      totalParticipants: maybe(z.int().min(1).max(1000)),
      participantsChoices: maybe(ParticipantsChoices),
      /** A captcha solution, if `-19971` asked for one because the number of participants increased. */
      captchaTokens,
    }),
    output,
    errors: [...rescheduling, ...limitErrors],
    summary: "Move a booking to another session of its class, or another time of its appointment.",
  }),
  /**
   * The secret in the email link gives access to the booking until the booking has ended; no
   * sign-in is required.
   */
  readByLink: endpoint({
    method: "GET",
    path: "/v1/bookings/by-link/{key}",
    access: "anyone",
    input: z.object({ key: linkKey }),
    output: extended,
    errors: ["BOOKING_NOT_FOUND"],
    summary: "Read the booking a link in a mail is about, and what may be done with it; without contact details.",
  }),
  cancelByLink: endpoint({
    method: "POST",
    path: "/v1/bookings/by-link/{key}/cancel",
    access: "anyone",
    input: z.object({ key: linkKey, revision }),
    output: extended,
    errors: ["BOOKING_NOT_FOUND", "BOOKING_REVISION_MISMATCH", "INVALID_BOOKING_STATUS", "BOOKING_POLICY_VIOLATION"],
    summary: "Cancel a booking by the link in its mail, within the policy.",
  }),
  rescheduleByLink: endpoint({
    method: "POST",
    path: "/v1/bookings/by-link/{key}/reschedule",
    access: "anyone",
    input: z.object({ key: linkKey, revision, slot: BookedSlot }),
    output: extended,
    errors: rescheduling,
    summary: "Move a booking by the link in its mail, within the policy.",
  }),
  updateNumberOfParticipants: endpoint({
    method: "POST",
    path: "/v2/bookings/{bookingId}/update_number_of_participants",
    gateways,
    access: "owner",
    also: ["desk"],
    input: z.object({
      ...move,
      totalParticipants: maybe(z.int().min(1).max(1000)),
      participantsChoices: maybe(ParticipantsChoices),
      /** The names for the new number of participants. */
      participants: BookingInput.shape.participants,
    }),
    output,
    errors: [
      "BOOKING_NOT_FOUND",
      "BOOKING_REVISION_MISMATCH",
      "INVALID_BOOKING_STATUS",
      "SESSION_CAPACITY_EXCEEDED",
      "SCHEDULE_CAPACITY_EXCEEDED",
      "VALIDATION_FAILURE",
      "INVALID_CHOICES",
      "INVALID_SERVICE_CHOICES",
    ],
    summary: "Change how many come, in a class or a course.",
  }),
  updateExtendedFields: endpoint({
    method: "POST",
    path: "/v2/bookings/{id}/update_extended_fields",
    gateways,
    access: "owner",
    input: z.object({
      id: guid,
      namespace: z.string().min(1).max(164),
      namespaceData: maybe(z.record(z.string(), z.json())),
    }),
    output: z.object({ namespace: z.string(), namespaceData: maybe(z.record(z.string(), z.json())) }),
    errors: ["BOOKING_NOT_FOUND"],
    summary: "Replace one namespace of a booking's extended fields.",
  }),
  confirmOrDecline: endpoint({
    method: "POST",
    path: "/v2/confirmation/{bookingId}:confirmOrDecline",
    gateways: confirmatorGateways,
    access: "owner",
    also: ["desk"],
    input: z.object({ bookingId: guid, paymentStatus: maybe(PaymentStatus) }),
    output,
    errors: ["BOOKING_NOT_FOUND", "INVALID_BOOKING_STATUS"],
    summary:
      "Settle a created booking by its payment: confirm, let the owner approve, or decline when its time is taken.",
  }),
  sessionAttendance: endpoint({
    method: "GET",
    path: "/v1/sessions/{sessionId}/attendance",
    access: "trainer",
    also: ["desk"],
    input: z.object({ sessionId: guid }),
    output: z.object({
      /** Everyone with a place in the session, marked or not, including bookings of its course. */
      bookings: z.array(z.object({ booking: Booking, attendance: Attendance, care: maybe(AttendanceCare) })),
    }),
    errors: ["SESSION_NOT_FOUND"],
    summary: "Read who is to come to a session and who came, with what their trainer needs to know about them.",
  }),
  countPeople: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/sessions/people",
    access: "visitor",
    input: z.object({ from: instant, to: instant }),
    output: z.object({
      /** The number of people, each counted once regardless of how long their session is. */
      people: z.int(),
      /** The hours that contain a session, in order. */
      hours: z.array(z.object({ start: instant, people: z.int(), places: z.int() })),
    }),
    errors: ["RANGE_TOO_LONG"],
    summary:
      "Count the people in the sessions of a day: who was marked as come counts, who was marked as not does not, and of others everybody who booked.",
  }),
  markAll: endpoint({
    method: "POST",
    path: "/v1/sessions/{sessionId}/attendance",
    access: "trainer",
    also: ["desk"],
    input: z.object({ sessionId: guid, status: AttendanceStatus }),
    output: z.object({ count: z.int() }),
    errors: ["SESSION_NOT_FOUND"],
    summary: "Note one thing of everybody not yet marked.",
  }),
};
