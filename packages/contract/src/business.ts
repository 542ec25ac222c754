import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Address, emailAddress, guid, instant, Money, maybe, revision, typedLine } from "./wire.ts";

/** "24:00" is the end of the day. */
const wallTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be HH:MM");

/** Weekdays count from 1 (Monday) to 7 (Sunday). A day that is not listed is closed. */
export const OpeningHours = z.object({ weekday: z.int().min(1).max(7), open: wallTime, close: wallTime });
/** A date whose hours differ from those of its weekday: a holiday, a short day or a competition. */
export const SpecialHours = z.object({
  date: z.iso.date(),
  name: z.string().max(200),
  closed: z.boolean(),
  open: maybe(wallTime),
  close: maybe(wallTime),
});

/** The languages of the site's pages, the default one first. */
export const siteLanguages = ["lt", "en"] as const;

/**
 * How URLs distinguish languages: `?lang=en`, `en.example.lt`, `example.lt/en/`. The site uses
 * folders, so only SUBDIRECTORY is accepted.
 */
const UrlStructure = z.enum(["QUERY_PARAM", "SUBDOMAIN", "SUBDIRECTORY"]);
export const Multilingual = z.object({
  urlStructure: UrlStructure,
  /** The languages of the pages: "lt", which is the default, and optionally "en". */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'must be a language such as "lt"'))
    .min(1)
    .max(20),
});
export type Multilingual = z.infer<typeof Multilingual>;

const places = z.int().min(0).max(100_000);
/**
 * Limits on bookings made without staff; docs/rules/limits.md describes what happens above them.
 * Owners and trainers have no limits.
 */
export const BookingLimits = z
  .object({
    /** Only members may book, hold places and join the waiting list. */
    membersOnly: z.boolean(),
    /**
     * The upcoming places that one email address, visitor or member may have booked: without a
     * proof of work, and in total.
     */
    placesPerPerson: z.object({ withoutProof: places, atMost: places.min(1) }),
    /** Places that one network may request in a day without a proof of work. */
    placesPerNetwork: z.object({ withoutProof: places }),
    /** Prefixes of the phone numbers, and so the countries, to which text messages are sent. */
    textsTo: z.array(z.string().regex(/^\+[1-9]\d{0,3}$/, 'must begin a number, such as "+370"')).max(50),
  })
  .meta({ id: "BookingLimits" });
export type BookingLimits = z.infer<typeof BookingLimits>;

/**
 * The legal entity behind the gym, as named on invoices and on the contact page. Empty fields are
 * not shown.
 */
export const Company = z
  .object({
    name: z.string().max(200),
    code: z.string().max(40),
    vatCode: z.string().max(40),
    address: z.string().max(512),
    bankAccount: z.string().max(100),
  })
  .meta({ id: "Company" });
export type Company = z.infer<typeof Company>;

const TapeColour = z.enum([
  "orange",
  "yellow",
  "green",
  "pink",
  "sky",
  "red",
  "peach",
  "lime",
  "turquoise",
  "lilac",
  "sand",
  "stone",
]);
/** The tape colour of each kind of activity. Text must be readable on each of them, in both themes. */
const Tape = z
  .object({
    firstTime: TapeColour,
    children: TapeColour,
    trainings: TapeColour,
    ropes: TapeColour,
    bouldering: TapeColour,
  })
  .meta({ id: "Tape" });
export type Tape = z.infer<typeof Tape>;

/** A line of the public price list. `from` marks the lowest of several prices. */
const Price = z.object({ name: z.string().max(200), price: Money, from: z.boolean(), note: z.string().max(500) });

export const Business = z
  .object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    openingHours: z.array(OpeningHours),
    specialHours: z.array(SpecialHours),
    prices: z.array(Price),
    multilingual: maybe(Multilingual),
    bookingLimits: BookingLimits,
    company: Company,
    tape: Tape,
    demo: z.boolean(),
    revision: maybe(revision),
  })
  .meta({ id: "Business" });
export type Business = z.infer<typeof Business>;

const hours = z.array(OpeningHours).max(50);
const specialHours = z.array(SpecialHours).max(500);
const BusinessChange = z
  .object({
    name: typedLine().min(1).max(200),
    address: z.string().max(512),
    phone: z.string().max(40),
    email: z.union([emailAddress().max(254), z.literal("")]),
    openingHours: hours,
    specialHours,
    prices: z.array(Price).max(200),
    multilingual: Multilingual,
    bookingLimits: BookingLimits,
    company: Company,
    tape: Tape,
  })
  .partial();
const owner = { access: "owner" } as const;

export const business = {
  get: endpoint({
    method: "GET",
    path: "/v1/business",
    access: "visitor",
    input: z.object({}),
    output: z.object({ business: Business }),
    errors: [],
    summary: "Read the gym's address, opening hours and price list.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/business",
    ...owner,
    input: z.object({ business: BusinessChange.extend({ revision }) }),
    output: z.object({ business: Business }),
    errors: ["REVISION_MISMATCH"],
    summary: "Change what is given of the gym; hours and prices are replaced as a whole.",
  }),
};

const LocationKind = z.enum(["BRANCH", "OFFICES", "RECEPTION", "HEADQUARTERS", "INVENTORY"]);
/** A location of the business. Exactly one is the default. */
export const Location = z
  .object({
    id: guid,
    name: z.string().max(150),
    default: z.boolean(),
    address: Address,
    email: maybe(emailAddress().max(254)),
    phone: maybe(z.string().max(40)),
    kinds: z.array(LocationKind).max(5),
    /** Null: the opening hours of the business apply. */
    openingHours: maybe(hours),
    specialHours: maybe(specialHours),
    /** Services can no longer take place there. */
    archived: z.boolean(),
    revision,
    createdDate: instant,
    updatedDate: instant,
  })
  .meta({ id: "Location" });
export type Location = z.infer<typeof Location>;

const LocationInput = Location.pick({ email: true, phone: true, openingHours: true, specialHours: true }).extend({
  name: typedLine().min(1).max(150),
  address: maybe(Address),
  kinds: maybe(Location.shape.kinds),
  /**
   * Makes this the default location in place of the current one. The first location is always the
   * default.
   */
  default: maybe(z.boolean()),
});
const oneLocation = z.object({ location: Location });

export const locations = {
  list: endpoint({
    method: "GET",
    path: "/v1/locations",
    access: "visitor",
    input: z.object({}),
    output: z.object({ locations: z.array(Location) }),
    errors: [],
    summary: "Read the places of the business, the default one first; archived ones are shown to staff only.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/locations",
    ...owner,
    input: z.object({ location: LocationInput }),
    output: oneLocation,
    errors: ["TOO_MANY_LOCATIONS"],
    summary: "Add a place.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/locations/{location.id}",
    ...owner,
    input: z.object({ location: LocationInput.partial().extend({ id: guid, revision }) }),
    output: oneLocation,
    errors: ["LOCATION_NOT_FOUND", "LOCATION_IS_ARCHIVED", "REVISION_MISMATCH"],
    summary: "Change what is given of a place; hours are replaced as a whole.",
  }),
  archive: endpoint({
    method: "POST",
    path: "/v1/locations/{locationId}/archive",
    ...owner,
    input: z.object({ locationId: guid, archived: maybe(z.boolean()) }),
    output: oneLocation,
    errors: ["LOCATION_NOT_FOUND", "LOCATION_IS_DEFAULT"],
    summary: "Use a place no longer, or with `archived: false` again. What was booked there stays.",
  }),
};
