import { say } from "@uola/words/admin";
import { dayShort, time } from "@uola/words/formats";

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

/** What people call a stored field of a session or a booking; fields that only machines know have no name. */
export function storedLabel(field: string): string | undefined {
  const last = field.split(".").at(-1) ?? field;
  return last in fields ? say(fields[last as keyof typeof fields]) : undefined;
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

/** What is stored in one, as people read it. */
export function storedText(value: unknown): string {
  if (value === null || value === undefined || value === "") return say("session.value.none");
  if (typeof value === "boolean") return say(value ? "session.value.yes" : "session.value.no");
  if (typeof value !== "string") return String(typeof value === "object" ? JSON.stringify(value) : value);
  if (isInstant(value)) return `${dayShort(new Date(value))}, ${time(new Date(value))}`;
  const status = [...statuses, "CANCELLED" as const].find((each) => each === value);
  return status ? say(`status.${status === "CANCELLED" ? "CANCELED" : status}`) : value;
}
