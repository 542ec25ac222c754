import type { BookingWish } from "@uola/contract";
import { readPhone } from "@uola/words/formats";
import type { Activity } from "./activities.ts";
import type { Draft } from "./contact.ts";
import type { Time } from "./times.ts";

/** What is asked of the platform for a time and a filled-in form. `noteLabel` is how the owner will see the note named. */
export function wishOf(activity: Activity, time: Time, draft: Draft, noteLabel: string): BookingWish {
  const phone = readPhone(draft.phone);
  const note = draft.note.trim();
  const service = { serviceId: activity.id, scheduleId: activity.scheduleId };
  return {
    bookedEntity: time.lessons
      ? { title: activity.name, schedule: { ...service, timezone: zone } }
      : {
          title: activity.name,
          slot: { ...service, sessionId: time.id, startDate: time.start, endDate: time.end, timezone: zone },
        },
    contactDetails: {
      firstName: draft.firstName.trim(),
      lastName: draft.lastName.trim(),
      email: draft.email.trim(),
      ...(phone ? { phone } : {}),
      timeZone: zone,
    },
    totalParticipants: draft.participants,
    ...(note
      ? { additionalFields: [{ id: "note", label: noteLabel, value: note, valueType: "LONG_TEXT" as const }] }
      : {}),
    ...(activity.payAtGym ? { selectedPaymentOption: "OFFLINE" as const } : {}),
  };
}

const zone = "Europe/Vilnius";
