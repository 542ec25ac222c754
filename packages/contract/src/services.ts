import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Address, ExtendedFields, guid, instant, Money, maybe, PagingMetadata, Query, revision } from "./wire.ts";

export const ServiceType = z.enum(["UNKNOWN_SERVICE_TYPE", "APPOINTMENT", "CLASS", "COURSE"]);
export const RateType = z.enum(["UNKNOWN_RATE_TYPE", "FIXED", "CUSTOM", "VARIED", "NO_FEE"]);
export const ServiceLocationType = z.enum(["UNKNOWN_LOCATION_TYPE", "CUSTOM", "BUSINESS", "CUSTOMER"]);

const minutes = z.int().min(1);
const switchedLimit = { enabled: z.boolean() };

/** The rules a booking is made and changed under. Absent parts are switched off. */
export const BookingPolicy = z
  .object({
    id: guid,
    createdDate: maybe(instant),
    updatedDate: maybe(instant),
    name: maybe(z.string().max(400)),
    default: maybe(z.boolean()),
    customPolicyDescription: maybe(z.object({ enabled: z.boolean(), description: z.string().max(2500) })),
    limitEarlyBookingPolicy: maybe(z.object({ ...switchedLimit, earliestBookingInMinutes: minutes })),
    limitLateBookingPolicy: maybe(z.object({ ...switchedLimit, latestBookingInMinutes: minutes })),
    bookAfterStartPolicy: maybe(z.object(switchedLimit)),
    cancellationPolicy: maybe(
      z.object({ ...switchedLimit, limitLatestCancellation: z.boolean(), latestCancellationInMinutes: maybe(minutes) }),
    ),
    reschedulePolicy: maybe(
      z.object({ ...switchedLimit, limitLatestReschedule: z.boolean(), latestRescheduleInMinutes: maybe(minutes) }),
    ),
    waitlistPolicy: maybe(
      z.object({ ...switchedLimit, capacity: maybe(minutes), reservationTimeInMinutes: maybe(minutes) }),
    ),
    participantsPolicy: maybe(z.object({ maxParticipantsPerBooking: z.int().min(1) })),
    resourcesPolicy: maybe(z.object({ ...switchedLimit, autoAssignAllowed: z.boolean() })),
    cancellationFeePolicy: maybe(
      z.object({
        ...switchedLimit,
        cancellationWindows: z
          .array(z.object({ amount: maybe(Money), percentage: maybe(z.string()), startInMinutes: maybe(minutes) }))
          .max(2),
        autoCollectFeeEnabled: maybe(z.boolean()),
      }),
    ),
    saveCreditCardPolicy: maybe(z.object(switchedLimit)),
  })
  .meta({ id: "BookingPolicy" });
export type BookingPolicy = z.infer<typeof BookingPolicy>;

export const Image = z.object({
  id: maybe(z.string().max(2048)),
  url: maybe(z.string().max(2048)),
  height: maybe(z.int()),
  width: maybe(z.int()),
  altText: maybe(z.string().max(134_061)),
  filename: maybe(z.string().max(2048)),
});
const MediaItem = z.object({ image: maybe(Image) });

export const ServiceLocation = z.object({
  id: maybe(guid),
  type: ServiceLocationType,
  business: maybe(
    z.object({
      id: guid,
      name: maybe(z.string().max(150)),
      default: maybe(z.boolean()),
      address: maybe(Address),
      email: maybe(z.string()),
      phone: maybe(z.string()),
    }),
  ),
  custom: maybe(z.object({ id: maybe(guid), address: maybe(Address) })),
  calculatedAddress: maybe(Address),
});

export const Slug = z.object({
  name: z.string().max(500),
  custom: maybe(z.boolean()),
  createdDate: maybe(instant),
});
const PageUrl = z.object({ relativePath: maybe(z.string().max(2048)), url: maybe(z.string().max(2048)) });
const StaffMember = z.object({
  staffMemberId: guid,
  name: maybe(z.string()),
  mainMedia: maybe(MediaItem),
});

export const Payment = z.object({
  rateType: RateType,
  fixed: maybe(z.object({ price: Money, deposit: maybe(Money) })),
  custom: maybe(z.object({ description: maybe(z.string().max(50)) })),
  varied: maybe(
    z.object({ defaultPrice: Money, deposit: maybe(Money), minPrice: maybe(Money), maxPrice: maybe(Money) }),
  ),
  options: maybe(
    z.object({
      online: maybe(z.boolean()),
      inPerson: maybe(z.boolean()),
      deposit: maybe(z.boolean()),
      pricingPlan: maybe(z.boolean()),
    }),
  ),
  pricingPlanIds: maybe(z.array(guid).max(75)),
});

/** Something people can book: a class, a course or an appointment. */
export const Service = z
  .object({
    id: guid,
    type: ServiceType,
    sortOrder: maybe(z.int()),
    name: z.string().min(1).max(400),
    description: maybe(z.string().max(7000)),
    tagLine: maybe(z.string().max(6000)),
    defaultCapacity: z.int().min(1).max(1000),
    media: maybe(
      z.object({
        items: maybe(z.array(MediaItem).max(100)),
        mainMedia: maybe(MediaItem),
        coverMedia: maybe(MediaItem),
      }),
    ),
    hidden: maybe(z.boolean()),
    category: maybe(z.object({ id: guid, name: maybe(z.string().max(500)), sortOrder: maybe(z.int()) })),
    form: maybe(z.object({ id: guid })),
    payment: Payment,
    onlineBooking: z.object({
      enabled: maybe(z.boolean()),
      requireManualApproval: maybe(z.boolean()),
      allowMultipleRequests: maybe(z.boolean()),
    }),
    conferencing: maybe(z.object({ enabled: maybe(z.boolean()) })),
    locations: z.array(ServiceLocation).max(500),
    bookingPolicy: BookingPolicy,
    schedule: z.object({
      id: guid,
      firstSessionStart: maybe(instant),
      lastSessionEnd: maybe(instant),
      availabilityConstraints: maybe(
        z.object({ sessionDurations: maybe(z.array(z.int().min(1))), timeBetweenSessions: maybe(z.int().min(0)) }),
      ),
    }),
    staffMemberIds: z.array(guid).max(220),
    staffMembers: maybe(z.array(StaffMember)),
    staffMemberDetails: maybe(z.object({ staffMembers: z.array(StaffMember) })),
    supportedSlugs: z.array(Slug).max(100),
    mainSlug: Slug,
    urls: maybe(z.object({ servicePage: maybe(PageUrl), bookingPage: maybe(PageUrl), calendarPage: maybe(PageUrl) })),
    extendedFields: maybe(ExtendedFields),
    seoData: maybe(z.record(z.string(), z.json())),
    createdDate: instant,
    updatedDate: instant,
    revision,
  })
  .meta({ id: "Service" });
export type Service = z.infer<typeof Service>;

const gateways = ["/_api/bookings"];

export const services = {
  get: endpoint({
    method: "GET",
    path: "/v2/services/{serviceId}",
    gateways,
    access: "visitor",
    input: z.object({ serviceId: guid }),
    output: z.object({ service: Service }),
    errors: ["SERVICE_NOT_FOUND"],
    summary: "Read one service.",
  }),
  query: endpoint({
    method: "POST",
    path: "/v2/services/query",
    gateways,
    access: "visitor",
    input: z.object({ query: maybe(Query) }),
    output: z.object({ services: z.array(Service), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_FILTER", "INVALID_CURSOR"],
    summary: "Find services. Hidden ones are shown to staff only.",
  }),
};
