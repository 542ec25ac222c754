import type { LocationInput, Service, ServiceInput } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, json, newId } from "@uola/database";
import { type Context, Refusal, recordChange } from "@uola/kernel";
import { type ChangeCause, serviceChanged } from "../events.ts";
import { capacityCheck, refuseBelowSold } from "../resources/resources.ts";
import { storedOptions } from "./options.ts";
import { type StoredSlug, toService } from "./rules.ts";
import * as store from "./store.ts";
import type { ExistingIds } from "./validation.ts";

export type Actor = ChangeCause["actor"];

export const serviceNotFound = (id: string) => new Refusal("SERVICE_NOT_FOUND", `No service ${id}.`, 404);

/** Reads the service within the transaction. Rejects with SERVICE_NOT_FOUND. */
export async function readService(tx: Database, { siteId, urls }: Context, id: string): Promise<Service> {
  const row = await store.readServices(tx, siteId).where("service.id", "=", id).executeTakeFirst();
  if (!row) throw serviceNotFound(id);
  return toService(row, urls.site);
}

/** The topics published by a change to services. */
export const publishServices = { publish: ["services", "availability"] } as const;

type ServiceAlteration = {
  id: string;
  revision?: string | undefined;
  action: string;
  actor: Actor;
  /** Whether the capacity may be reduced below the number of places sold. */
  allowBelowSold?: boolean | null | undefined;
};
type Columns = Parameters<typeof store.updateService>[3];

/**
 * Performs every change to a service: locks it, checks the revision, writes the columns returned by
 * `work`, and records the change.
 */
export async function alterService(
  tx: Database,
  context: Context,
  { id, revision, action, actor, allowBelowSold }: ServiceAlteration,
  work: (before: Service, slugs: StoredSlug[]) => Promise<Columns>,
): Promise<Service> {
  const { siteId, now } = context;
  const locked = await store.lockService(tx, siteId, id);
  if (!locked) throw serviceNotFound(id);
  if (revision !== undefined && revision !== String(locked.revision)) {
    const data = { revision: String(locked.revision) };
    throw new Refusal("REVISION_MISMATCH", "The service has changed since it was read.", 409, data);
  }
  const before = await readService(tx, context, id);
  const columns = await work(before, locked.slugs);
  const sequence = locked.revision + 1;
  const at = now();
  await store.updateService(tx, siteId, id, { ...columns, revision: sequence, updatedDate: at });
  // The course, or sessions without their own capacity, take the new capacity of the service.
  if (columns.defaultCapacity !== undefined && columns.defaultCapacity !== before.defaultCapacity) {
    const check = capacityCheck(allowBelowSold);
    await context.events.emit(tx, serviceChanged, { serviceId: id, actor, capacityCheck: check });
    refuseBelowSold(check);
  }
  const after = await readService(tx, context, id);
  await recordChange(tx, {
    siteId,
    at,
    entity: "service",
    entityId: id,
    audit: { actor, action, before, after },
    event: { slug: "updated", sequence, body: { updatedEvent: { currentEntity: after } } },
  });
  return after;
}

/** Returns the ids in the input that exist, and the policy that applies: the given one or the default. */
export async function readExisting(tx: Database, siteId: string, input: ServiceInput) {
  const policyId = input.bookingPolicy?.id ?? (await store.defaultPolicyId(tx, siteId));
  const existing = await store.existingIds(tx, siteId, {
    categoryId: input.category?.id,
    formId: input.form?.id,
    policyId,
    staffIds: input.staffMemberIds ?? [],
    resourceIds: (input.resourceGroups ?? []).flatMap(({ resourceIds }) => resourceIds),
    locationIds: (input.locations ?? []).flatMap(({ business }) => business?.id ?? []),
  });
  return { existing, policyId };
}

export function withOwnIds(existing: ExistingIds, { staffMemberIds, resourceGroups }: Service): ExistingIds {
  const resourceIds = (resourceGroups ?? []).flatMap((group) => group.resourceIds);
  return {
    ...existing,
    staffIds: new Set([...existing.staffIds, ...staffMemberIds]),
    resourceIds: new Set([...existing.resourceIds, ...resourceIds]),
  };
}

/** Returns a location as stored. The details of a business location are added when it is read. */
export function storedLocation({ type, business, custom }: LocationInput): Service["locations"][number] {
  if (type === "BUSINESS")
    return { id: business?.id, type, business: { id: required(business?.id, "id of a business location") } };
  const id = newId();
  return type === "CUSTOM" ? { id, type, custom: { id, address: custom?.address } } : { id, type: "CUSTOMER" };
}

/** Returns the columns of a valid input. Only the price of the selected rate type is stored. */
export function columnsOf(input: ServiceInput, policyId: string, currency: string, pricingPlanIds: readonly string[]) {
  const { payment, schedule, form, conferencing, seoData, extendedFields, resourceGroups, reminders } = input;
  const { role, ageRange, agePrices, memberPrice, lateJoinShare, instalments, taxation } = input;
  const { rateType, fixed, varied, custom, options, depositPercent } = payment ?? {};
  const money = (amount: { value: string } | null | undefined) => amount && { value: amount.value, currency };
  const availabilityConstraints = schedule?.availabilityConstraints;
  return {
    name: required(input.name, "name"),
    description: input.description ?? null,
    tagLine: input.tagLine ?? null,
    defaultCapacity: required(input.defaultCapacity, "capacity"),
    sortOrder: input.sortOrder ?? 0,
    hidden: input.hidden ?? false,
    categoryId: input.category?.id ?? null,
    policyId,
    staffIds: input.staffMemberIds ?? [],
    payment: json({
      rateType,
      ...(rateType === "FIXED" && { fixed: { price: money(fixed?.price), deposit: money(fixed?.deposit) } }),
      ...(rateType === "VARIED" && {
        varied: { defaultPrice: money(varied?.defaultPrice), deposit: money(varied?.deposit) },
      }),
      ...((rateType === "FIXED" || rateType === "VARIED") && depositPercent != null && { depositPercent }),
      ...(rateType === "CUSTOM" && { custom }),
      options,
      pricingPlanIds,
    }),
    onlineBooking: json(input.onlineBooking ?? {}),
    media: input.media ? json(input.media) : null,
    extra: json({
      form,
      conferencing,
      seoData,
      extendedFields,
      resourceGroups,
      reminders,
      role,
      ageRange,
      memberPrice: money(memberPrice),
      lateJoinShare,
      instalments: instalments && { ...instalments, from: money(instalments.from) },
      agePrices: agePrices?.map((each) => ({ ...each, price: { value: each.price.value, currency } })),
      taxation,
      optionsAndVariants: storedOptions(input.optionsAndVariants, currency),
      availabilityConstraints,
    }),
  };
}
