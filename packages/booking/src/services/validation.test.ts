import type { ServiceInput } from "@uola/contract";
import { expect, test } from "vitest";
import { type ExistingIds, locationErrors, serviceInputErrors } from "./validation.ts";

const [staff, stranger, place] = ["staff", "stranger", "place"];
const all: ExistingIds = {
  category: true,
  form: true,
  policy: true,
  staffIds: new Set([staff]),
  resourceIds: new Set(["wall"]),
  locationIds: new Set([place]),
};
const lesson: ServiceInput = {
  type: "CLASS",
  name: "Įvadas",
  defaultCapacity: 8,
  onlineBooking: { enabled: true },
  payment: { rateType: "FIXED", fixed: { price: { value: "25.00" } }, options: { inPerson: true } },
};
const appointment: ServiceInput = {
  ...lesson,
  type: "APPOINTMENT",
  defaultCapacity: 1,
  staffMemberIds: [staff],
  schedule: { availabilityConstraints: { sessionDurations: [60, 90] } },
};
const payment = (change: object): ServiceInput => ({ ...lesson, payment: { ...lesson.payment, ...change } });
const at = (...locations: NonNullable<ServiceInput["locations"]>): ServiceInput => ({ ...lesson, locations });
const business = { type: "BUSINESS", business: { id: place } } as const;
const options = (change: object) => payment({ options: { inPerson: true, ...change } });
const lasting = (...sessionDurations: number[]): ServiceInput => ({
  ...appointment,
  schedule: { availabilityConstraints: { sessionDurations } },
});

test.each<[string, ServiceInput]>([
  ["a class", lesson],
  ["a course", { ...lesson, type: "COURSE" }],
  ["an appointment", appointment],
  ["a free service", payment({ rateType: "NO_FEE" })],
  ["a price described in words", payment({ rateType: "CUSTOM", custom: { description: "pagal susitarimą" } })],
  ["a variable price", payment({ rateType: "VARIED", varied: { defaultPrice: { value: "9.50" } } })],
  [
    "a fixed deposit",
    payment({
      fixed: { price: { value: "25" }, deposit: { value: "5" } },
      options: { online: true, inPerson: true, deposit: true },
    }),
  ],
  [
    "a deposit as a percentage of the price",
    payment({ depositPercent: 99, options: { online: true, inPerson: true, deposit: true } }),
  ],
  ["plans", options({ pricingPlan: true })],
  ["a location of the business", at(business)],
  ["a custom location", at({ type: "CUSTOM", custom: { address: { city: "Kaunas" } } })],
  ["a location at the customer's address", at({ type: "CUSTOMER" })],
  ["a required resource such as a wall", { ...appointment, resourceGroups: [{ resourceIds: ["wall"] }] }],
])("accepts a valid service input: %s", (_, input) => expect(serviceInputErrors(input, all)).toEqual([]));

test.each<[string, string, ServiceInput, Partial<ExistingIds>?]>([
  ["INVALID_SERVICE_TYPE", "type", { ...lesson, type: null }],
  ["INVALID_SERVICE_TYPE", "type", { ...lesson, type: "UNKNOWN_SERVICE_TYPE" }],
  ["INVALID_SERVICE_NAME", "name", { ...lesson, name: undefined }],
  ["INVALID_SERVICE_NAME", "name", { ...lesson, name: "  " }],
  ["INVALID_SERVICE_NAME", "name", { ...lesson, name: "x".repeat(401) }],
  ["INVALID_ONLINE_BOOKING", "onlineBooking", { ...lesson, onlineBooking: null }],
  ["INVALID_DEFAULT_CAPACITY", "defaultCapacity", { ...lesson, defaultCapacity: null }],
  ["INVALID_DEFAULT_CAPACITY", "defaultCapacity", { ...lesson, defaultCapacity: 0 }],
  ["INVALID_DEFAULT_CAPACITY", "defaultCapacity", { ...lesson, defaultCapacity: 1001 }],
  ["INVALID_DEFAULT_CAPACITY", "defaultCapacity", { ...lesson, defaultCapacity: 1.5 }],
  ["INVALID_APPOINTMENT_CAPACITY", "defaultCapacity", { ...appointment, defaultCapacity: 2 }],
  ["INVALID_SESSION_DURATION", "schedule.availabilityConstraints.sessionDurations", lasting()],
  ["INVALID_SESSION_DURATION", "schedule.availabilityConstraints.sessionDurations", lasting(0)],
  ["INVALID_SESSION_DURATION", "schedule.availabilityConstraints.sessionDurations", lasting(1441)],
  ["INVALID_SESSION_DURATION", "schedule.availabilityConstraints.sessionDurations", lasting(0.5)],
  ["INVALID_SESSION_DURATION", "schedule.availabilityConstraints.sessionDurations", lasting(60, 60)],
  [
    "INVALID_SESSION_DURATION",
    "schedule.availabilityConstraints.sessionDurations",
    { ...lasting(60), type: "CLASS", defaultCapacity: 8 },
  ],
  ["PAYMENT_REQUIRED", "payment", { ...lesson, payment: null }],
  ["INVALID_PAYMENT_TYPE", "payment.rateType", payment({ rateType: null })],
  ["INVALID_PAYMENT_TYPE", "payment.rateType", payment({ rateType: "UNKNOWN_RATE_TYPE" })],
  ["INVALID_RATE", "payment.fixed.price", payment({ fixed: null })],
  ["INVALID_RATE", "payment.fixed.price", payment({ fixed: { price: { value: "0.00" } } })],
  ["INVALID_RATE", "payment.fixed.deposit", payment({ fixed: { price: { value: "5" }, deposit: { value: "6" } } })],
  ["INVALID_RATE", "payment.fixed.deposit", options({ deposit: true })],
  [
    "INVALID_RATE",
    "payment.depositPercent",
    payment({ fixed: { price: { value: "25" }, deposit: { value: "5" } }, depositPercent: 20 }),
  ],
  ["INVALID_RATE", "payment.varied.defaultPrice", payment({ rateType: "VARIED" })],
  ["INVALID_RATE", "payment.custom.description", payment({ rateType: "CUSTOM", custom: { description: " " } })],
  ["INVALID_PAYMENT_OPTIONS", "payment.options", payment({ options: null })],
  ["INVALID_PAYMENT_OPTIONS", "payment.options", options({ inPerson: false })],
  ["INVALID_PAYMENT_OPTIONS", "payment.options.online", { ...options({ online: true }), ...free(true, false) }],
  ["INVALID_PAYMENT_OPTIONS", "payment.options.deposit", free(false, true)],
  [
    "INVALID_MANUAL_APPROVAL_WITH_PRICING_PLANS",
    "payment.options.pricingPlan",
    { ...options({ pricingPlan: true }), onlineBooking: { requireManualApproval: true } },
  ],
  ["INVALID_CATEGORY", "category.id", { ...lesson, category: { id: "none" } }, { category: false }],
  ["INVALID_FORM", "form.id", { ...lesson, form: { id: "none" } }, { form: false }],
  ["INVALID_BOOKING_POLICY", "bookingPolicy.id", { ...lesson, bookingPolicy: { id: "none" } }, { policy: false }],
  ["INVALID_BOOKING_POLICY", "bookingPolicy", lesson, { policy: false }],
  ["INVALID_STAFF_MEMBER_IDS", "staffMemberIds", { ...appointment, staffMemberIds: [] }],
  ["INVALID_STAFF_MEMBER_IDS", "staffMemberIds", { ...lesson, staffMemberIds: [stranger] }],
  ["INVALID_STAFF_MEMBER_IDS", "staffMemberIds", { ...lesson, staffMemberIds: [staff, staff] }],
  ["INVALID_RESOURCE_IDS", "resourceGroups.0.resourceIds", { ...lesson, resourceGroups: [{ resourceIds: ["none"] }] }],
  ["INVALID_LOCATIONS", "locations", { ...at(business, business) }],
  ["INVALID_LOCATIONS", "locations", { ...at(business, { type: "BUSINESS", business: { id: "b" } }), type: "COURSE" }],
  ["INVALID_BUSINESS_LOCATIONS", "locations", at(business, { type: "CUSTOMER" })],
  ["INVALID_BUSINESS_LOCATION", "locations.0.business.id", at({ type: "BUSINESS" })],
  ["INVALID_BUSINESS_LOCATION", "locations.0.business.id", at({ type: "BUSINESS", business: { id: "none" } })],
  ["INVALID_CUSTOM_LOCATION", "locations.0.custom.address", at({ type: "CUSTOM" })],
  ["INVALID_CUSTOMER_LOCATION", "locations.0", at({ type: "CUSTOMER", custom: { address: {} } })],
  ["INVALID_UNKNOWN_LOCATION", "locations.0.type", at({ type: "UNKNOWN_LOCATION_TYPE" })],
])("reports the validation error %s for the field %s", (ruleName, field, input, known) => {
  const wrongs = serviceInputErrors(input, { ...all, ...known });
  expect(wrongs).toContainEqual({ ruleName, field: `service.${field}`, description: expect.any(String) });
});

test("the error for an invalid location contains its index in the request", () => {
  const [found] = locationErrors([{ type: "BUSINESS" }], "CLASS", new Set(), "locations");
  expect(found).toMatchObject({ field: "locations.0.business.id", ruleName: "INVALID_BUSINESS_LOCATION" });
});

function free(online: boolean, deposit: boolean): ServiceInput {
  return payment({ rateType: "NO_FEE", options: { inPerson: true, online, deposit } });
}

test("reports all errors of a service at once", () => {
  const rules = serviceInputErrors({}, { ...all, policy: false }).map(({ ruleName }) => ruleName);
  expect(rules).toEqual([
    "INVALID_SERVICE_TYPE",
    "INVALID_SERVICE_NAME",
    "INVALID_ONLINE_BOOKING",
    "INVALID_DEFAULT_CAPACITY",
    "PAYMENT_REQUIRED",
    "INVALID_BOOKING_POLICY",
  ]);
});

test("rejects a change of the service type", () => {
  expect(serviceInputErrors(lesson, all, "CLASS")).toEqual([]);
  expect(serviceInputErrors(lesson, all, "COURSE")).toMatchObject([{ ruleName: "INVALID_SERVICE_TYPE" }]);
});
