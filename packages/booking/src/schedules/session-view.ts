import { fullName } from "@uola/accounts";
import { type ScheduleRule, type Session, weekdayNames } from "@uola/contract";
import { isAgeUnchecked } from "../availability/availability.ts";
import type { FullRule } from "./rules.ts";
import type * as store from "./store.ts";

const approvals = { PENDING: "PENDING", CONFIRMED: "APPROVED", DECLINED: "DECLINED" } as const;
type Party = Awaited<ReturnType<typeof store.partiesOf>>[number];

/** Converts a booking to a session participant, for those who run the session. */
export function toParticipant({
  id,
  status,
  totalParticipants,
  contactDetails,
  ...made
}: Party): NonNullable<Session["participants"]>[number] {
  const { firstName, lastName, email, phone } = contactDetails ?? {};
  return {
    bookingId: id,
    name: fullName({ firstName, lastName }) || null,
    email: email ?? null,
    phone: phone ?? null,
    partySize: totalParticipants,
    approvalStatus: approvals[status as keyof typeof approvals],
    ...(isAgeUnchecked(made) && { ageNotChecked: true }),
  };
}

/** Hides notes and the host's link from everybody, and the guests' link from people who do not attend. */
export const toPublicSession = (session: Session, attends: boolean): Session => ({
  ...session,
  note: null,
  externalCalendar: null,
  calendarConference: attends && session.calendarConference ? { ...session.calendarConference, hostUrl: null } : null,
});

export const toRule = (rule: FullRule): ScheduleRule => {
  const { extra, ...rest } = rule;
  return {
    ...rest,
    outsideHours: extra.hoursDecision === "WEEKLY",
    ...weekdayNames(rule.weekday),
    startTime: rule.startTime.slice(0, 5),
  };
};
