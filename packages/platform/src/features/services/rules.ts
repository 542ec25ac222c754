import type { BookingPolicy, Service } from "@uola/contract";

/** The rules of a policy as they are stored: the contract's without what has a column of its own. */
export type PolicyRules = Omit<BookingPolicy, "id" | "name" | "default" | "createdDate" | "updatedDate">;

/** A service as one statement reads it, with what stands around it. */
export type ServiceRow = {
  id: string;
  type: string;
  name: string;
  description: string | null;
  tagLine: string | null;
  defaultCapacity: number;
  sortOrder: number;
  hidden: boolean;
  scheduleId: string;
  staffIds: string[];
  payment: unknown;
  onlineBooking: unknown;
  locations: unknown;
  media: unknown;
  slugs: unknown;
  extra: unknown;
  revision: number;
  createdDate: Date;
  updatedDate: Date;
  category: unknown;
  staff: unknown;
  policyId: string;
  policyName: string;
  policyIsDefault: boolean;
  policyRules: unknown;
  policyCreatedDate: Date;
  policyUpdatedDate: Date;
  firstSessionStart: Date | null;
  lastSessionEnd: Date | null;
};

/** Fields of a service that are kept and given back as they came. */
export type ServiceExtra = Pick<Service, "form" | "conferencing" | "seoData" | "extendedFields"> & {
  availabilityConstraints?: NonNullable<Service["schedule"]["availabilityConstraints"]>;
};

type StoredSlug = { name: string; custom?: boolean; createdDate: string };

/** The service a row stands for; `site` is the origin its pages are on. */
export function toService(row: ServiceRow, site: string): Service {
  const { availabilityConstraints, ...extra } = row.extra as ServiceExtra;
  const supportedSlugs = (row.slugs as StoredSlug[]).map((slug) => ({
    ...slug,
    createdDate: new Date(slug.createdDate),
  }));
  const mainSlug = supportedSlugs.at(-1) ?? { name: row.id, custom: false };
  const page = (relativePath: string) => ({ relativePath, url: site + relativePath });
  const bookingPage = page(`/booking/?service=${encodeURIComponent(mainSlug.name)}`);
  const staffMembers = (row.staff ?? []) as { staffMemberId: string; name: string }[];
  return {
    ...extra,
    id: row.id,
    type: row.type as Service["type"],
    sortOrder: row.sortOrder,
    name: row.name,
    description: row.description,
    tagLine: row.tagLine,
    defaultCapacity: row.defaultCapacity,
    media: row.media as Service["media"],
    hidden: row.hidden,
    category: row.category as Service["category"],
    payment: row.payment as Service["payment"],
    onlineBooking: row.onlineBooking as Service["onlineBooking"],
    locations: row.locations as Service["locations"],
    bookingPolicy: {
      ...(row.policyRules as PolicyRules),
      id: row.policyId,
      name: row.policyName,
      default: row.policyIsDefault,
      createdDate: row.policyCreatedDate,
      updatedDate: row.policyUpdatedDate,
    },
    schedule: {
      id: row.scheduleId,
      firstSessionStart: row.firstSessionStart,
      // A class goes on: only a course has a last session.
      lastSessionEnd: row.type === "COURSE" ? row.lastSessionEnd : null,
      ...(availabilityConstraints ? { availabilityConstraints } : {}),
    },
    staffMemberIds: row.staffIds,
    staffMembers,
    staffMemberDetails: { staffMembers },
    supportedSlugs,
    mainSlug,
    urls: { servicePage: bookingPage, bookingPage, calendarPage: page("/schedule/") },
    createdDate: row.createdDate,
    updatedDate: row.updatedDate,
    revision: String(row.revision),
  };
}

/** The name a service has in addresses: „Įvadas į boulderingą“ → "ivadas-i-boulderinga". */
export const slugOf = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 500) || "paslauga";

/** The first of `slug`, `slug-2`, `slug-3` … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(name)) return name;
  }
}
