import { factsNamespace } from "@uola/browser/gym/service-facts.ts";
import type { ServiceChange, ServiceInput } from "@uola/contract";
import { translationsNamespace } from "@uola/contract/service-translation";
import type { SentBy } from "@uola/ui/kit/define-form.ts";
import { parseAmount } from "@uola/ui/kit/money.ts";
import { minutesOf } from "@uola/ui/kit/span.ts";
import { optionsInputOf } from "./options.ts";
import { type Draft, isPriced, percentIn, type serviceForm } from "./service-fields.tsx";

export type ServiceValues = SentBy<typeof serviceForm>;

function paymentOf({ rateType, price, deposit, ...values }: ServiceValues): NonNullable<ServiceInput["payment"]> {
  const priced = isPriced(rateType);
  const depositPercent = deposit ? percentIn(deposit) : undefined;
  const sum = deposit && depositPercent === undefined ? { value: parseAmount(deposit) ?? "0" } : null;
  return {
    rateType,
    ...(rateType === "FIXED" && { fixed: { price: { value: price ?? "0" }, deposit: sum } }),
    ...(rateType === "VARIED" && { varied: { defaultPrice: { value: price ?? "0" }, deposit: sum } }),
    ...(rateType === "CUSTOM" && { custom: { description: values.priceWords ?? "" } }),
    options: {
      online: priced && values.payOnline,
      inPerson: values.payInPerson || !priced,
      deposit: Boolean(deposit),
      pricingPlan: values.payByPlan,
    },
    ...(depositPercent !== undefined && { depositPercent }),
  };
}

const ageOf = (text: string): number | null => (text.trim() ? Number(text) : null);
const idOf = (id: string) => (id ? { id } : null);

type Parts = Omit<ServiceChange, "id" | "revision">;

/**
 * Maps each field of a service to the form fields it depends on, so that an update contains only
 * the fields that changed.
 */
const parts = {
  name: [["name"], ({ name }) => name],
  tagLine: [["tagLine"], ({ tagLine }) => tagLine],
  description: [["description"], ({ description }) => description],
  extendedFields: [
    [
      ...(["nameEn", "tagLineEn", "descriptionEn", "levels", "prerequisite", "bring"] as const),
      ...(["prerequisiteEn", "bringEn", "conditionsEn"] as const),
    ],
    ({ otherFields, levels, prerequisite, bring, ...english }) => ({
      namespaces: {
        ...otherFields,
        [factsNamespace]: { levels, prerequisite, bring },
        [translationsNamespace]: {
          en: {
            name: english.nameEn,
            tagLine: english.tagLineEn,
            description: english.descriptionEn,
            prerequisite: english.prerequisiteEn,
            bring: english.bringEn,
            conditions: english.conditionsEn,
          },
        },
      },
    }),
  ],
  type: [["type"], ({ type }) => type],
  // An appointment has a capacity of one.
  defaultCapacity: [["defaultCapacity", "type"], ({ defaultCapacity }) => defaultCapacity ?? 1],
  hidden: [["hidden"], ({ hidden }) => hidden],
  category: [["categoryId"], ({ categoryId }) => idOf(categoryId)],
  role: [["role"], ({ role }) => role || null],
  ageRange: [
    ["ageMin", "ageMax"],
    ({ ageMin: min, ageMax: max }) => (min === null && max === null ? null : { min, max }),
  ],
  agePrices: [
    ["agePrices", "rateType"],
    ({ agePrices }) =>
      (agePrices ?? []).map(({ group, min, max, price }) => ({
        group,
        ages: { min: ageOf(min), max: ageOf(max) },
        price: { value: parseAmount(price) ?? "" },
      })),
  ],
  memberPrice: [["memberPrice", "rateType"], ({ memberPrice }) => (memberPrice ? { value: memberPrice } : null)],
  lateJoinShare: [["lateJoinShare", "type"], ({ lateJoinShare }) => lateJoinShare ?? false],
  instalments: [
    ["parts", "partsFrom", "type"],
    ({ parts, partsFrom }) => (parts ? { parts, from: { value: partsFrom ?? "0" } } : null),
  ],
  taxation: [
    ["taxClass", "laterTaxClass", "laterTaxFrom"],
    ({ taxClass, laterTaxClass, laterTaxFrom }) => ({
      taxClass,
      laterTax: laterTaxClass && laterTaxFrom ? { taxClass: laterTaxClass, from: laterTaxFrom } : null,
    }),
  ],
  payment: [["rateType", "price", "priceWords", "deposit", "payOnline", "payInPerson", "payByPlan"], paymentOf],
  staffMemberIds: [["staffIds"], ({ staffIds }) => staffIds],
  bookingPolicy: [["policyId"], ({ policyId }) => idOf(policyId)],
  form: [["formId"], ({ formId }) => idOf(formId)],
  onlineBooking: [
    ["online", "approval", "multiple"],
    ({ online, approval, multiple }) => ({
      enabled: online,
      requireManualApproval: approval,
      allowMultipleRequests: multiple,
    }),
  ],
  conferencing: [["conferencing"], ({ conferencing }) => ({ enabled: conferencing })],
  schedule: [
    ["durations", "gap", "type"],
    ({ durations, gap }) => ({
      availabilityConstraints: durations && { sessionDurations: durations, timeBetweenSessions: gap ?? 0 },
    }),
  ],
  resourceGroups: [["resourceGroups"], ({ resourceGroups }) => resourceGroups.map((resourceIds) => ({ resourceIds }))],
  optionsAndVariants: [["options"], ({ options, price }) => optionsInputOf(options, price ?? "")],
  reminders: [
    ["reminders"],
    ({ reminders }) => reminders.map(({ by, ...span }) => ({ by, minutesBefore: minutesOf(span) ?? 0 })),
  ],
} satisfies {
  [Name in keyof Parts]: [of: (keyof Draft)[], say: (values: ServiceValues) => Parts[Name]];
};

/**
 * Returns the service update for the changed fields; locations, plans and the slug have separate
 * operations.
 */
export function changeOf(values: ServiceValues, changed: Partial<Record<keyof Draft, unknown>>): Parts {
  const touched = Object.entries(parts).filter(([, [of]]) => of.some((field) => field in changed));
  return Object.fromEntries(touched.map(([name, [, say]]) => [name, say(values)]));
}

/** Returns the input for creating a service. */
export function serviceInputOf(values: ServiceValues): ServiceInput {
  const { resourceGroups, reminders, optionsAndVariants, agePrices, ...change } = changeOf(values, values);
  return {
    ...change,
    ...(resourceGroups?.length && { resourceGroups }),
    ...(reminders?.length && { reminders }),
    ...(optionsAndVariants && { optionsAndVariants }),
    ...(agePrices?.length && { agePrices }),
    locations: values.locationIds.map((id) => ({ type: "BUSINESS", business: { id } })),
  };
}
