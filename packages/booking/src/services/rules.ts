import { type BookingPolicy, isTeam, type Role, type Service } from "@uola/contract";
import { servicePath } from "@uola/contract/course";
import type { Schema } from "@uola/database";
import type { Selectable } from "kysely";
import { mediaOf, pictureOf } from "./media.ts";

/** Whether a role sees services hidden from visitors; only the team does. */
export const seesHidden = (role: Role): boolean => isTeam(role);

/** The stored rules of a policy: the fields of the contract that have no column of their own. */
export type PolicyRules = Omit<BookingPolicy, "id" | "name" | "default" | "createdDate" | "updatedDate">;

/** A service row as read by a single statement, with the data it refers to. */
type ServiceRow = Omit<Selectable<Schema["service"]>, "siteId" | "categoryId" | "searchText"> & {
  category: Service["category"] | null;
  staff: StoredStaff[] | null;
  policyName: string;
  policyIsDefault: boolean;
  policyRules: PolicyRules;
  policyCreatedDate: Date;
  policyUpdatedDate: Date;
  firstSessionStart: Date | null;
  lastSessionEnd: Date | null;
  /** Details of the business locations used by the service, by id. */
  businessLocations: BusinessLocations | null;
};
export type BusinessLocations = Record<string, NonNullable<Location["business"]>>;

/** Fields of a service that are stored and returned unchanged. */
export type ServiceExtra = Pick<
  Service,
  | "form"
  | "conferencing"
  | "seoData"
  | "extendedFields"
  | "resourceGroups"
  | "reminders"
  | "role"
  | "ageRange"
  | "agePrices"
  | "memberPrice"
  | "lateJoinShare"
  | "instalments"
  | "taxation"
  | "optionsAndVariants"
> & {
  availabilityConstraints?: Service["schedule"]["availabilityConstraints"];
};

/** A slug in the `slugs` column; the current slug is last. */
export type StoredSlug = { name: string; custom?: boolean; createdDate: string };

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "service.extra": ServiceExtra;
    "service.slugs": StoredSlug[];
    "service.media": NonNullable<Service["media"]>;
    "service.payment": Service["payment"];
    "service.onlineBooking": Service["onlineBooking"];
    "service.locations": Service["locations"];
    "bookingPolicy.rules": PolicyRules;
  }
}

/**
 * Converts a row to a service. `site`: the origin of the site's pages. A deleted service is hidden
 * and cannot be booked.
 */
export function toService(row: ServiceRow, site: string): Service {
  const { availabilityConstraints, ...extra } = row.extra;
  const supportedSlugs = row.slugs.map((slug) => ({
    ...slug,
    createdDate: new Date(slug.createdDate),
  }));
  const deleted = row.deletedDate !== null;
  const mainSlug = supportedSlugs.at(-1) ?? { name: row.id, custom: false };
  const page = (relativePath: string) => ({ relativePath, url: site + relativePath });
  const type = row.type;
  const staffMembers = (row.staff ?? []).map(({ picture, ...member }) => {
    const image = pictureOf(picture, site);
    return image ? { ...member, mainMedia: { image } } : member;
  });
  return {
    ...extra,
    id: row.id,
    type,
    sortOrder: row.sortOrder,
    name: row.name,
    description: row.description,
    tagLine: row.tagLine,
    defaultCapacity: row.defaultCapacity,
    media: mediaOf(row.media, site),
    hidden: row.hidden || deleted,
    category: row.category,
    payment: withRange(row.payment, extra.optionsAndVariants),
    onlineBooking: { ...row.onlineBooking, ...(deleted && { enabled: false }) },
    locations: row.locations.map((each) => located(each, row.businessLocations)),
    bookingPolicy: {
      ...row.policyRules,
      id: row.policyId,
      name: row.policyName,
      default: row.policyIsDefault,
      createdDate: row.policyCreatedDate,
      updatedDate: row.policyUpdatedDate,
    },
    schedule: {
      id: row.scheduleId,
      firstSessionStart: row.firstSessionStart,
      // Only a course has a last session; a class has no end.
      lastSessionEnd: row.type === "COURSE" ? row.lastSessionEnd : null,
      ...(availabilityConstraints ? { availabilityConstraints } : {}),
    },
    staffMemberIds: row.staffIds,
    staffMembers,
    staffMemberDetails: { staffMembers },
    supportedSlugs,
    mainSlug,
    urls: {
      servicePage: page(servicePath({ type, role: extra.role }, mainSlug.name)),
      bookingPage: page(`/booking/?service=${encodeURIComponent(mainSlug.name)}`),
      calendarPage: page("/schedule/"),
    },
    createdDate: row.createdDate,
    updatedDate: row.updatedDate,
    revision: String(row.revision),
  };
}

export type StoredStaff = { staffMemberId: string; name: string; picture?: string | null };
type Location = Service["locations"][number];

/** Sets the lowest and the highest price of the variants on a varied price. */
function withRange(payment: Service["payment"], options: Service["optionsAndVariants"]): Service["payment"] {
  const { varied } = payment;
  const prices =
    options?.variants.map(({ price }) => price).toSorted((a, b) => Number(a.value) - Number(b.value)) ?? [];
  const [minPrice, maxPrice] = [prices[0], prices.at(-1)];
  return varied && minPrice && maxPrice ? { ...payment, varied: { ...varied, minPrice, maxPrice } } : payment;
}

/** Returns a location with the current details of its business location. */
function located(location: Location, known: BusinessLocations | null): Location {
  const details = known?.[location.business?.id ?? ""];
  const business = location.business && { ...location.business, ...details };
  const calculatedAddress = business?.address ?? location.custom?.address ?? location.calculatedAddress;
  return {
    ...location,
    ...((location.id ?? business?.id) && { id: location.id ?? business?.id }),
    ...(business && { business }),
    ...(calculatedAddress && { calculatedAddress }),
  };
}

/** Whether a name is a valid slug: lowercase letters of any alphabet, digits, hyphens and underscores. */
export const isSlug = (name: string): boolean => /^[\p{Ll}\p{Lo}\p{M}\p{Nd}_-]{1,500}$/u.test(name);

/** Returns the slug for a service name: „Įvadas į boulderingą“ → "ivadas-i-boulderinga". */
export const slugOf = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 490)
    .replace(/-+$/, "") || "paslauga";
