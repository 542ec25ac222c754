import type { BookingInput, CartBooking } from "@uola/contract";
import { parsePhone } from "@uola/contract/phone";
import type { Activity } from "../../features/booking/activities.ts";
import { countsOf } from "../../features/booking/choices.ts";
import type { Draft } from "../../features/booking/draft.ts";
import { fieldsAsked, participantsOf, yearOf } from "../../features/booking/participants.ts";
import type { Time } from "../../features/booking/times.ts";

/**
 * Builds the booking request from a time and a completed form. The owner sees the note under the
 * label `noteLabel`.
 */
export function bookingInputOf(activity: Activity, time: Time, draft: Draft, noteLabel: string): BookingInput {
  const phone = parsePhone(draft.phone);
  const additionalFields = answersOf(activity, time, draft, noteLabel);
  const participants = participantsOf(draft, activity);
  return {
    bookedEntity: time.lessons
      ? {
          title: activity.name,
          schedule: { serviceId: activity.id, scheduleId: activity.scheduleId, timezone: zone },
        }
      : { title: activity.name, slot: slotOf(activity, time) },
    contactDetails: {
      firstName: draft.firstName.trim(),
      lastName: draft.lastName.trim(),
      email: draft.email.trim(),
      ...(phone ? { phone } : {}),
      timeZone: zone,
    },
    ...countsOf(activity, draft),
    ...(participants && { participants }),
    ...(additionalFields.length > 0 && { additionalFields }),
    ...(activity.payAtGym ? { selectedPaymentOption: "OFFLINE" as const } : {}),
  };
}

/** Builds the same request for the cart, where the buyer's details are entered later. */
export function cartBookingOf(activity: Activity, time: Time, draft: Draft, noteLabel: string): CartBooking {
  const { participantsChoices } = countsOf(activity, draft);
  const additionalFields = answersOf(activity, time, draft, noteLabel);
  const participants = participantsOf(draft, activity);
  return {
    ...(time.lessons ? { schedule: { scheduleId: activity.scheduleId } } : { slot: slotOf(activity, time) }),
    totalParticipants: draft.participants,
    ...(participantsChoices && { participantsChoices }),
    ...(participants && { participants }),
    ...(additionalFields.length > 0 && { additionalFields }),
  };
}

const zone = "Europe/Vilnius";

/**
 * Returns the platform's slot for a session or for a time with a trainer. Without a time zone, the
 * platform interprets the moments as absolute.
 */
export const slotOf = (activity: Activity, { id, start, end, trainer }: Time) => ({
  serviceId: activity.id,
  scheduleId: activity.scheduleId,
  startDate: start,
  endDate: end,
  ...(trainer ? { resource: trainer } : { sessionId: id, timezone: zone }),
});

/** If the activity has its own form, the form's answers replace the note. */
function answersOf(activity: Activity, { start }: Time, draft: Draft, noteLabel: string) {
  if (activity.fields.length === 0) {
    const value = draft.note.trim();
    return value ? [{ id: "note", label: noteLabel, value, valueType: "LONG_TEXT" as const }] : [];
  }
  return fieldsAsked(draft, activity, yearOf(start)).flatMap(({ id, label, valueType }) => {
    const value = draft.answers[id]?.trim();
    return value ? [{ id, label, value, valueType }] : [];
  });
}
