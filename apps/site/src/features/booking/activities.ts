import { translatedTexts } from "@uola/browser/gym/service-translation.ts";
import type { AgeRange, BookingForm, BookingPolicy, CategoryKind, LessonsLeft, Service } from "@uola/contract";
import { type AgePriced, agePricesOf, withProRataPrices } from "@uola/contract/booking-price";
import { centsOf } from "@uola/contract/cents";
import { registrationOpensAt } from "@uola/contract/registration";
import { defaultLocale, language } from "@uola/words/language";

/** A bookable activity, reduced to the data that this page shows. Amounts are in cents. */
export type Activity = {
  id: string;
  slug: string;
  name: string;
  tagLine: string;
  description: string;
  /** The owner's conditions for participants, such as "Vaikui iki 7 metų reikia suaugusiojo salėje." */
  conditions: string;
  /** Age range of the participants. */
  ages: AgeRange | null;
  /** Ids of the staff members and resources. */
  leaders: string[];
  category: { id: string; name: string; kind: CategoryKind } | null;
  kind: "CLASS" | "COURSE" | "APPOINTMENT";
  price: Price;
  /** The variants that each participant can choose, with prices; empty if there are none. */
  variants: Variant[];
  /** The reduced prices by age, youngest age group first. */
  agePrices: AgePriced[];
  /** Reduced price for pass holders, in cents; null if there is none. */
  memberPrice: number | null;
  /** Whether people who join late pay less. */
  lateJoinShare: boolean;
  /** The remaining lessons of a course that has begun. The prices are reduced in proportion to them. */
  lessonsLeft: LessonsLeft | null;
  payAtGym: boolean;
  maxParticipants: number;
  /** Whether the owner approves each booking before it is confirmed. */
  needsApproval: boolean;
  scheduleId: string;
  /** Whether the activity has a waiting list. */
  waits: boolean;
  /** For an appointment: the trainers, and the durations in minutes. */
  staff: { id: string; name: string }[];
  durations: number[];
  /** Additional fields of the booking form, in addition to name and contact details. */
  fields: FormField[];
  policy: Pick<BookingPolicy, "limitEarlyBookingPolicy" | "limitLateBookingPolicy">;
  /** Registration periods of campaigns, as ISO 8601 text. */
  registrations: { opens: string; closes: string }[];
};

/** Returns the time at which registration opens; null if this is not in the future. */
export const opensAt = ({ registrations }: Pick<Activity, "registrations">, now: Date): Date | null =>
  registrationOpensAt(
    registrations.map(({ opens, closes }) => ({ opens: new Date(opens), closes: new Date(closes) })),
    now,
  );

/** A choice for one participant: "Vaikas", or with several options "Vaikas, su inventoriumi". */
export type Variant = { key: string; label: string; cents: number; choices: { optionId: string; custom: string }[] };

export type FormField = BookingForm["fields"][number];

/** `unknown` means that the price is given only as a text, such as "pagal susitarimą". */
export type Price =
  | { kind: "free" }
  | { kind: "each"; cents: number; currency: string }
  | { kind: "unknown"; words: string };

/** Maximum number of people in one booking if the policy sets none. */
const usualGroup = 10;

/**
 * Returns the conditions for participants. A policy contains them only in the owner's language; a
 * service can contain a translation.
 */
function conditionsOf(service: Service): string {
  const { customPolicyDescription } = service.bookingPolicy;
  if (!customPolicyDescription?.enabled) return "";
  const translated = language() === defaultLocale ? "" : translatedTexts(service, language()).conditions;
  return translated || customPolicyDescription.description;
}

/**
 * Converts a service to an activity. `lessonsLeft`: the lessons charged when somebody joins the
 * course now, if these are not all lessons.
 */
export function activityOf(whole: Service, lessonsLeft?: LessonsLeft | null): Activity {
  const service = withProRataPrices(whole, lessonsLeft);
  const { category, bookingPolicy: policy } = service;
  const isAppointment = service.type === "APPOINTMENT";
  return {
    id: service.id,
    slug: service.mainSlug.name,
    name: service.name,
    tagLine: service.tagLine ?? "",
    description: service.description ?? "",
    conditions: conditionsOf(service),
    ages: service.ageRange ?? null,
    leaders: [...service.staffMemberIds, ...(service.resourceGroups ?? []).flatMap(({ resourceIds }) => resourceIds)],
    category: category ? { id: category.id, name: category.name ?? "", kind: category.kind ?? "other" } : null,
    kind: service.type === "COURSE" || service.type === "APPOINTMENT" ? service.type : "CLASS",
    price: priceOf(service.payment),
    variants: variantsOf(service),
    agePrices: agePricesOf(service).toSorted((a, b) => (a.ages.min ?? 0) - (b.ages.min ?? 0)),
    memberPrice: service.memberPrice ? centsOf(service.memberPrice) : null,
    lateJoinShare: service.lateJoinShare ?? false,
    lessonsLeft: lessonsLeft ?? null,
    payAtGym: service.payment.rateType !== "NO_FEE" && service.payment.options?.inPerson === true,
    maxParticipants: policy.participantsPolicy?.maxParticipantsPerBooking ?? usualGroup,
    needsApproval: service.onlineBooking.requireManualApproval ?? false,
    scheduleId: service.schedule.id,
    waits: policy.waitlistPolicy?.enabled === true && !isAppointment,
    staff: isAppointment ? (service.staffMemberDetails?.staffMembers ?? []).map(memberOf) : [],
    durations: isAppointment ? [...(service.schedule.availabilityConstraints?.sessionDurations ?? [])] : [],
    fields: [],
    policy: {
      limitEarlyBookingPolicy: policy.limitEarlyBookingPolicy,
      limitLateBookingPolicy: policy.limitLateBookingPolicy,
    },
    registrations: (service.registrations ?? []).map(({ opens, closes }) => ({
      opens: opens.toISOString(),
      closes: closes.toISOString(),
    })),
  };
}

/** Returns the activity including the fields of its booking form. */
export const withForm = (
  service: Service,
  forms: readonly BookingForm[],
  lessonsLeft?: LessonsLeft | null,
): Activity => ({
  ...activityOf(service, lessonsLeft),
  fields: [...(forms.find(({ id }) => id === service.form?.id)?.fields ?? [])],
});

const memberOf = ({ staffMemberId: id, name }: { staffMemberId: string; name?: string | null | undefined }) => ({
  id,
  name: name ?? "",
});

export function priceOf({ rateType, fixed, varied, custom }: Service["payment"]): Price {
  if (rateType === "NO_FEE") return { kind: "free" };
  const money = fixed?.price ?? varied?.defaultPrice;
  return money
    ? { kind: "each", cents: centsOf(money), currency: money.currency ?? "EUR" }
    : { kind: "unknown", words: custom?.description ?? "" };
}

type Group = { id: string; name: string; kind: CategoryKind; activities: Activity[] };

/** Returns the variants, sorted by the order of the choices in the options. */
function variantsOf({ optionsAndVariants }: Service): Variant[] {
  const { options = [], variants = [] } = optionsAndVariants ?? {};
  const places = ({ choices }: (typeof variants)[number]) =>
    options.map(({ id, choices: all }) => all.indexOf(choices.find(({ optionId }) => optionId === id)?.custom ?? ""));
  return variants
    .toSorted((a, b) => {
      const [first, second] = [places(a), places(b)];
      const differs = first.findIndex((place, index) => place !== second[index]);
      return differs < 0 ? 0 : (first[differs] ?? 0) - (second[differs] ?? 0);
    })
    .map(({ choices, price }) => ({
      key: choices.map(({ optionId, custom }) => `${optionId} ${custom}`).join("\n"),
      label: choices.map(({ custom }) => custom).join(", "),
      cents: centsOf(price),
      choices,
    }));
}

/** Groups activities by category, preserving the order of the categories and of the activities. */
export function byCategory(activities: readonly Activity[]): Group[] {
  const groups = new Map<string, Group>();
  for (const activity of activities) {
    const { id, name, kind } = activity.category ?? { id: "", name: "", kind: "other" as const };
    const group = groups.get(id) ?? { id, name, kind, activities: [] };
    group.activities.push(activity);
    groups.set(id, group);
  }
  return [...groups.values()];
}
