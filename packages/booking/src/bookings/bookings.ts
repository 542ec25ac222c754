import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { languageChosen, visitorSignedIn } from "@uola/members";
import type { BookingLimitGuard } from "../limits/limits.ts";
import { attendanceHandlers } from "./attendance.ts";
import type { BookingServices } from "./booking-services.ts";
import { byLinkHandlers } from "./by-link.ts";
import { cancelHandlers } from "./cancel.ts";
import { confirmDeclineHandlers } from "./confirm-decline.ts";
import { countPeopleHandler } from "./count-people.ts";
import { createHandlers } from "./create.ts";
import { followSessions } from "./follow-sessions.ts";
import { claimVisitorBookings, resetBookingLanguages } from "./member-store.ts";
import { multiServiceHandlers } from "./multi-service.ts";
import { paymentHandlers } from "./payment.ts";
import { queryHandlers } from "./query.ts";
import { rescheduleHandlers } from "./reschedule.ts";
import { updateHandlers } from "./update.ts";

export { requireCustomerInputAllowed } from "./booking-input.ts";
export { type BookingServices, createBookingServices } from "./booking-services.ts";
export { bookingLinks } from "./by-link.ts";
export { messageViolations, nameViolations } from "./given-names.ts";
export { languageOf } from "./member-store.ts";
export { causeOf, type MailCause, permittedNotification } from "./notification.ts";
export {
  isOver,
  isOwn,
  managesBookings,
  participantsDiffer as isForOthers,
  requiresPrepayment as isPaidFirst,
} from "./rules.ts";
export { type BookingSales, createBookingSales, type IsMember, type PlacesNow, type PurchasePolicy } from "./sales.ts";
export { type Prepared, readDeadlineFacts } from "./store.ts";
export { type Actor, type BookingRow, paymentOf, type StoredPayment, toBooking } from "./to-booking.ts";

/**
 * Returns the handlers of all operations on single bookings and groups; see
 * docs/rules/booking-moves.md for the allowed transitions.
 */
export function bookingHandlers(
  context: Context,
  limitGuard: BookingLimitGuard,
  services: BookingServices,
): {
  bookings: Handlers<typeof contract.bookings>;
  multiServiceBookings: Handlers<typeof contract.multiServiceBookings>;
} {
  followSessions(context, services);
  context.events.subscribe(visitorSignedIn, { name: "bookings" }, async (tx, { visitorId, memberId }) => {
    await claimVisitorBookings(tx, context.siteId, visitorId, memberId);
  });
  context.events.subscribe(languageChosen, { name: "bookings" }, async (tx, { memberId }) => {
    await resetBookingLanguages(tx, context.siteId, memberId);
  });
  const { create, bulkCreate } = createHandlers(services, limitGuard);
  const { confirm, decline, confirmOrDecline, ...decisions } = confirmDeclineHandlers(services);
  const cancel = cancelHandlers(services);
  const reschedule = rescheduleHandlers(services, limitGuard);
  const { updateNumberOfParticipants, updateExtendedFields } = updateHandlers(services);
  const { setPayment, markCancellationFee } = paymentHandlers(services);
  const { setAttendance, sessionAttendance, markAll } = attendanceHandlers(context);
  const { queryExtended, getAllowedActions } = queryHandlers(services);
  const byLink = byLinkHandlers(context, { queryExtended, cancel: cancel.one, reschedule: reschedule.one });
  const group = multiServiceHandlers(services, limitGuard);
  return {
    bookings: {
      create,
      bulkCreate,
      confirm,
      decline,
      confirmOrDecline,
      cancel: cancel.one,
      reschedule: reschedule.one,
      updateNumberOfParticipants,
      updateExtendedFields,
      setPayment,
      markCancellationFee,
      setAttendance,
      sessionAttendance,
      markAll,
      countPeople: countPeopleHandler(context),
      queryExtended,
      readByLink: byLink.readByLink,
      cancelByLink: byLink.cancelByLink,
      rescheduleByLink: byLink.rescheduleByLink,
    },
    multiServiceBookings: {
      create: group.create,
      get: group.get,
      getAvailability: group.getAvailability,
      getAllowedActions,
      mark: group.mark,
      addBookings: group.addBookings,
      removeBookings: group.removeBookings,
      confirm: decisions.confirmGroup,
      decline: decisions.declineGroup,
      markAsPending: decisions.markGroupAsPending,
      cancel: cancel.group,
      reschedule: reschedule.group,
    },
  };
}
