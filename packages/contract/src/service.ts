import { z } from "zod";
import { CategoryKind } from "./categories.ts";
import { ScheduledTaxClass, TaxClass } from "./documents.ts";
import { ResourceType } from "./resources.ts";
import { Address, ExtendedFields, guid, instant, Money, maybe, revision, typedLine, typedText } from "./wire.ts";

const ServiceType = z.enum(["UNKNOWN_SERVICE_TYPE", "APPOINTMENT", "CLASS", "COURSE"]);
const RateType = z.enum(["UNKNOWN_RATE_TYPE", "FIXED", "CUSTOM", "VARIED", "NO_FEE"]);
const ServiceLocationType = z.enum(["UNKNOWN_LOCATION_TYPE", "CUSTOM", "BUSINESS", "CUSTOMER"]);
/** Details of a service that are returned only on request; staff details are always returned. */
export const RequestedField = z.enum(["STAFF_MEMBER_DETAILS", "RESOURCE_TYPE_DETAILS"]);
export const RemovedLocationAction = z.enum([
  "UNKNOWN_ACTION_TYPE",
  "KEEP_AT_CURRENT_LOCATION",
  "MOVE_TO_LOCATION",
  "DELETE",
]);
export const SlugError = z.enum(["UNKNOWN_SLUG_ERROR", "SLUG_CONTAINS_ILLEGAL_CHARACTERS", "SLUG_ALREADY_EXISTS"]);
/** The parts of a service that could not be copied to a clone. */
export const CloneError = z.enum(["UNKNOWN_CLONE_ERROR", "SESSIONS", "OPTIONS_AND_VARIANTS", "FORM", "PRICING_PLANS"]);

const minutes = z.int().min(1);
const switchedLimit = { enabled: z.boolean() };

/** The rules for making and changing a booking. Missing sections are disabled. */
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
    /**
     * Whether bookings of a service with age limits must include the years of birth. By default
     * bookings without them are accepted and marked.
     */
    agePolicy: maybe(z.object({ birthYearRequired: z.boolean() })),
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
  /** The time at which the booking URL expires. */
  urlExpirationDate: maybe(instant),
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
/** SEO metadata of a service's page. */
const SeoData = z
  .object({
    tags: maybe(
      z
        .array(
          z.object({
            type: maybe(z.string().max(100)),
            props: maybe(z.record(z.string().max(200), z.json())),
            meta: maybe(z.record(z.string().max(200), z.json())),
            children: maybe(z.string().max(10_000)),
            custom: maybe(z.boolean()),
            disabled: maybe(z.boolean()),
          }),
        )
        .max(100),
    ),
    settings: maybe(
      z.object({
        preventAutoRedirect: maybe(z.boolean()),
        keywords: maybe(
          z
            .array(
              z.object({
                term: maybe(z.string().max(1000)),
                isMain: maybe(z.boolean()),
                origin: maybe(z.string().max(1000)),
              }),
            )
            .max(5),
        ),
      }),
    ),
  })
  .meta({ id: "SeoData" });
/**
 * A reminder before each session. Not sent if the session was booked later than the time of the
 * reminder.
 */
const ServiceReminder = z.object({ minutesBefore: z.int().min(5).max(43_200), by: z.enum(["MAIL", "SMS"]) });
/**
 * Marks services that get special treatment on pages: the belay test, the courses that prepare for
 * it, private parties and camps.
 */
export const ServiceRole = z.enum([
  "belayTest",
  "belayCourse",
  "individual",
  "group",
  "birthday",
  "company",
  "school",
  "camp",
]);
export type ServiceRole = z.infer<typeof ServiceRole>;
/** An option chosen per participant, such as adult or child. */
const ServiceOption = z.object({
  id: guid,
  name: typedLine().min(1).max(100),
  choices: z.array(typedText().min(1).max(100)).min(1).max(20),
});
const VariantChoice = z.object({ optionId: guid, custom: z.string().max(100) });
/** The price for one choice of each option. */
const ServiceVariant = z.object({ choices: z.array(VariantChoice).min(1).max(5), price: Money });
export const OptionsAndVariants = z.object({
  options: z.array(ServiceOption).max(5),
  variants: z.array(ServiceVariant).max(100),
});
export type OptionsAndVariants = z.infer<typeof OptionsAndVariants>;
/** The age range of participants in years. A missing bound is open. */
export const AgeRange = z.object({ min: maybe(z.int().min(0).max(120)), max: maybe(z.int().min(0).max(120)) });
export type AgeRange = z.infer<typeof AgeRange>;
/** Age groups with a reduced price. Everyone else pays the price of the service. */
export const AgeGroup = z.enum(["CHILD", "YOUTH", "SENIOR"]);
export type AgeGroup = z.infer<typeof AgeGroup>;
/**
 * Groups with a different price from that of the service. MEMBER: holders of a pass that is valid
 * on the day.
 */
export const PriceGroup = z.enum([...AgeGroup.options, "MEMBER"]);
export type PriceGroup = z.infer<typeof PriceGroup>;
/** The price for an age group; the age is computed for the year in which a session begins. */
const AgePrice = z.object({ group: AgeGroup, ages: AgeRange, price: Money });
/** Monthly instalments, available for a course that costs at least `from`. */
const Instalments = z.object({ parts: z.int().min(2).max(12), from: Money });
const SoldClass = TaxClass.exclude(["OUT_OF_SCOPE"]);
const Taxation = z.object({ taxClass: SoldClass, laterTax: maybe(ScheduledTaxClass) });
/** An appointment takes one free resource of each group: one of the walls, one of the rooms. */
const ResourceGroup = z.object({ resourceIds: z.array(guid).min(1).max(100) });
const PageUrl = z.object({ relativePath: maybe(z.string().max(2048)), url: maybe(z.string().max(2048)) });
const StaffMember = z.object({
  staffMemberId: guid,
  name: maybe(z.string()),
  mainMedia: maybe(MediaItem),
});

/** The deposit as a percentage of the price; 0 % would be no deposit, and 100 % the full price. */
const depositPercent = z.int().min(1).max(99);

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
  /**
   * The deposit as a percentage of the total price for all participants, after price reductions.
   * Replaces the fixed deposit of a FIXED or VARIED price.
   */
  depositPercent: maybe(depositPercent),
  pricingPlanIds: maybe(z.array(guid).max(75)),
});

/** A service that can be booked: a class, a course or an appointment. */
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
    category: maybe(
      z.object({
        id: guid,
        name: maybe(z.string().max(500)),
        kind: maybe(CategoryKind),
        sortOrder: maybe(z.int()),
      }),
    ),
    role: maybe(ServiceRole),
    ageRange: maybe(AgeRange),
    /** Reduced prices by age. Cannot be combined with variants. */
    agePrices: maybe(z.array(AgePrice).max(3)),
    /**
     * The reduced price for holders of a pass that is valid on the day. Cannot be combined with
     * variants.
     */
    memberPrice: maybe(Money),
    /** Whether a course that has begun is sold at a pro-rata price for the remaining lessons. */
    lateJoinShare: maybe(z.boolean()),
    instalments: maybe(Instalments),
    /**
     * The registration periods of the service's campaigns. Until the first one opens, only the gym
     * can book the service.
     */
    registrations: maybe(z.array(z.object({ opens: instant, closes: instant }))),
    /**
     * The taxation of places in the service; STANDARD if not set. Documents use the tax class of
     * their issue date.
     */
    taxation: maybe(Taxation),
    optionsAndVariants: maybe(OptionsAndVariants),
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
        z.object({
          sessionDurations: maybe(z.array(z.int().min(1).max(1440)).max(30)),
          timeBetweenSessions: maybe(z.int().min(0).max(1440)),
        }),
      ),
    }),
    staffMemberIds: z.array(guid).max(220),
    staffMembers: maybe(z.array(StaffMember)),
    staffMemberDetails: maybe(z.object({ staffMembers: z.array(StaffMember) })),
    resourceGroups: maybe(z.array(ResourceGroup).max(10)),
    resourceTypeDetails: maybe(
      z.object({
        resourceTypes: z.array(
          z.object({ type: ResourceType, resources: z.array(z.object({ id: guid, name: z.string() })) }),
        ),
      }),
    ),
    reminders: maybe(z.array(ServiceReminder).max(5)),
    supportedSlugs: z.array(Slug).max(100),
    mainSlug: Slug,
    urls: maybe(z.object({ servicePage: maybe(PageUrl), bookingPage: maybe(PageUrl), calendarPage: maybe(PageUrl) })),
    extendedFields: maybe(ExtendedFields),
    seoData: maybe(SeoData),
    createdDate: instant,
    updatedDate: instant,
    revision,
  })
  .meta({ id: "Service" });
export type Service = z.infer<typeof Service>;

export const LocationInput = z.object({
  type: maybe(ServiceLocationType),
  business: maybe(z.object({ id: maybe(guid) })),
  custom: maybe(z.object({ address: maybe(Address) })),
});
export type LocationInput = z.infer<typeof LocationInput>;
const amount = z.object({ value: Money.shape.value });
/**
 * The service fields a caller may send. Validation errors contain the name of the violated rule.
 * Fields set by the server (ids, dates, slugs, URLs, names, the currency of prices) are ignored on
 * input.
 */
export const ServiceInput = z
  .object({
    type: maybe(ServiceType),
    sortOrder: maybe(z.int().min(-2_147_483_648).max(2_147_483_647)),
    name: maybe(z.string()),
    description: Service.shape.description,
    tagLine: Service.shape.tagLine,
    defaultCapacity: maybe(z.number()),
    media: Service.shape.media,
    hidden: Service.shape.hidden,
    category: maybe(z.object({ id: guid })),
    role: Service.shape.role,
    ageRange: Service.shape.ageRange,
    /** Prices are in the currency of the site. */
    agePrices: maybe(z.array(AgePrice.extend({ price: amount })).max(3)),
    memberPrice: maybe(amount),
    lateJoinShare: Service.shape.lateJoinShare,
    /** The amount is in the currency of the site. */
    instalments: maybe(z.object({ parts: maybe(Instalments.shape.parts), from: maybe(amount) })),
    taxation: maybe(
      z.object({
        taxClass: maybe(SoldClass),
        laterTax: maybe(z.object({ taxClass: maybe(SoldClass), from: maybe(z.iso.date()) })),
      }),
    ),
    optionsAndVariants: maybe(
      z.object({
        options: maybe(z.array(ServiceOption).max(5)),
        /** Prices are in the currency of the site. */
        variants: maybe(z.array(ServiceVariant.extend({ price: amount })).max(100)),
      }),
    ),
    form: Service.shape.form,
    payment: maybe(
      z.object({
        rateType: maybe(RateType),
        fixed: maybe(z.object({ price: maybe(amount), deposit: maybe(amount) })),
        custom: Payment.shape.custom,
        varied: maybe(z.object({ defaultPrice: maybe(amount), deposit: maybe(amount) })),
        options: Payment.shape.options,
        depositPercent: Payment.shape.depositPercent,
      }),
    ),
    onlineBooking: maybe(Service.shape.onlineBooking),
    conferencing: Service.shape.conferencing,
    locations: maybe(z.array(LocationInput).max(500)),
    bookingPolicy: maybe(z.object({ id: guid })),
    schedule: maybe(
      z.object({
        availabilityConstraints: maybe(
          z.object({
            sessionDurations: maybe(z.array(z.number()).max(30)),
            timeBetweenSessions: maybe(z.int().min(0).max(1440)),
          }),
        ),
      }),
    ),
    staffMemberIds: maybe(Service.shape.staffMemberIds),
    resourceGroups: Service.shape.resourceGroups,
    reminders: Service.shape.reminders,
    extendedFields: Service.shape.extendedFields,
    seoData: Service.shape.seoData,
  })
  .meta({ id: "ServiceInput" });
export type ServiceInput = z.infer<typeof ServiceInput>;

/**
 * The changes to a service: the given fields or, with a mask, exactly the fields named in it.
 * Locations have a separate operation.
 */
export const ServiceChange = ServiceInput.omit({ locations: true }).meta({ id: "ServiceChange" });
export type ServiceChange = z.infer<typeof ServiceChange>;
/** Field names: `"name,payment.options"`, `["name"]` or `{ paths: ["name"] }`. */
export const FieldMask = z.union([
  z.string().max(5000),
  z.array(z.string().max(500)).max(200),
  z.object({ paths: z.array(z.string().max(500)).max(200) }),
]);
export type FieldMask = z.infer<typeof FieldMask>;
