import type { BookingInput, Participant, Session } from "@uola/contract";
import { parsePhone } from "@uola/contract/phone";

/** The form of a booking made at the front desk, with its values as typed. */
export type Draft = {
  first: string;
  last: string;
  email: string;
  phone: string;
  count: string;
  /** One name per line; empty if names are not recorded. */
  names: string;
};
export const empty: Draft = { first: "", last: "", email: "", phone: "", count: "1", names: "" };

export type Wrong = "first" | "email" | "phone" | "count" | "names";

export function deskBookingErrors(draft: Draft): Wrong[] {
  const { first, email, phone, names } = draft;
  const named = namesOf(names).length;
  const wrongs: (Wrong | false)[] = [
    first.trim() === "" && "first",
    email.trim() !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && "email",
    phone.trim() !== "" && !parsePhone(phone) && "phone",
    !isCount(draft.count) && "count",
    named > 0 && isCount(draft.count) && named !== Number(draft.count) && "names",
  ];
  return wrongs.filter((wrong) => wrong !== false);
}

export const isCount = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 100;

/** Parses one participant per line; the last of several words is the surname. */
export const namesOf = (text: string): Participant[] =>
  text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first)
    .map((words) => {
      const last = words.length > 1 ? words.at(-1) : undefined;
      return { firstName: (last ? words.slice(0, -1) : words).join(" "), ...(last && { lastName: last }) };
    });

export function bookingInputOf(draft: Draft, { id, serviceId, scheduleId, courseSession }: Session): BookingInput {
  const email = draft.email.trim();
  const phone = parsePhone(draft.phone);
  const participants = namesOf(draft.names);
  return {
    bookedEntity: courseSession
      ? { schedule: { scheduleId, serviceId } }
      : { slot: { sessionId: id, serviceId, scheduleId } },
    contactDetails: {
      firstName: draft.first.trim(),
      ...(draft.last.trim() && { lastName: draft.last.trim() }),
      ...(email && { email }),
      ...(phone && { phone }),
    },
    totalParticipants: Number(draft.count),
    ...(participants.length > 0 && { participants }),
    selectedPaymentOption: "OFFLINE",
  };
}
