import type { CategoryKind, contract, ranks, Service } from "@uola/contract";
import { json, newId } from "@uola/database";
import { type Context, type Handlers, transact } from "@uola/kernel";
import { insertService, publishServices, serviceNotFound } from "./change-service.ts";
import { managing } from "./managing.ts";
import { policySearch } from "./policies.ts";
import { type PolicyRules, type ServiceExtra, seesHidden, toService } from "./rules.ts";
import { searching } from "./search.ts";
import * as store from "./store.ts";

export { categories } from "./categories.ts";
export { forms } from "./forms.ts";
export { jobs, serviceJobTask } from "./jobs.ts";
export { plans } from "./plans.ts";
export { policies } from "./policies.ts";
export { type PolicyRules, seesHidden } from "./rules.ts";
export { createServiceCache, readServices, type ServiceCache } from "./service-cache.ts";

/** What people can book. */
export function services(context: Context): Handlers<typeof contract.services> {
  const { db, siteId, urls } = context;
  const visibleTo = (role: keyof typeof ranks) => {
    const all = store.readServices(db, siteId);
    return seesHidden(role) ? all : all.where("service.hidden", "=", false);
  };
  return {
    ...managing(context),
    ...searching(context),
    ...policySearch(context),
    get: async ({ serviceId, fields }, { caller }) => {
      const row = await visibleTo(caller.role).where("service.id", "=", serviceId).executeTakeFirst();
      if (!row) throw serviceNotFound(serviceId);
      const service = toService(row, urls.site);
      if (!fields?.includes("RESOURCE_TYPE_DETAILS")) return { service };
      const ids = (service.resourceGroups ?? []).flatMap(({ resourceIds }) => resourceIds);
      return { service: { ...service, resourceTypeDetails: byType(await store.resourcesOf(db, siteId, ids)) } };
    },
  };
}

export type NewPolicy = PolicyRules & { name: string; default?: boolean };
export async function createPolicy(
  { db, siteId, now }: Context,
  { name, default: isDefault = false, ...rules }: NewPolicy,
): Promise<string> {
  const id = newId();
  const at = now();
  const row = { siteId, id, name, isDefault, rules: json(rules), createdDate: at, updatedDate: at };
  await store.insertPolicy(db, row);
  return id;
}

export async function createCategory(
  { db, siteId }: Context,
  category: { name: string; kind?: CategoryKind; sortOrder?: number },
): Promise<string> {
  const id = newId();
  await store.insertCategory(db, { ...category, siteId, id });
  return id;
}

export type NewService = Pick<Service, "type" | "name" | "defaultCapacity" | "payment"> &
  Partial<Pick<Service, "description" | "tagLine" | "sortOrder" | "hidden" | "onlineBooking" | "locations" | "media">> &
  ServiceExtra & {
    categoryId?: string;
    /** The default policy unless given. */
    policyId?: string;
    staffIds?: string[];
  };

/** Adds a service as it is told, unexamined; its address comes from its name, its schedule is new. */
export async function createService(context: Context, input: NewService): Promise<{ id: string; scheduleId: string }> {
  const { categoryId, policyId, staffIds = [], locations = [], availabilityConstraints, ...rest } = input;
  const service = await transact(context, publishServices, async (tx) => {
    const policy = policyId ?? (await store.defaultPolicyId(tx, context.siteId));
    if (!policy) throw new Error("A service needs a booking policy, and there is no default one.");
    const whole = {
      onlineBooking: { enabled: true },
      ...rest,
      staffMemberIds: staffIds,
      schedule: { availabilityConstraints },
      ...(categoryId && { category: { id: categoryId } }),
    };
    const { pricingPlanIds } = input.payment;
    const valid = { input: whole, policyId: policy, locations, ...(pricingPlanIds && { pricingPlanIds }) };
    return insertService(tx, context, valid, { kind: "system", id: "services" });
  });
  return { id: service.id, scheduleId: service.schedule.id };
}

type Details = NonNullable<Service["resourceTypeDetails"]>["resourceTypes"][number];
function byType(resources: readonly { id: string; name: string; type: string }[]): Service["resourceTypeDetails"] {
  const groups = Map.groupBy(resources, ({ type }) => type as Details["type"]);
  return {
    resourceTypes: [...groups].map(([type, of]) => ({ type, resources: of.map(({ id, name }) => ({ id, name })) })),
  };
}
