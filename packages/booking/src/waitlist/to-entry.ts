import type { WaitlistEntry } from "@uola/contract";
import type { Entry, View } from "./store.ts";

/** Converts an entry to its API form, without names and email addresses. */
export const toEntry = (view: View): WaitlistEntry => ({
  id: view.id,
  bookingId: view.bookingId,
  serviceId: view.serviceId,
  scheduleId: view.scheduleId,
  sessionId: view.sessionId,
  title: view.title,
  startDate: view.start,
  endDate: view.end,
  totalParticipants: view.totalParticipants,
  state: view.state,
  ...(view.partiesBefore !== null && { position: view.partiesBefore + 1, ahead: view.ahead ?? 0 }),
  joinedDate: view.joinedDate,
  ...(view.offerExpiresDate && { offerExpiresDate: view.offerExpiresDate }),
});

/** Converts an entry to the form stored in the audit log. */
export const toAuditEntry = ({ id, state, totalParticipants, offerExpiresDate }: Entry) => ({
  entryId: id,
  state,
  totalParticipants,
  ...(offerExpiresDate && { offerExpiresDate }),
});
