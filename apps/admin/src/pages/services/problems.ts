import { parseAmount } from "@uola/ui/kit/money.ts";
import { minutesOf } from "@uola/ui/kit/span.ts";
import {
  type Draft,
  durationsOf,
  emptyDraft,
  type Field,
  isPriced,
  isTyped,
  percentIn,
  type TypedAgePrice,
} from "./draft.ts";
import { areComplete } from "./options.ts";

export type Wrong =
  | "name"
  | "capacity"
  | "price"
  | "words"
  | "deposit"
  | "durations"
  | "age"
  | "choices"
  | "staff"
  | "reminders"
  | "payment"
  | "taxFrom"
  | "agePrices"
  | "agePricesAlone"
  | "memberPrice"
  | "parts";

const isAge = (text: string) => /^\d{0,3}$/.test(text.trim()) && Number(text) <= 120;

/** Whether a deposit is valid: above zero and at most the price, or 1 to 99 percent of it. */
function isDeposit(text: string, price: string): boolean {
  const percent = percentIn(text);
  if (percent !== undefined) return percent >= 1 && percent <= 99;
  const sum = Number(parseAmount(text));
  return sum > 0 && sum <= Number(parseAmount(price));
}

/** Whether a reduced price has a valid age range and is lower than the usual price. */
function isLower({ min, max, price }: TypedAgePrice, usual: string): boolean {
  const isSaid = [min, max].some((text) => text.trim() !== "") && isAge(min) && isAge(max);
  const isUpward = min.trim() === "" || max.trim() === "" || Number(min) <= Number(max);
  const cost = parseAmount(price);
  return isSaid && isUpward && cost !== undefined && Number(cost) < Number(parseAmount(usual));
}

/** Returns the validation errors of a draft by field. */
export function problemsOf(draft: Draft): Partial<Record<Field, Wrong>> {
  const wrong: Partial<Record<Field, Wrong>> = {};
  const priced = isPriced(draft.rateType);
  const capacity = Number(draft.defaultCapacity);
  if (!draft.name.trim()) wrong.name = "name";
  if (draft.type !== "APPOINTMENT" && !(Number.isInteger(capacity) && capacity >= 1 && capacity <= 1000)) {
    wrong.defaultCapacity = "capacity";
  }
  if (priced && !(Number(parseAmount(draft.price)) > 0)) wrong.price = "price";
  if (draft.rateType === "CUSTOM" && !draft.priceWords.trim()) wrong.priceWords = "words";
  if (!isAge(draft.ageMin)) wrong.ageMin = "age";
  if (!isAge(draft.ageMax) || (draft.ageMin.trim() && draft.ageMax.trim() && +draft.ageMin > +draft.ageMax))
    wrong.ageMax = "age";
  if (priced && draft.deposit.trim() && !isDeposit(draft.deposit, draft.price)) wrong.deposit = "deposit";
  if (draft.laterTaxClass && !/^\d{4}-\d\d-\d\d$/.test(draft.laterTaxFrom)) wrong.laterTaxFrom = "taxFrom";
  if (priced && !draft.payOnline && !draft.payInPerson) wrong.payInPerson = "payment";
  if (draft.type === "APPOINTMENT") {
    const durations = durationsOf(draft.durations);
    const fits = durations.every((minutes) => Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440);
    if (durations.length === 0 || !fits || new Set(durations).size < durations.length) wrong.durations = "durations";
    if (draft.staffIds.length === 0) wrong.staffIds = "staff";
  }
  const isChosen = draft.options.list.length > 0;
  if (isChosen && !(priced && areComplete(draft.options, draft.price))) wrong.options = "choices";
  const lower = priced ? draft.agePrices.filter(isTyped) : [];
  if (lower.length > 0 && isChosen) wrong.agePrices = "agePricesAlone";
  else if (!lower.every((each) => isLower(each, draft.price))) wrong.agePrices = "agePrices";
  if (priced && draft.memberPrice.trim()) {
    const cost = parseAmount(draft.memberPrice);
    if (isChosen) wrong.memberPrice = "agePricesAlone";
    else if (cost === undefined || !(Number(cost) < Number(parseAmount(draft.price))))
      wrong.memberPrice = "memberPrice";
  }
  if (draft.type === "COURSE" && draft.parts.trim() && !/^([2-9]|1[0-2])$/.test(draft.parts.trim()))
    wrong.parts = "parts";
  const minutes = draft.reminders.map((reminder) => minutesOf(reminder) ?? 0);
  if (minutes.some((count) => count < 5 || count > 43_200)) wrong.reminders = "reminders";
  return wrong;
}

/** Returns the form field for a stored or rejected path: `service.payment.fixed.price` → price. */
export function fieldOf(path: string): Field | undefined {
  const plain = path.replace(/^service\./, "");
  const exact: Record<string, Field> = {
    "payment.rateType": "rateType",
    "payment.options": "payInPerson",
    "payment.options.inPerson": "payInPerson",
    "payment.options.online": "payOnline",
    "payment.options.pricingPlan": "payByPlan",
    "payment.pricingPlanIds": "planIds",
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
    taxation: "taxClass",
    "taxation.taxClass": "taxClass",
    "taxation.laterTax": "laterTaxClass",
    "taxation.laterTax.taxClass": "laterTaxClass",
    "taxation.laterTax.from": "laterTaxFrom",
  };
  if (exact[plain]) return exact[plain];
  if (/^payment\.((fixed|varied)\.deposit|depositPercent)/.test(plain)) return "deposit";
  if (/^payment\.(fixed\.price|varied\.defaultPrice)(\.value)?$/.test(plain)) return "price";
  if (plain.startsWith("payment.custom")) return "priceWords";
  if (plain.startsWith("schedule.availabilityConstraints.sessionDurations")) return "durations";
  if (plain.startsWith("ageRange")) return plain.endsWith("max") ? "ageMax" : "ageMin";
  if (plain.startsWith("resourceGroups")) return "resourceGroups";
  if (plain.startsWith("reminders")) return "reminders";
  if (plain.startsWith("optionsAndVariants")) return "options";
  if (plain.startsWith("agePrices")) return "agePrices";
  if (plain.startsWith("memberPrice")) return "memberPrice";
  if (plain.startsWith("instalments")) return plain.includes("from") ? "partsFrom" : "parts";
  if (plain === "locations") return "locationIds";
  return plain in emptyDraft ? (plain as Field) : undefined;
}
