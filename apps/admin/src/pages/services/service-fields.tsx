import { factsNamespace, levels, ownFacts } from "@uola/browser/gym/service-facts.ts";
import { translatedTexts } from "@uola/browser/gym/service-translation.ts";
import type { Service } from "@uola/contract";
import { translationsNamespace } from "@uola/contract/service-translation";
import { taxClasses } from "@uola/contract/tax-class";
import { type DraftOf, defineForm, type NameOf } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { parseAmount, priceText } from "@uola/ui/kit/money.ts";
import { minutesOf, spanOf } from "@uola/ui/kit/span.ts";
import { say } from "@uola/words/admin";
import {
  AgePriceFields,
  agePricesIn,
  agePricesText,
  isLower,
  isTyped,
  type StoredAgePrices,
  type TypedAgePrice,
} from "./age-price-fields.tsx";
import { areComplete, noOptions, type Options, optionsIn } from "./options.ts";
import { type Reminder, Reminders, ResourceGroups, reminderText } from "./repeated.tsx";
import { SlugField } from "./slug-field.tsx";
import type { Lists } from "./use-lists.ts";

/** Names of the items that a service refers to, by id. */
export type Names = ReadonlyMap<string, string>;
type SoldClass = NonNullable<Service["taxation"]>["taxClass"];
type Type = "CLASS" | "COURSE" | "APPOINTMENT";

const roles = ["belayTest", "belayCourse", "individual", "group", "birthday", "company", "school", "camp"] as const;
type RateType = "FIXED" | "VARIED" | "CUSTOM" | "NO_FEE";
export const isPriced = (rateType: RateType): boolean => rateType === "FIXED" || rateType === "VARIED";

export const noLists: Lists = {
  ...{ staff: [], resources: [], policies: [], categories: [], plans: [], forms: [], locations: [] },
  names: new Map(),
};

const isAppointment = ({ type }: { type: Type }) => type === "APPOINTMENT";
const isCourse = ({ type }: { type: Type }) => type === "COURSE";
const hasPrice = ({ rateType }: { rateType: RateType }) => isPriced(rateType);

const fieldsOf = (service: Service | undefined, lists: Lists) => {
  const { payment, schedule, onlineBooking, taxation, extendedFields } = service ?? {};
  const { sessionDurations, timeBetweenSessions } = schedule?.availabilityConstraints ?? {};
  const rateType = payment?.rateType === "UNKNOWN_RATE_TYPE" ? "NO_FEE" : payment?.rateType;
  const deposit = (rateType === "VARIED" ? payment?.varied : payment?.fixed)?.deposit;
  const english = service && translatedTexts(service, "en");
  const facts = service && ownFacts(service);
  const { [translationsNamespace]: _, [factsNamespace]: __, ...otherFields } = extendedFields?.namespaces ?? {};
  const named = (value: unknown): string =>
    Array.isArray(value)
      ? value.map((each) => named(each?.business?.id ?? each)).join(", ")
      : (lists.names.get(String(value)) ?? field.showPlain(value));
  const byName = { show: named };
  const inEnglish = { lang: "en", optional: true };
  const age = { maxLength: 3, optional: true };
  const wrong = (error: "name" | "words" | "staff") => say(`services.wrong.${error}`);
  const taxName = (id: SoldClass) => ({ id, name: say(`content.taxClass.${id}`) });
  const unarchived = <Item extends { id: string; archived: boolean }>(items: readonly Item[], chosen: string[]) =>
    items.filter(({ archived, id }) => !archived || chosen.includes(id));
  const locationIds = service
    ? service.locations.flatMap(({ business }) => business?.id ?? [])
    : lists.locations.filter((location) => location.default).map(({ id }) => id);
  const planIds = payment?.pricingPlanIds ?? [];
  return {
    name: field.text(service?.name, { maxLength: 400, required: true, check: field.required(wrong("name")) }),
    type: field.choice<Type>(
      !service?.type || service.type === "UNKNOWN_SERVICE_TYPE" ? "CLASS" : service.type,
      ["CLASS", "COURSE", "APPOINTMENT"],
      (type) => say(`services.type.${type}`),
      { shown: true },
    ),
    tagLine: field.orNull(field.text(service?.tagLine, { maxLength: 6000 })),
    description: field.orNull(field.longText(service?.description, { maxLength: 7000 })),
    nameEn: field.text(english?.name, { maxLength: 400, ...inEnglish }),
    tagLineEn: field.text(english?.tagLine, { maxLength: 6000, ...inEnglish }),
    descriptionEn: field.longText(english?.description, { maxLength: 7000, ...inEnglish }),
    prerequisiteEn: field.longText(english?.prerequisite, { maxLength: 1000, ...inEnglish }),
    bringEn: field.longText(english?.bring, { maxLength: 1000, ...inEnglish }),
    conditionsEn: field.longText(english?.conditions, { maxLength: 2500, ...inEnglish }),
    /** Extended fields that the form does not show; they are sent unchanged. */
    otherFields: field.custom({ initial: otherFields, sent: (fields) => fields }),
    categoryId: {
      ...field.select(service ? (service.category?.id ?? "") : (lists.categories[0]?.id ?? ""), [
        { id: "", name: say("services.noCategory") },
        ...lists.categories,
      ]),
      ...byName,
    },
    defaultCapacity: field.wholeNumber(service?.defaultCapacity ?? 8, [1, 1000], say("services.wrong.capacity")),
    ageMin: field.wholeNumberOrNull(service?.ageRange?.min, [0, 120], say("services.wrong.age"), age),
    ageMax: field.wholeNumberOrNull(service?.ageRange?.max, [0, 120], say("services.wrong.age"), age),
    /** Levels of climbing experience that the service is for; empty means everybody. */
    levels: {
      ...field.checkList<string>(
        facts?.levels ?? [],
        levels.map((level) => ({ id: level, name: say("services.level", { level }) })),
        { hint: say("services.levels.hint") },
      ),
      sent: (chosen: readonly string[]) => levels.filter((level) => chosen.includes(level)),
    },
    prerequisite: field.longText(facts?.prerequisite, { maxLength: 1000, optional: true }),
    bring: field.longText(facts?.bring, { maxLength: 1000, optional: true }),
    role: {
      ...field.select(
        service?.role ?? "",
        (["", ...roles] as const).map((role) => ({
          id: role,
          name: say("services.role", { role: role || "other" }),
        })),
        { hint: say("services.role.hint") },
      ),
      show: (role: unknown) => say("services.role", { role: typeof role === "string" && role ? role : "other" }),
    },
    rateType: field.choice<RateType>(rateType ?? "FIXED", ["FIXED", "VARIED", "CUSTOM", "NO_FEE"], (rateType) =>
      say(`services.rate.${rateType}`),
    ),
    price: field.amount(payment?.fixed?.price.value ?? payment?.varied?.defaultPrice.value, {
      check: (price) => !(Number(parseAmount(price)) > 0) && say("services.wrong.price"),
    }),
    deposit: {
      ...field.text(payment?.options?.deposit ? depositText(payment.depositPercent, deposit?.value) : "", {
        maxLength: 12,
        optional: true,
        hint: say("services.deposit.hint"),
      }),
      show: (value: unknown) => (typeof value === "number" ? `${value}\u00a0%` : field.showPlain(value)),
    },
    taxClass: field.select(taxation?.taxClass ?? "STANDARD", taxClasses.map(taxName)),
    /**
     * The tax class that will replace the current one, and the day of the change; empty if it does
     * not change.
     */
    laterTaxClass: field.select(taxation?.laterTax?.taxClass ?? "", [
      { id: "", name: say("services.tax.stays") },
      ...taxClasses.map(taxName),
    ]),
    laterTaxFrom: field.date(taxation?.laterTax?.from, {
      hint: say("services.tax.from.hint"),
      check: field.complete(say("services.wrong.taxFrom")),
    }),
    payInPerson: field.flag(payment ? payment.options?.inPerson : true),
    payOnline: field.flag(payment?.options?.online),
    agePrices: field.custom<TypedAgePrice[]>({
      initial: agePricesIn(service?.agePrices),
      sent: (prices) => prices.filter(isTyped),
      show: (value) => agePricesText(value as TypedAgePrice[] | StoredAgePrices),
      input: (props) => <AgePriceFields {...props} />,
    }),
    memberPrice: field.amount(service?.memberPrice?.value, {
      optional: true,
      hint: say("services.memberPrice.hint"),
    }),
    lateJoinShare: field.flag(service?.lateJoinShare),
    /** Number of monthly instalments and the minimum amount for them; empty if they are not offered. */
    parts: field.wholeNumberOrNull(service?.instalments?.parts, [2, 12], say("services.wrong.parts"), {
      maxLength: 2,
      optional: true,
    }),
    partsFrom: field.amount(service?.instalments?.from.value, { optional: true }),
    options: field.custom<Options>({
      initial: service ? optionsIn(service) : noOptions,
      sent: (options) => options,
      show: (value) => optionsText(value as Options | undefined),
    }),
    priceWords: field.text(payment?.custom?.description, { maxLength: 50, check: field.required(wrong("words")) }),
    payByPlan: field.flag(payment?.options?.pricingPlan),
    planIds: { ...field.checkList(planIds, unarchived(lists.plans, planIds)), ...byName },
    staffIds: { ...field.checkList(service?.staffMemberIds ?? [], lists.staff), ...byName },
    locationIds: {
      ...field.checkList(locationIds, unarchived(lists.locations, locationIds), {
        hint: say("services.locations.hint"),
      }),
      ...byName,
    },
    durations: {
      ...field.text(service ? (sessionDurations ?? []).join(", ") : "60", { hint: say("services.durations.hint") }),
      sent: durationsOf,
      check: (text: string) => {
        const durations = durationsOf(text);
        const fits = durations.every((minutes) => Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440);
        const isUnique = new Set(durations).size === durations.length;
        return durations.length > 0 && fits && isUnique ? undefined : say("services.wrong.durations");
      },
    },
    gap: {
      ...field.text(String(timeBetweenSessions ?? 0), { inputMode: "numeric" }),
      sent: (minutes: string) => Number(minutes) || 0,
    },
    resourceGroups: field.custom<string[][]>({
      initial: (service?.resourceGroups ?? []).map(({ resourceIds }) => resourceIds),
      sent: (groups) => groups.filter((ids) => ids.length > 0),
      show: (groups) =>
        Array.isArray(groups) ? groups.map((group) => named(group?.resourceIds ?? group)).join("; ") : "",
      input: (props) => <ResourceGroups {...props} resources={lists.resources} />,
    }),
    policyId: {
      ...field.select(
        service?.bookingPolicy.id ?? lists.policies.find((policy) => policy.default)?.id ?? "",
        lists.policies,
      ),
      ...byName,
    },
    formId: {
      ...field.select(service?.form?.id ?? "", [{ id: "", name: say("services.noForm") }, ...lists.forms]),
      ...byName,
    },
    online: field.flag(onlineBooking ? onlineBooking.enabled : true),
    approval: field.flag(onlineBooking?.requireManualApproval),
    multiple: field.flag(onlineBooking?.allowMultipleRequests),
    reminders: field.custom<Reminder[]>({
      initial: (service?.reminders ?? []).map(({ minutesBefore, by }) => ({ ...spanOf(minutesBefore), by })),
      sent: (reminders) => reminders,
      check: (reminders) => {
        const minutes = reminders.map((reminder) => minutesOf(reminder) ?? 0);
        return minutes.some((count) => count < 5 || count > 43_200) && say("services.wrong.reminders");
      },
      show: (reminders) => (Array.isArray(reminders) ? reminders.map(reminderText).join(", ") : ""),
      input: (props) => <Reminders {...props} />,
    }),
    slug: field.custom<string>({
      initial: service?.mainSlug.name ?? "",
      sent: (slug) => slug,
      input: (props) => service && <SlugField {...props} serviceId={service.id} kept={service.mainSlug.name} />,
    }),
    hidden: field.flag(service?.hidden),
    conferencing: field.flag(service?.conferencing?.enabled),
  };
};
export type Draft = DraftOf<ReturnType<typeof fieldsOf>>;

/** Maps stored paths to form fields. */
const exact: Record<string, NameOf<Draft>> = {
  "payment.rateType": "rateType",
  "payment.options": "payInPerson",
  "payment.options.inPerson": "payInPerson",
  "payment.options.online": "payOnline",
  "payment.options.pricingPlan": "payByPlan",
  "payment.pricingPlanIds": "planIds",
  "payment.fixed.price": "price",
  "payment.fixed.price.value": "price",
  "payment.varied.defaultPrice": "price",
  "payment.varied.defaultPrice.value": "price",
  "onlineBooking.enabled": "online",
  "onlineBooking.requireManualApproval": "approval",
  "onlineBooking.allowMultipleRequests": "multiple",
  "schedule.availabilityConstraints.timeBetweenSessions": "gap",
  "conferencing.enabled": "conferencing",
  "category.id": "categoryId",
  "bookingPolicy.id": "policyId",
  bookingPolicy: "policyId",
  "form.id": "formId",
  "mainSlug.name": "slug",
  staffMemberIds: "staffIds",
  locations: "locationIds",
  taxation: "taxClass",
  "taxation.taxClass": "taxClass",
  "taxation.laterTax": "laterTaxClass",
  "taxation.laterTax.taxClass": "laterTaxClass",
  "taxation.laterTax.from": "laterTaxFrom",
};
/** Maps stored paths, including all paths below them, to form fields. */
const below: [start: string, field: NameOf<Draft>][] = [
  ["payment.fixed.deposit", "deposit"],
  ["payment.varied.deposit", "deposit"],
  ["payment.depositPercent", "deposit"],
  ["payment.custom", "priceWords"],
  ["schedule.availabilityConstraints.sessionDurations", "durations"],
  ["ageRange.max", "ageMax"],
  ["ageRange", "ageMin"],
  ["resourceGroups", "resourceGroups"],
  ["reminders", "reminders"],
  ["optionsAndVariants", "options"],
  ["agePrices", "agePrices"],
  ["memberPrice", "memberPrice"],
  ["instalments.from", "partsFrom"],
  ["instalments", "parts"],
];

export const serviceForm = defineForm({
  label: (name) => say(`services.field.${name}`),
  fields: fieldsOf,
  shown: {
    defaultCapacity: (draft) => !isAppointment(draft),
    price: hasPrice,
    deposit: hasPrice,
    laterTaxFrom: ({ laterTaxClass }) => laterTaxClass,
    agePrices: hasPrice,
    memberPrice: hasPrice,
    lateJoinShare: isCourse,
    parts: isCourse,
    partsFrom: isCourse,
    priceWords: ({ rateType }) => rateType === "CUSTOM",
    planIds: ({ payByPlan }) => payByPlan,
    durations: isAppointment,
    gap: isAppointment,
  },
  check: (draft) => {
    const { price, deposit, memberPrice, options } = draft;
    const hasOptions = options.list.length > 0;
    const memberCost = Number(parseAmount(memberPrice));
    const isBelowMin = draft.ageMin.trim() && draft.ageMax.trim() && Number(draft.ageMin) > Number(draft.ageMax);
    const agePrices = draft.agePrices.filter(isTyped);
    return {
      ageMax: isBelowMin && say("services.wrong.age"),
      deposit: deposit.trim() && !isDeposit(deposit, price) && say("services.wrong.deposit"),
      payInPerson: hasPrice(draft) && !draft.payOnline && !draft.payInPerson && say("services.wrong.payment"),
      staffIds: isAppointment(draft) && draft.staffIds.length === 0 && say("services.wrong.staff"),
      options: hasOptions && !(hasPrice(draft) && areComplete(options, price)) && say("services.wrong.choices"),
      agePrices:
        hasOptions && agePrices.length > 0
          ? say("services.wrong.agePricesAlone")
          : !agePrices.every((each) => isLower(each, price)) && say("services.wrong.agePrices"),
      memberPrice:
        memberPrice.trim() !== "" &&
        (hasOptions
          ? say("services.wrong.agePricesAlone")
          : !(memberCost < Number(parseAmount(price))) && say("services.wrong.memberPrice")),
    };
  },
  paths: (path) => {
    const plain = path.replace(/^service\./, "");
    return exact[plain] ?? below.find(([start]) => plain.startsWith(start))?.[1] ?? plain;
  },
});

/** Returns the labels and formats with which the change history displays a service. */
export const serviceHistory = (names: Names) => serviceForm(undefined, { ...noLists, names }).history;

export const durationsOf = (text: string): number[] =>
  text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);

/** Formats a deposit: "30 %", or an amount in euros. */
const depositText = (percent: number | null | undefined, sum: string | undefined): string =>
  percent == null ? priceText(sum) : `${percent}\u00a0%`;

/** Parses a deposit typed as a percentage of the price; undefined if the text has no percent sign. */
export function percentIn(text: string): number | undefined {
  const typed = /^(\d{1,3})\s*%$/.exec(text.trim())?.[1];
  return typed === undefined ? undefined : Number(typed);
}

/** Whether a deposit is valid: above zero and at most the price, or 1 to 99 percent of it. */
function isDeposit(text: string, price: string): boolean {
  const percent = percentIn(text);
  if (percent !== undefined) return percent >= 1 && percent <= 99;
  const sum = Number(parseAmount(text));
  return sum > 0 && sum <= Number(parseAmount(price));
}

/** Formats options: "Amžius: Suaugęs, Vaikas". Options in the change history may have no list. */
const optionsText = (options: Partial<Options> | undefined): string =>
  (options?.list ?? [])
    .map(({ name, choices }) => `${name}: ${choices.map((each) => each.name).join(", ")}`)
    .join("; ");
