import { say } from "@uola/words/admin";
import { dayShort, time } from "@uola/words/formats";

/** Labels keyed by the end of a field's path. */
const fields = {
  startDate: "session.field.startDate",
  endDate: "session.field.endDate",
  firstSessionStart: "session.field.startDate",
  lastSessionEnd: "session.field.endDate",
  startTime: "session.field.startTime",
  durationMinutes: "session.field.durationMinutes",
  capacity: "session.field.capacity",
  "resource.name": "session.field.trainer",
  "location.name": "session.field.place",
  status: "session.field.status",
  canceledDate: "session.field.canceledDate",
  totalParticipants: "session.field.totalParticipants",
  participants: "session.field.names",
  serviceChoices: "session.field.choices",
  numberOfAttendees: "session.field.numberOfAttendees",
  position: "session.field.position",
  offerExpiresDate: "session.field.offerExpiresDate",
  ageNotChecked: "booking.ageNotChecked",
  note: "session.field.note",
  paymentStatus: "session.field.paymentStatus",
  "payment.method": "pay.method",
  receivedDate: "session.field.paidDate",
  "multiServiceBookingInfo.type": "session.field.together",
} as const;

/** Stored values that have display texts. */
const values = {
  CREATED: "status.CREATED",
  PENDING: "status.PENDING",
  CONFIRMED: "status.CONFIRMED",
  CANCELED: "status.CANCELED",
  CANCELLED: "status.CANCELED",
  DECLINED: "status.DECLINED",
  WAITING_LIST: "status.WAITING_LIST",
  UNDEFINED: "payment.UNDEFINED",
  NOT_PAID: "payment.NOT_PAID",
  PAID: "payment.PAID",
  PARTIALLY_PAID: "payment.PARTIALLY_PAID",
  REFUNDED: "payment.REFUNDED",
  EXEMPT: "payment.EXEMPT",
  CASH: "pay.method.CASH",
  CARD: "pay.method.CARD",
  TRANSFER: "pay.method.TRANSFER",
  SEQUENTIAL_BOOKINGS: "session.together.SEQUENTIAL_BOOKINGS",
  SEPARATE_BOOKINGS: "session.together.SEPARATE_BOOKINGS",
  PARALLEL_BOOKINGS: "session.together.PARALLEL_BOOKINGS",
} as const;

const isIn = <Words extends object>(words: Words, name: string): name is keyof Words & string =>
  Object.hasOwn(words, name);

/** Returns the label of a stored field of a session or a booking; undefined for technical fields. */
export function storedLabel(field: string): string | undefined {
  if (field.startsWith("extendedFields.")) return say("session.field.programs");
  const steps = field.split(".");
  for (const end of [steps.slice(-2).join("."), steps.slice(-1).join()]) if (isIn(fields, end)) return say(fields[end]);
  return undefined;
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

/** Returns the display text of a stored value. */
export function storedText(value: unknown): string {
  if (value === null || value === undefined || value === "") return say("session.value.none");
  if (typeof value === "boolean") return say(value ? "session.value.yes" : "session.value.no");
  if (Array.isArray(value)) return value.map(partText).join(", ");
  if (typeof value !== "string") return String(typeof value === "object" ? JSON.stringify(value) : value);
  if (isInstant(value)) return `${dayShort(new Date(value))}, ${time(new Date(value))}`;
  return isIn(values, value) ? say(values[value]) : value;
}

type Part = {
  firstName?: string;
  lastName?: string | null;
  numberOfParticipants?: number | null;
  choices?: readonly { custom?: string | null }[] | null;
};

/** Formats a participant by name, or by number of people if a group made the same choice. */
function partText(part: unknown): string {
  const { firstName, lastName, numberOfParticipants, choices } = Object(part) as Part;
  if (firstName) return [firstName, lastName].filter(Boolean).join(" ");
  if (!choices) return storedText(part);
  return [`${numberOfParticipants ?? 1} ×`, ...choices.map(({ custom }) => custom)].filter(Boolean).join(" ");
}
