import type { LocationInput, ServiceInput } from "@uola/contract";
import type { FieldError } from "@uola/kernel";
import { optionProblems } from "./options.ts";

/** Indicates which of the ids in an input exist. */
export type ExistingIds = {
  category: boolean;
  form: boolean;
  policy: boolean;
  staffIds: ReadonlySet<string>;
  resourceIds: ReadonlySet<string>;
  locationIds: ReadonlySet<string>;
};

const unfit = (ruleName: string, field: string, description: string): FieldError => ({ field, description, ruleName });
const wrong = (ruleName: string, field: string, description: string) =>
  unfit(ruleName, `service.${field}`, description);

/**
 * Returns all errors in a service input, each with the name of its rule. `type` is the previous
 * type of the service.
 */
export function serviceInputErrors(input: ServiceInput, existing: ExistingIds, type?: string): FieldError[] {
  return [
    ...ofKind(input, type),
    ...ofCapacity(input),
    ...ofDurations(input),
    ...ofPayment(input),
    ...ofReferences(input, existing),
    ...ofAges(input),
    ...ofAgePrices(input),
    ...ofMemberPrice(input),
    ...ofCourses(input),
    ...ofTaxation(input),
    ...optionProblems(input),
    ...locationErrors(input.locations ?? [], input.type, existing.locationIds),
  ];
}

function* ofKind({ type, name, onlineBooking }: ServiceInput, before: string | undefined): Generator<FieldError> {
  if (!type || type === "UNKNOWN_SERVICE_TYPE") {
    yield wrong("INVALID_SERVICE_TYPE", "type", "must be APPOINTMENT, CLASS or COURSE");
  } else if (before !== undefined && type !== before) {
    yield wrong("INVALID_SERVICE_TYPE", "type", `must stay ${before}`);
  }
  const length = name?.trim() ? name.length : 0;
  if (length < 1 || length > 400) yield wrong("INVALID_SERVICE_NAME", "name", "must have 1 to 400 characters");
  if (!onlineBooking) yield wrong("INVALID_ONLINE_BOOKING", "onlineBooking", "is needed");
}

function* ofCapacity({ type, defaultCapacity: capacity }: ServiceInput): Generator<FieldError> {
  if (type === "APPOINTMENT") {
    if (capacity !== 1) yield wrong("INVALID_APPOINTMENT_CAPACITY", "defaultCapacity", "must be 1 for appointments");
  } else if (typeof capacity !== "number" || !Number.isInteger(capacity) || capacity < 1 || capacity > 1000) {
    yield wrong("INVALID_DEFAULT_CAPACITY", "defaultCapacity", "must be a whole number from 1 to 1000");
  }
}

function* ofDurations({ type, schedule }: ServiceInput): Generator<FieldError> {
  const field = "schedule.availabilityConstraints.sessionDurations";
  const durations = schedule?.availabilityConstraints?.sessionDurations ?? [];
  const rule = (description: string) => wrong("INVALID_SESSION_DURATION", field, description);
  if (type !== "APPOINTMENT") {
    if (durations.length > 0) yield rule("is for appointments only");
  } else if (durations.length === 0) yield rule("needs at least one duration");
  else if (!durations.every((minutes) => Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440)) {
    yield rule("must be whole minutes from 1 to 1440");
  } else if (new Set(durations).size < durations.length) yield rule("must not repeat a duration");
}

type Payment = NonNullable<ServiceInput["payment"]>;
const amount = (money: { value: string } | null | undefined) => (money ? Number(money.value) : undefined);

function* ofPayment({ payment, onlineBooking }: ServiceInput): Generator<FieldError> {
  if (!payment) {
    yield wrong("PAYMENT_REQUIRED", "payment", "is needed");
    return;
  }
  yield* ofRate(payment);
  const { rateType, options } = payment;
  const field = "payment.options";
  const priced = rateType === "FIXED" || rateType === "VARIED";
  if (!options?.online && !options?.inPerson) {
    yield wrong("INVALID_PAYMENT_OPTIONS", field, "must allow paying online, in person or both");
  }
  for (const name of ["online", "deposit"] as const) {
    if (options?.[name] && !priced) {
      yield wrong("INVALID_PAYMENT_OPTIONS", `${field}.${name}`, "needs a FIXED or VARIED price");
    }
  }
  if (options?.pricingPlan && onlineBooking?.requireManualApproval) {
    const description = "cannot be allowed for what is approved by hand";
    yield wrong("INVALID_MANUAL_APPROVAL_WITH_PRICING_PLANS", `${field}.pricingPlan`, description);
  }
}

function* ofRate({ rateType, fixed, varied, custom, options, depositPercent }: Payment): Generator<FieldError> {
  if (!rateType || rateType === "UNKNOWN_RATE_TYPE") {
    yield wrong("INVALID_PAYMENT_TYPE", "payment.rateType", "must be FIXED, VARIED, CUSTOM or NO_FEE");
    return;
  }
  const rule = (field: string, description: string) => wrong("INVALID_RATE", `payment.${field}`, description);
  if (rateType === "CUSTOM" && !custom?.description?.trim()) yield rule("custom.description", "is needed");
  if (rateType !== "FIXED" && rateType !== "VARIED") return;
  const [field, price] =
    rateType === "FIXED"
      ? (["fixed.price", amount(fixed?.price)] as const)
      : (["varied.defaultPrice", amount(varied?.defaultPrice)] as const);
  if (price === undefined) yield rule(field, "is needed");
  else if (price <= 0) yield rule(field, "must be more than 0");
  const kind = rateType === "FIXED" ? "fixed" : "varied";
  const deposit = amount((rateType === "FIXED" ? fixed : varied)?.deposit);
  if (options?.deposit && deposit === undefined && depositPercent == null) {
    yield rule(`${kind}.deposit`, "or depositPercent is needed for paying one");
  }
  if (deposit !== undefined && depositPercent != null) {
    yield rule("depositPercent", "cannot stand beside a deposit that is a sum");
  }
  if (deposit !== undefined && (deposit <= 0 || (price !== undefined && deposit > price))) {
    yield rule(`${kind}.deposit`, "must be more than 0 and no more than the price");
  }
}

function* ofReferences(input: ServiceInput, existing: ExistingIds): Generator<FieldError> {
  if (input.category && !existing.category) yield wrong("INVALID_CATEGORY", "category.id", "is no category");
  if (input.form && !existing.form) yield wrong("INVALID_FORM", "form.id", "is no booking form");
  if (input.bookingPolicy && !existing.policy)
    yield wrong("INVALID_BOOKING_POLICY", "bookingPolicy.id", "is no policy");
  else if (!existing.policy)
    yield wrong("INVALID_BOOKING_POLICY", "bookingPolicy", "is needed: there is no default one");
  const staff = input.staffMemberIds ?? [];
  const rule = (description: string) => wrong("INVALID_STAFF_MEMBER_IDS", "staffMemberIds", description);
  if (input.type === "APPOINTMENT" && staff.length === 0) yield rule("needs somebody to have the appointment with");
  if (staff.some((id) => !existing.staffIds.has(id))) yield rule("must name people of the staff");
  if (new Set(staff).size < staff.length) yield rule("must not name anybody twice");
  for (const [index, { resourceIds }] of (input.resourceGroups ?? []).entries()) {
    if (resourceIds.every((id) => existing.resourceIds.has(id))) continue;
    yield wrong("INVALID_RESOURCE_IDS", `resourceGroups.${index}.resourceIds`, "must name resources");
  }
}

function* ofAges({ ageRange }: ServiceInput): Generator<FieldError> {
  const { min, max } = ageRange ?? {};
  if (min != null && max != null && min > max) {
    yield wrong("INVALID_AGE_RANGE", "ageRange.max", "must not be less than the youngest age");
  }
}

/** The regular price; undefined when the service has no numeric price to reduce. */
function usualPrice(payment: ServiceInput["payment"]): number | undefined {
  const { rateType, fixed, varied } = payment ?? {};
  if (rateType === "FIXED") return amount(fixed?.price);
  return rateType === "VARIED" ? amount(varied?.defaultPrice) : undefined;
}

function* ofMemberPrice({ memberPrice, payment, optionsAndVariants }: ServiceInput): Generator<FieldError> {
  if (!memberPrice) return;
  const rule = (description: string) => wrong("INVALID_MEMBER_PRICE", "memberPrice", description);
  const usual = usualPrice(payment);
  if (usual === undefined) yield rule("needs a FIXED or VARIED price");
  else if (Number(memberPrice.value) >= usual) yield rule("must be less than the price");
  if (optionsAndVariants?.options?.length) yield rule("cannot stand beside options");
}

function* ofCourses({ type, lateJoinShare, instalments }: ServiceInput): Generator<FieldError> {
  if (instalments && type !== "COURSE") yield wrong("INVALID_INSTALMENTS", "instalments", "are for courses only");
  for (const name of instalments ? (["parts", "from"] as const) : []) {
    if (instalments?.[name] == null) yield wrong("INVALID_INSTALMENTS", `instalments.${name}`, "is needed");
  }
  if (lateJoinShare && type !== "COURSE")
    yield wrong("INVALID_LATE_JOIN_SHARE", "lateJoinShare", "is for courses only");
}

/**
 * Age prices must be below the single price of a service. They cannot be combined with options,
 * which have their own prices.
 */
function* ofAgePrices({ agePrices, payment, optionsAndVariants }: ServiceInput): Generator<FieldError> {
  if (!agePrices?.length) return;
  const rule = (field: string, description: string) => wrong("INVALID_AGE_PRICES", `agePrices${field}`, description);
  const usual = usualPrice(payment);
  if (usual === undefined) yield rule("", "need a FIXED or VARIED price");
  if (optionsAndVariants?.options?.length) yield rule("", "cannot stand beside options");
  if (new Set(agePrices.map(({ group }) => group)).size < agePrices.length) yield rule("", "must not repeat a group");
  for (const [index, { ages, price }] of agePrices.entries()) {
    const { min, max } = ages;
    if (min == null && max == null) yield rule(`.${index}.ages`, "needs an age");
    if (min != null && max != null && min > max)
      yield rule(`.${index}.ages.max`, "must not be less than the youngest age");
    if (usual !== undefined && Number(price.value) >= usual)
      yield rule(`.${index}.price`, "must be less than the price");
  }
}

function* ofTaxation({ taxation }: ServiceInput): Generator<FieldError> {
  if (!taxation) return;
  const rule = (field: string, description: string) => wrong("INVALID_TAXATION", `taxation.${field}`, description);
  const { taxClass, laterTax } = taxation;
  if (!taxClass) yield rule("taxClass", "is needed");
  if (laterTax && !laterTax.taxClass) yield rule("laterTax.taxClass", "is needed");
  if (laterTax && !laterTax.from) yield rule("laterTax.from", "is needed");
}

/**
 * Reports the errors in the locations of a service of the given type. Several locations must all be
 * business locations; a course has one location. `path` is the path of the locations in the
 * request.
 */
export function* locationErrors(
  locations: readonly LocationInput[],
  type: string | null | undefined,
  locationIds: ReadonlySet<string>,
  path = "service.locations",
): Generator<FieldError> {
  if (type === "COURSE" && locations.length > 1) yield unfit("INVALID_LOCATIONS", path, "must be one for a course");
  if (locations.length > 1 && !locations.every(({ type }) => type === "BUSINESS")) {
    yield unfit("INVALID_BUSINESS_LOCATIONS", path, "must all be of the business where there are several");
  }
  const ids = locations.flatMap(({ business }) => business?.id ?? []);
  if (new Set(ids).size < ids.length) yield unfit("INVALID_LOCATIONS", path, "must not name a place twice");
  for (const [index, { type, business, custom }] of locations.entries()) {
    const at = `${path}.${index}`;
    if (!type || type === "UNKNOWN_LOCATION_TYPE") {
      yield unfit("INVALID_UNKNOWN_LOCATION", `${at}.type`, "must be BUSINESS, CUSTOM or CUSTOMER");
    } else if (type === "BUSINESS" && (custom || !business?.id || !locationIds.has(business.id))) {
      yield unfit("INVALID_BUSINESS_LOCATION", `${at}.business.id`, "must name a location of the business");
    } else if (type === "CUSTOM" && (business || !custom?.address)) {
      yield unfit("INVALID_CUSTOM_LOCATION", `${at}.custom.address`, "is needed, and nothing else");
    } else if (type === "CUSTOMER" && (business || custom)) {
      yield unfit("INVALID_CUSTOMER_LOCATION", at, "has no place of its own");
    }
  }
}
