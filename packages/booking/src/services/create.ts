import type { contract, Service, ServiceInput } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, json, newId } from "@uola/database";
import { type Context, type Handlers, recordChange, transact, Violation } from "@uola/kernel";
import { serviceChanged } from "../events.ts";
import { type Actor, columnsOf, publishServices, readExisting, readService, storedLocation } from "./change-service.ts";
import { withLibrary } from "./media.ts";
import type { ServiceExtra } from "./rules.ts";
import { claimSlugFor } from "./slug-store.ts";
import * as store from "./store.ts";
import { serviceInputErrors } from "./validation.ts";

export const createHandler =
  (context: Context): Handlers<typeof contract.services>["create"] =>
  async ({ service: input }, { caller }) => ({
    service: await transact(context, publishServices, (tx) => addService(tx, context, input, caller)),
  });

/** Adds a service. Rejects an invalid input with all violated rules. */
async function addService(tx: Database, context: Context, input: ServiceInput, actor: Actor): Promise<Service> {
  const { siteId } = context;
  const { existing, policyId } = await readExisting(tx, siteId, input);
  const wrongs = serviceInputErrors(input, existing);
  if (wrongs.length > 0) throw new Violation(wrongs);
  const locations = (input.locations ?? []).map((each) => storedLocation(each));
  return insertService(tx, context, { input, policyId: required(policyId, "booking policy"), locations }, actor);
}

type ValidService = {
  input: ServiceInput;
  policyId: string;
  locations: Service["locations"];
  pricingPlanIds?: readonly string[];
  id?: string;
  scheduleId?: string;
};

/**
 * Returns the service type of a valid input. The contract also allows a missing type and
 * UNKNOWN_SERVICE_TYPE.
 */
function storedType(type: ServiceInput["type"]): Exclude<Service["type"], "UNKNOWN_SERVICE_TYPE"> {
  if (!type || type === "UNKNOWN_SERVICE_TYPE") throw new Error("A valid service has a type.");
  return type;
}

/** Adds a service from a valid input. */
export async function insertService(tx: Database, context: Context, valid: ValidService, actor: Actor) {
  const { input, policyId, locations, pricingPlanIds = [], id = newId(), scheduleId = newId() } = valid;
  const { siteId, now } = context;
  const at = now();
  const name = await claimSlugFor(tx, siteId, id, input.name ?? "");
  const media = await withLibrary(tx, siteId, input.media);
  await store.insertService(tx, {
    ...columnsOf({ ...input, media }, policyId, await store.currency(tx, siteId), pricingPlanIds),
    siteId,
    id,
    type: storedType(input.type),
    scheduleId,
    locations: json(locations),
    slugs: json([{ name, custom: false, createdDate: at.toISOString() }]),
    createdDate: at,
    updatedDate: at,
  });
  await context.events.emit(tx, serviceChanged, { serviceId: id });
  const service = await readService(tx, context, id);
  await recordChange(tx, {
    siteId,
    at,
    entity: "service",
    entityId: id,
    audit: { actor, action: "service.create", after: service },
    event: { slug: "created", sequence: 1, body: { createdEvent: { entity: service } } },
  });
  return service;
}

export type NewService = Pick<Service, "type" | "name" | "defaultCapacity" | "payment"> &
  Partial<Pick<Service, "description" | "tagLine" | "sortOrder" | "hidden" | "onlineBooking" | "locations" | "media">> &
  ServiceExtra & {
    categoryId?: string;
    /** Defaults to the default policy. */
    policyId?: string;
    staffIds?: string[];
  };

/** Adds a service without validation. Its slug is derived from its name; it gets a new schedule. */
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
