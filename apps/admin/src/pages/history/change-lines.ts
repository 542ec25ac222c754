import type { DocumentKind, HistorySearchResult, OrderPaymentMethod, OrderState, PaymentKind } from "@uola/contract";
import type { Role } from "@uola/contract/roles";
import { historyEntryLines, type Line } from "@uola/ui/kit/lines.ts";
import { say } from "@uola/words/admin";
import { dateLong, duration, money, time } from "@uola/words/formats";
import * as couponWords from "../coupons/rule-words.ts";
import { policyForm } from "../rules/policy.ts";
import { type Names, serviceHistory } from "../services/service-fields.tsx";
import * as bookingWords from "../session/stored.ts";

/** Labels keyed by the end of a field's path, for entities that have no form to label their fields. */
const fields = {
  name: "field.name",
  displayName: "field.name",
  firstName: "changes.field.firstName",
  lastName: "changes.field.lastName",
  email: "gym.field.email",
  phone: "gym.field.phone",
  formattedAddress: "gym.field.address",
  address: "gym.field.address",
  role: "members.role",
  status: "session.field.status",
  state: "session.field.status",
  hidden: "resources.field.hidden",
  units: "resources.field.units",
  number: "changes.field.number",
  way: "changes.field.way",
  kind: "changes.field.kind",
  toPay: "changes.field.toPay",
  paid: "changes.field.paid",
  refunded: "changes.field.refunded",
  amount: "changes.field.amount",
  gross: "changes.field.gross",
  receiptNumber: "passes.field.receiptNumber",
  day: "deskClose.field.day",
  opening: "deskClose.opening",
  expected: "deskClose.expected",
  counted: "deskClose.counted",
  takenAway: "deskClose.takenAway",
  note: "session.field.note",
  face: "changes.field.face",
  balance: "changes.field.balance",
  validFrom: "changes.field.validFrom",
  validUntil: "vouchers.field.validUntil",
  startTime: "session.field.startTime",
  durationMinutes: "session.field.durationMinutes",
  from: "timeOff.field.from",
  until: "timeOff.field.until",
  code: "documents.seller.field.code",
  vatCode: "documents.seller.field.vatCode",
  iban: "documents.seller.field.iban",
  bank: "documents.seller.field.bank",
  url: "webhooks.field.url",
} as const;

/** Formatters for values with specific texts, keyed by entity and the end of the field's path. */
const values: Record<string, (value: string) => string> = {
  "account.role": (role) => (role === "visitor" ? role : say(`members.role.${role as Exclude<Role, "visitor">}`)),
  "account.status": (status) => say("changes.account", { status }),
  "order.state": (state) => say(`orders.state.${state as OrderState}`),
  "order.way": (way) => say(`orders.way.${way as OrderPaymentMethod}`),
  "order.kind": (kind) => say(`orders.kind.${kind as PaymentKind}`),
  "document.kind": (kind) => say(`documents.kind.${kind as DocumentKind}`),
  "resource.type": (type) => say(`resources.type.${type as "WALL"}`),
};

const inCents: readonly string[] = [
  "toPay",
  "paid",
  "refunded",
  "amount",
  "gross",
  "opening",
  "expected",
  "counted",
  "takenAway",
  "face",
  "balance",
];

const endOf = (field: string) => field.slice(field.lastIndexOf(".") + 1);
const isNamed = (end: string): end is keyof typeof fields => Object.hasOwn(fields, end);

type Words = { label: (field: string) => string | undefined; show: (field: string, value: unknown) => string };

const wordsOf = (entity: string, names: Names): Words => {
  if (entity === "coupon") return { label: couponWords.storedLabel, show: couponWords.storedText };
  if (entity === "service") return serviceHistory(names);
  const show = (_: string, value: unknown) => bookingWords.storedText(value);
  if (entity === "booking" || entity === "session") return { label: bookingWords.storedLabel, show };
  return {
    label(field) {
      const policy = entity === "booking_policy" ? policyForm(undefined).history.label(field) : undefined;
      if (policy) return policy;
      const end = endOf(field);
      return isNamed(end) ? say(fields[end]) : undefined;
    },
    show(field, value) {
      const end = endOf(field);
      if (typeof value === "number" && inCents.includes(end)) return money(value);
      return values[`${entity}.${end}`]?.(String(value)) ?? show(field, value);
    },
  };
};

/**
 * Formats values that are displayed in the same way for every entity; undefined for values with
 * entity-specific texts.
 */
function plainText(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return "";
  if (typeof value === "number" && field.endsWith("Minutes")) return duration(value);
  if (typeof value !== "string") return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dateLong(value);
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? new Date(value) : undefined;
  return at && `${dateLong(at)}, ${time(at)}`;
}

const lengthMax = 80;
const cut = (text: string) => (text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text);

/** Returns the changes with the labels used in the forms. Internal fields are left out. */
export function changeLines(
  { entity, changes }: Pick<HistorySearchResult, "entity" | "changes">,
  names: Names,
): Line[] {
  const { label, show } = wordsOf(entity, names);
  return historyEntryLines({ changes }, label, (field, value) => cut(plainText(field, value) ?? show(field, value)));
}
