import { factsNamespace, type Level, levels, ownFacts } from "@uola/browser/gym/service-facts.ts";
import { type ServiceTexts, translatedTexts } from "@uola/browser/gym/service-translation.ts";
import type { AgeGroup, Service, ServiceChange, ServiceInput } from "@uola/contract";
import { translationsNamespace } from "@uola/contract/service-translation";
import { parseAmount, priceText } from "@uola/ui/kit/money.ts";
import { minutesOf, type Span, spanOf } from "@uola/ui/kit/span.ts";
import type { StoredDraft } from "@uola/ui/kit/use-entity-form.ts";
import { noOptions, type Options, optionsIn, optionsInputOf } from "./options.ts";

export type Reminder = Span & { by: "MAIL" | "SMS" };
/** A reduced price for an age group, as typed; empty fields if there is none. */
export type TypedAgePrice = { group: AgeGroup; min: string; max: string; price: string };
type SoldClass = NonNullable<Service["taxation"]>["taxClass"];
/** A service as edited in the form: texts as typed, one field per value. */
export type Draft = {
  name: string;
  tagLine: string;
  description: string;
  nameEn: string;
  tagLineEn: string;
  descriptionEn: string;
  /** Levels of climbing experience that it is for; empty means everybody. */
  levels: string[];
  prerequisite: string;
  bring: string;
  prerequisiteEn: string;
  bringEn: string;
  conditionsEn: string;
  /** Extended fields that the form does not show. */
  otherFields: NonNullable<NonNullable<Service["extendedFields"]>["namespaces"]>;
  type: "CLASS" | "COURSE" | "APPOINTMENT";
  defaultCapacity: string;
  hidden: boolean;
  categoryId: string;
  role: NonNullable<Service["role"]> | "";
  ageMin: string;
  ageMax: string;
  rateType: "FIXED" | "VARIED" | "CUSTOM" | "NO_FEE";
  price: string;
  priceWords: string;
  deposit: string;
  taxClass: SoldClass;
  /** The tax class that replaces the current one, and from which day; empty if it does not change. */
  laterTaxClass: SoldClass | "";
  laterTaxFrom: string;
  payOnline: boolean;
  payInPerson: boolean;
  payByPlan: boolean;
  planIds: string[];
  staffIds: string[];
  locationIds: string[];
  policyId: string;
  formId: string;
  online: boolean;
  approval: boolean;
  multiple: boolean;
  conferencing: boolean;
  durations: string;
  gap: string;
  resourceGroups: string[][];
  reminders: Reminder[];
  options: Options;
  agePrices: TypedAgePrice[];
  memberPrice: string;
  lateJoinShare: boolean;
  /**
   * Number of monthly instalments, and the minimum amount for them; empty if instalments are not
   * offered.
   */
  parts: string;
  partsFrom: string;
  slug: string;
};
export type Field = keyof Draft & string;

const ageGroups: readonly AgeGroup[] = ["CHILD", "YOUTH", "SENIOR"];
const agePricesIn = (stored: Service["agePrices"]): TypedAgePrice[] =>
  ageGroups.map((group) => {
    const { ages, price } = stored?.find((each) => each.group === group) ?? {};
    return { group, min: String(ages?.min ?? ""), max: String(ages?.max ?? ""), price: priceText(price?.value) };
  });
export const isPriced = (rateType: Draft["rateType"]): boolean => rateType === "FIXED" || rateType === "VARIED";
export const isTyped = ({ min, max, price }: TypedAgePrice) => [min, max, price].some((text) => text.trim() !== "");

export const emptyDraft: Draft = {
  name: "",
  tagLine: "",
  nameEn: "",
  tagLineEn: "",
  descriptionEn: "",
  levels: [],
  prerequisite: "",
  bring: "",
  prerequisiteEn: "",
  bringEn: "",
  conditionsEn: "",
  otherFields: {},
  description: "",
  type: "CLASS",
  defaultCapacity: "8",
  hidden: false,
  categoryId: "",
  role: "",
  ageMin: "",
  ageMax: "",
  rateType: "FIXED",
  price: "",
  priceWords: "",
  deposit: "",
  taxClass: "STANDARD",
  laterTaxClass: "",
  laterTaxFrom: "",
  payOnline: false,
  payInPerson: true,
  payByPlan: false,
  planIds: [],
  staffIds: [],
  locationIds: [],
  policyId: "",
  formId: "",
  online: true,
  approval: false,
  multiple: false,
  conferencing: false,
  durations: "60",
  gap: "0",
  resourceGroups: [],
  reminders: [],
  options: noOptions,
  agePrices: agePricesIn(null),
  memberPrice: "",
  lateJoinShare: false,
  parts: "",
  partsFrom: "",
  slug: "",
};

export function keptOf(service: Service): StoredDraft<Draft> & { revision: string } {
  const { payment, schedule, onlineBooking } = service;
  const { sessionDurations, timeBetweenSessions } = schedule.availabilityConstraints ?? {};
  const rateType = payment.rateType === "UNKNOWN_RATE_TYPE" ? "NO_FEE" : payment.rateType;
  const deposit = (payment.rateType === "VARIED" ? payment.varied : payment.fixed)?.deposit;
  const english = translatedTexts(service, "en");
  const facts = ownFacts(service);
  const { [translationsNamespace]: _, [factsNamespace]: __, ...otherFields } = service.extendedFields?.namespaces ?? {};
  const draft: Draft = {
    name: service.name,
    tagLine: service.tagLine ?? "",
    description: service.description ?? "",
    nameEn: english.name,
    tagLineEn: english.tagLine,
    descriptionEn: english.description,
    ...facts,
    prerequisiteEn: english.prerequisite,
    bringEn: english.bring,
    conditionsEn: english.conditions,
    otherFields,
    type: service.type === "UNKNOWN_SERVICE_TYPE" ? "CLASS" : service.type,
    defaultCapacity: String(service.defaultCapacity),
    hidden: service.hidden ?? false,
    categoryId: service.category?.id ?? "",
    role: service.role ?? "",
    ageMin: String(service.ageRange?.min ?? ""),
    ageMax: String(service.ageRange?.max ?? ""),
    rateType,
    price: priceText(payment.fixed?.price.value ?? payment.varied?.defaultPrice.value),
    priceWords: payment.custom?.description ?? "",
    deposit: payment.options?.deposit ? depositText(payment.depositPercent, deposit?.value) : "",
    taxClass: service.taxation?.taxClass ?? "STANDARD",
    laterTaxClass: service.taxation?.laterTax?.taxClass ?? "",
    laterTaxFrom: service.taxation?.laterTax?.from ?? "",
    payOnline: payment.options?.online ?? false,
    payInPerson: payment.options?.inPerson ?? false,
    payByPlan: payment.options?.pricingPlan ?? false,
    planIds: payment.pricingPlanIds ?? [],
    staffIds: service.staffMemberIds,
    locationIds: service.locations.flatMap(({ business }) => business?.id ?? []),
    policyId: service.bookingPolicy.id,
    formId: service.form?.id ?? "",
    online: onlineBooking.enabled ?? false,
    approval: onlineBooking.requireManualApproval ?? false,
    multiple: onlineBooking.allowMultipleRequests ?? false,
    conferencing: service.conferencing?.enabled ?? false,
    durations: (sessionDurations ?? []).join(", "),
    gap: String(timeBetweenSessions ?? 0),
    resourceGroups: (service.resourceGroups ?? []).map(({ resourceIds }) => resourceIds),
    reminders: (service.reminders ?? []).map(({ minutesBefore, by }) => ({ ...spanOf(minutesBefore), by })),
    options: optionsIn(service),
    agePrices: agePricesIn(service.agePrices),
    memberPrice: priceText(service.memberPrice?.value),
    lateJoinShare: service.lateJoinShare ?? false,
    parts: String(service.instalments?.parts ?? ""),
    partsFrom: priceText(service.instalments?.from.value),
    slug: service.mainSlug.name,
  };
  return { draft, revision: service.revision };
}

const ageOf = (text: string): number | null => (text.trim() ? Number(text) : null);

export const durationsOf = (text: string): number[] =>
  text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);

/** Formats a deposit: "30 %", or an amount in euros. */
const depositText = (percent: number | null | undefined, sum: string | undefined): string =>
  percent == null ? priceText(sum) : `${percent}\u00a0%`;

/** Parses a deposit typed as a percentage of the price; undefined if it has no percent sign. */
export function percentIn(text: string): number | undefined {
  const typed = /^(\d{1,3})\s*%$/.exec(text.trim())?.[1];
  return typed === undefined ? undefined : Number(typed);
}

function paymentOf(draft: Draft): NonNullable<ServiceInput["payment"]> {
  const money = (text: string) => ({ value: parseAmount(text) ?? "0" });
  const priced = isPriced(draft.rateType);
  const asks = priced && draft.deposit.trim() !== "";
  const depositPercent = asks ? percentIn(draft.deposit) : undefined;
  const deposit = asks && depositPercent === undefined ? money(draft.deposit) : null;
  return {
    rateType: draft.rateType,
    ...(draft.rateType === "FIXED" && { fixed: { price: money(draft.price), deposit } }),
    ...(draft.rateType === "VARIED" && { varied: { defaultPrice: money(draft.price), deposit } }),
    ...(draft.rateType === "CUSTOM" && { custom: { description: draft.priceWords.trim() } }),
    options: {
      online: priced && draft.payOnline,
      inPerson: draft.payInPerson || !priced,
      deposit: asks,
      pricingPlan: draft.payByPlan,
    },
    ...(depositPercent !== undefined && { depositPercent }),
  };
}

type Parts = Pick<
  ServiceChange,
  | "name"
  | "tagLine"
  | "description"
  | "extendedFields"
  | "type"
  | "defaultCapacity"
  | "hidden"
  | "category"
  | "role"
  | "ageRange"
  | "agePrices"
  | "memberPrice"
  | "lateJoinShare"
  | "instalments"
  | "taxation"
  | "payment"
  | "staffMemberIds"
  | "bookingPolicy"
  | "form"
  | "onlineBooking"
  | "conferencing"
  | "schedule"
  | "resourceGroups"
  | "reminders"
  | "optionsAndVariants"
>;

const factsIn = (draft: Draft) => ({
  levels: levels.filter((level: Level) => draft.levels.includes(level)),
  prerequisite: draft.prerequisite.trim(),
  bring: draft.bring.trim(),
});
const englishIn = (draft: Draft): ServiceTexts => ({
  name: draft.nameEn.trim(),
  tagLine: draft.tagLineEn.trim(),
  description: draft.descriptionEn.trim(),
  prerequisite: draft.prerequisiteEn.trim(),
  bring: draft.bringEn.trim(),
  conditions: draft.conditionsEn.trim(),
});

/**
 * Maps each field of a service to the form fields it depends on, so that an update contains only
 * the fields that changed.
 */
const parts: { [Name in keyof Parts]-?: { of: readonly Field[]; say: (draft: Draft) => Parts[Name] } } = {
  name: { of: ["name"], say: ({ name }) => name.trim() },
  tagLine: { of: ["tagLine"], say: ({ tagLine }) => tagLine.trim() || null },
  description: { of: ["description"], say: ({ description }) => description.trim() || null },
  extendedFields: {
    of: [
      "nameEn",
      "tagLineEn",
      "descriptionEn",
      "levels",
      "prerequisite",
      "bring",
      "prerequisiteEn",
      "bringEn",
      "conditionsEn",
    ],
    say: (draft) => ({
      namespaces: {
        ...draft.otherFields,
        [factsNamespace]: factsIn(draft),
        [translationsNamespace]: { en: englishIn(draft) },
      },
    }),
  },
  type: { of: ["type"], say: ({ type }) => type },
  defaultCapacity: {
    of: ["defaultCapacity", "type"],
    say: ({ type, defaultCapacity }) => (type === "APPOINTMENT" ? 1 : Number(defaultCapacity)),
  },
  hidden: { of: ["hidden"], say: ({ hidden }) => hidden },
  category: { of: ["categoryId"], say: ({ categoryId }) => (categoryId ? { id: categoryId } : null) },
  role: { of: ["role"], say: ({ role }) => role || null },
  ageRange: {
    of: ["ageMin", "ageMax"],
    say: ({ ageMin, ageMax }) =>
      ageOf(ageMin) == null && ageOf(ageMax) == null ? null : { min: ageOf(ageMin), max: ageOf(ageMax) },
  },
  agePrices: {
    of: ["agePrices", "rateType"],
    say: ({ agePrices, rateType }) =>
      agePrices
        .filter((each) => isTyped(each) && isPriced(rateType))
        .map(({ group, min, max, price }) => ({
          group,
          ages: { min: ageOf(min), max: ageOf(max) },
          price: { value: parseAmount(price) ?? "" },
        })),
  },
  memberPrice: {
    of: ["memberPrice", "rateType"],
    say: ({ memberPrice, rateType }) => {
      const value = parseAmount(memberPrice);
      return value && isPriced(rateType) ? { value } : null;
    },
  },
  lateJoinShare: {
    of: ["lateJoinShare", "type"],
    say: ({ type, lateJoinShare }) => type === "COURSE" && lateJoinShare,
  },
  instalments: {
    of: ["parts", "partsFrom", "type"],
    say: ({ type, parts, partsFrom }) =>
      type === "COURSE" && parts.trim()
        ? { parts: Number(parts), from: { value: parseAmount(partsFrom) ?? "0" } }
        : null,
  },
  taxation: {
    of: ["taxClass", "laterTaxClass", "laterTaxFrom"],
    say: ({ taxClass, laterTaxClass, laterTaxFrom }) => ({
      taxClass,
      laterTax: laterTaxClass ? { taxClass: laterTaxClass, from: laterTaxFrom } : null,
    }),
  },
  payment: {
    of: ["rateType", "price", "priceWords", "deposit", "payOnline", "payInPerson", "payByPlan"],
    say: paymentOf,
  },
  staffMemberIds: { of: ["staffIds"], say: ({ staffIds }) => staffIds },
  bookingPolicy: { of: ["policyId"], say: ({ policyId }) => (policyId ? { id: policyId } : null) },
  form: { of: ["formId"], say: ({ formId }) => (formId ? { id: formId } : null) },
  onlineBooking: {
    of: ["online", "approval", "multiple"],
    say: ({ online, approval, multiple }) => ({
      enabled: online,
      requireManualApproval: approval,
      allowMultipleRequests: multiple,
    }),
  },
  conferencing: { of: ["conferencing"], say: ({ conferencing }) => ({ enabled: conferencing }) },
  schedule: {
    of: ["durations", "gap", "type"],
    say: ({ type, durations, gap }) => ({
      availabilityConstraints:
        type === "APPOINTMENT"
          ? { sessionDurations: durationsOf(durations), timeBetweenSessions: Number(gap) || 0 }
          : null,
    }),
  },
  resourceGroups: {
    of: ["resourceGroups"],
    say: ({ resourceGroups }) => resourceGroups.filter((ids) => ids.length > 0).map((resourceIds) => ({ resourceIds })),
  },
  optionsAndVariants: { of: ["options"], say: ({ options, price }) => optionsInputOf(options, price) },
  reminders: {
    of: ["reminders"],
    say: ({ reminders }) => reminders.map(({ by, ...span }) => ({ by, minutesBefore: minutesOf(span) ?? 0 })),
  },
};

/**
 * Returns the service update for the changed fields; locations, plans and the address have separate
 * operations.
 */
export function changeOf(draft: Draft, changed: Partial<Draft>): Parts {
  const touched = Object.entries(parts).filter(([, { of }]) => of.some((field) => field in changed));
  return Object.fromEntries(touched.map(([name, { say }]) => [name, say(draft)]));
}

/** Returns the input for creating a service. */
export function serviceInputOf(draft: Draft): ServiceInput {
  const { resourceGroups, reminders, optionsAndVariants, agePrices, ...change } = changeOf(draft, draft);
  return {
    ...change,
    ...(resourceGroups?.length && { resourceGroups }),
    ...(reminders?.length && { reminders }),
    ...(optionsAndVariants && { optionsAndVariants }),
    ...(agePrices?.length && { agePrices }),
    locations: draft.locationIds.map((id) => ({ type: "BUSINESS", business: { id } })),
  };
}
