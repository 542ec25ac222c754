import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BookingPolicy } from "./service.ts";
import { guid, instant, maybe, revision, typedLine } from "./wire.ts";

/** A booking policy as edited by the owner. */
export const ManagedPolicy = BookingPolicy.extend({
  name: z.string().max(400),
  default: z.boolean(),
  createdDate: instant,
  updatedDate: instant,
  revision,
  /** The number of services that use the policy. */
  serviceCount: z.int(),
}).meta({ id: "ManagedPolicy" });
export type ManagedPolicy = z.infer<typeof ManagedPolicy>;

/** The fields of a policy that the owner can set. A section that is null is disabled. */
const PolicyInput = BookingPolicy.omit({ id: true, default: true, createdDate: true, updatedDate: true }).extend({
  name: typedLine().min(1).max(400),
});
export type PolicyInput = z.infer<typeof PolicyInput>;
const owner = { access: "owner" } as const;
const output = z.object({ policy: ManagedPolicy });

/** Booking policies of services. One policy is the default for services without an explicit policy. */
export const policies = {
  list: endpoint({
    method: "GET",
    path: "/v1/policies",
    access: "visitor",
    input: z.object({}),
    output: z.object({ policies: z.array(ManagedPolicy) }),
    errors: [],
    summary: "Read the booking policies, the default one first; services that are hidden are counted for staff only.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/policies",
    ...owner,
    input: z.object({ policy: PolicyInput }),
    output,
    errors: ["TOO_MANY_POLICIES"],
    summary: "Add a booking policy. The first one is the default.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/policies/{policy.id}",
    ...owner,
    input: z.object({ policy: PolicyInput.partial().extend({ id: guid, revision }) }),
    output,
    errors: ["POLICY_NOT_FOUND", "REVISION_MISMATCH"],
    summary: "Change what is given of a policy; its services follow at once.",
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/v1/policies/{policyId}",
    ...owner,
    input: z.object({ policyId: guid }),
    output: z.object({}),
    errors: ["POLICY_NOT_FOUND", "POLICY_IN_USE", "POLICY_IS_DEFAULT"],
    summary: "Delete a policy no service follows.",
  }),
  setDefault: endpoint({
    method: "POST",
    path: "/v1/policies/{policyId}/default",
    ...owner,
    input: z.object({ policyId: guid, revision: maybe(revision) }),
    output,
    errors: ["POLICY_NOT_FOUND", "REVISION_MISMATCH"],
    summary: "Make a policy the default one, in place of that which was.",
  }),
};
