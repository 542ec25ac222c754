import type { contract, Input, Session } from "@uola/contract";
import { isClockTime, isDay, momentAt, parseClockTime } from "@uola/ui/kit/date-time.ts";
import { localDate, time } from "@uola/words/formats";
import { lengthOf } from "../calendar/layout.ts";

export type Change = Input<typeof contract.schedules.changeSession>["change"];

/** The form of a session, with its values as typed. */
export type Draft = {
  day: string;
  time: string;
  minutes: string;
  capacity: string;
  staffIds: readonly string[];
  resourceIds: readonly string[];
  location: string;
  meeting: string;
  note: string;
};

export const draftOf = (session: Session): Draft => ({
  day: localDate(session.startDate),
  time: time(session.startDate).padStart(5, "0"),
  minutes: String(lengthOf(session)),
  capacity: String(session.totalSpots),
  staffIds: session.staff.map(({ id }) => id),
  resourceIds: session.resources.map(({ id }) => id),
  location: session.location?.name ?? "",
  meeting: session.calendarConference?.guestUrl ?? "",
  note: session.note ?? "",
});

export type Wrong = "day" | "time" | "past" | "minutes" | "capacity" | "url";

export function wrongsOf(draft: Draft, session: Session, now: Date): Wrong[] {
  const start = momentAt(draft.day, draft.time);
  const isMoved = draft.day !== draftOf(session).day || draft.time !== draftOf(session).time;
  const whole = (text: string, least: number, most: number) =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  const wrongs: (Wrong | false)[] = [
    !isDay(draft.day) && "day",
    !isClockTime(parseClockTime(draft.time)) && "time",
    isMoved && start !== undefined && start <= now && "past",
    !whole(draft.minutes, 1, 1440) && "minutes",
    !whole(draft.capacity, 0, 1000) && "capacity",
    draft.meeting !== "" && !URL.canParse(draft.meeting) && "url",
  ];
  return wrongs.filter((wrong) => wrong !== false);
}

/** Returns only the changed fields, so that other sessions of a series keep their own values. */
export function changeOf(draft: Draft, session: Session): Change {
  const before = draftOf(session);
  const differs = (field: keyof Draft) => String(draft[field]) !== String(before[field]);
  const startDate = momentAt(draft.day, draft.time);
  return {
    ...((differs("day") || differs("time")) && startDate && { startDate }),
    ...(differs("minutes") && { durationMinutes: Number(draft.minutes) }),
    ...(differs("capacity") && { capacity: Number(draft.capacity) }),
    ...(differs("staffIds") && { staffIds: [...draft.staffIds] }),
    ...(differs("resourceIds") && { resourceIds: [...draft.resourceIds] }),
    ...(differs("location") && { location: { locationType: "CUSTOM", name: draft.location } }),
    ...(differs("meeting") &&
      draft.meeting && { calendarConference: { type: "CUSTOM" as const, guestUrl: draft.meeting } }),
    ...(differs("note") && { note: draft.note }),
  };
}
