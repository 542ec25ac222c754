import type { HistoryEntry } from "@uola/contract";
import { say } from "@uola/words/admin";
import { dayShort, time } from "@uola/words/formats";

const actions = {
  "session.create": "session.history.session.create",
  "session.change": "session.history.session.change",
  "session.cancel": "session.history.session.cancel",
  "session.restore": "session.history.session.restore",
  "booking.create": "session.history.booking.create",
  "booking.confirm": "session.history.booking.confirm",
  "booking.decline": "session.history.booking.decline",
  "booking.cancel": "session.history.booking.cancel",
  "booking.reschedule": "session.history.booking.reschedule",
  "booking.update_number_of_participants": "session.history.booking.participants",
  "booking.attendance": "session.history.booking.attendance",
} as const;

const fields = {
  startDate: "session.field.startDate",
  endDate: "session.field.endDate",
  startTime: "session.field.startTime",
  durationMinutes: "session.field.durationMinutes",
  capacity: "session.field.capacity",
  status: "session.field.status",
  totalParticipants: "session.field.totalParticipants",
  numberOfAttendees: "session.field.numberOfAttendees",
  position: "session.field.position",
  note: "session.field.note",
  paymentStatus: "session.field.paymentStatus",
} as const;

const statuses = ["CREATED", "PENDING", "CONFIRMED", "CANCELED", "DECLINED", "WAITING_LIST"] as const;

export const actionOf = ({ action }: Pick<HistoryEntry, "action">): string => {
  if (action in actions) return say(actions[action as keyof typeof actions]);
  return say(action.startsWith("waitlist") ? "session.history.waitlist" : "session.history.other");
};

export const actorOf = ({ actor: { kind, name } }: Pick<HistoryEntry, "actor">): string => {
  if (name) return name;
  if (kind === "system") return say("session.history.system");
  return say(kind === "apiKey" ? "session.history.apiKey" : "session.history.somebody");
};

/** What changed, as people read it; fields that only machines know are left out. */
export const linesOf = ({ changes }: Pick<HistoryEntry, "changes">): string[] =>
  changes.flatMap(({ field, from, to }) => {
    const last = field.split(".").at(-1) ?? field;
    if (!(last in fields)) return [];
    const name = say(fields[last as keyof typeof fields]);
    return [say("session.history.line", { field: name, from: shown(from), to: shown(to) })];
  });

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return say("session.value.none");
  if (typeof value === "boolean") return say(value ? "session.value.yes" : "session.value.no");
  if (typeof value !== "string") return String(typeof value === "object" ? JSON.stringify(value) : value);
  if (isInstant(value)) return `${dayShort(new Date(value))}, ${time(new Date(value))}`;
  const status = [...statuses, "CANCELLED" as const].find((each) => each === value);
  return status ? say(`status.${status === "CANCELLED" ? "CANCELED" : status}`) : value;
}
