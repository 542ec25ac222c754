import type { Service } from "@uola/contract";
import { priceText } from "@uola/ui/kit/money.ts";
import { minutesOf } from "@uola/ui/kit/span.ts";
import { say } from "@uola/words/admin";
import { duration } from "@uola/words/formats";
import { type Draft, emptyDraft, type Field, type Reminder } from "./draft.ts";
import { fieldOf } from "./problems.ts";

export const label = (field: Field): string => say(`services.field.${field}`);
/** Returns the label of a stored field; undefined if the form has no such field. */
export const labelOf = (path: string): string | undefined => {
  const field = fieldOf(path);
  return field && label(field);
};

export type Names = ReadonlyMap<string, string>;

const nameless = (value: unknown, names: Names): string => {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((each) => nameless(each, names)).join(", ");
  if (typeof value === "object") return "…";
  return names.get(String(value)) ?? String(value);
};

/** Formats a field's value as the form displays it, with names instead of ids. */
export const showBy =
  (names: Names) =>
  (field: Field, value: unknown): string => {
    if (field === "type" && typeof value === "string") return say(`services.type.${value as Draft["type"]}`);
    if (field === "rateType" && typeof value === "string") return say(`services.rate.${value as Draft["rateType"]}`);
    if (field === "role") return say("services.role", { role: (value as Draft["role"]) || "other" });
    if ((field === "taxClass" || field === "laterTaxClass") && value) {
      return say(`content.taxClass.${value as Draft["taxClass"]}`);
    }
    if (field === "levels") {
      return ((value as string[] | undefined) ?? []).map((level) => say("services.level", { level })).join(", ");
    }
    if (field === "options") return optionsText(value as Draft["options"] | undefined);
    if (field === "agePrices") return agePricesText(value as AgePrices | undefined);
    if (field === "reminders") return (value as Reminder[] | undefined)?.map(reminderText).join(", ") ?? "";
    if (field === "resourceGroups")
      return (value as unknown[] | undefined)?.map((each) => groupText(each, names)).join("; ") ?? "";
    if (field === "locationIds" && Array.isArray(value)) {
      return value
        .map((each) => nameless((each as { business?: { id: string } }).business?.id ?? each, names))
        .join(", ");
    }
    if (field === "price" && typeof value === "string") return priceText(value);
    if (field === "deposit" && typeof value === "number") return `${value}\u00a0%`;
    return nameless(value, names);
  };

/** Stored reminders are in minutes; the form's have a number and a unit. */
const reminderText = (reminder: Reminder | { minutesBefore: number; by: Reminder["by"] }): string => {
  const minutes = "minutesBefore" in reminder ? reminder.minutesBefore : (minutesOf(reminder) ?? 0);
  return `${say(`services.reminder.${reminder.by}`)} ${duration(minutes)}`;
};
type AgePrices = Draft["agePrices"] | NonNullable<Service["agePrices"]>;
/** Formats age prices, from the form or as stored: "Vaikai 15, Jaunimas 18". */
const agePricesText = (prices: AgePrices | undefined): string =>
  (prices ?? [])
    .map(({ group, price }) => ({ group, sum: typeof price === "string" ? price : priceText(price.value) }))
    .filter(({ sum }) => sum !== "")
    .map(({ group, sum }) => `${say(`services.agePrices.${group}`)} ${sum}`)
    .join(", ");
/** Formats options: "Amžius: Suaugęs, Vaikas". Options stored in the history have no list. */
const optionsText = (options: Partial<Draft["options"]> | undefined): string =>
  (options?.list ?? [])
    .map(({ name, choices }) => `${name}: ${choices.map((each) => each.name).join(", ")}`)
    .join("; ");
const groupText = (group: unknown, names: Names): string => {
  const ids = Array.isArray(group) ? group : ((group as { resourceIds?: string[] }).resourceIds ?? []);
  return nameless(ids, names);
};

export const showStored = (names: Names) => (path: string, value: unknown) => {
  const field = fieldOf(path);
  return field ? showBy(names)(field, value) : "";
};

/** Returns the draft of a new service with the usual defaults. */
export const firstDraft = (part: Partial<Draft>): Draft => ({ ...emptyDraft, ...part });
