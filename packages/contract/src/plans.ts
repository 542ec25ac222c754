import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, Money, maybe, revision, typedLine } from "./wire.ts";

/** A membership or punch pass that services can be paid with. */
export const PricingPlan = z
  .object({
    id: guid,
    name: z.string().max(200),
    description: maybe(z.string().max(4000)),
    price: Money,
    /** No longer sold; services that use it keep it. */
    archived: z.boolean(),
    revision,
    createdDate: instant,
    updatedDate: instant,
  })
  .meta({ id: "PricingPlan" });
export type PricingPlan = z.infer<typeof PricingPlan>;

const PlanInput = z.object({
  name: typedLine().min(1).max(200),
  description: PricingPlan.shape.description,
  /** In the currency of the site. */
  price: z.object({ value: Money.shape.value }),
});
const owner = { access: "owner" } as const;
const output = z.object({ plan: PricingPlan });

export const plans = {
  list: endpoint({
    method: "GET",
    path: "/v1/pricing-plans",
    access: "visitor",
    input: z.object({}),
    output: z.object({ plans: z.array(PricingPlan) }),
    errors: [],
    summary: "Read the pricing plans; archived ones are shown to staff only.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/pricing-plans",
    ...owner,
    input: z.object({ plan: PlanInput }),
    output,
    errors: ["TOO_MANY_PLANS"],
    summary: "Add a pricing plan.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/pricing-plans/{plan.id}",
    ...owner,
    input: z.object({ plan: PlanInput.partial().extend({ id: guid, revision }) }),
    output,
    errors: ["PLAN_NOT_FOUND", "REVISION_MISMATCH"],
    summary: "Change what is given of a plan.",
  }),
  archive: endpoint({
    method: "POST",
    path: "/v1/pricing-plans/{planId}/archive",
    ...owner,
    input: z.object({ planId: guid, archived: maybe(z.boolean()) }),
    output,
    errors: ["PLAN_NOT_FOUND"],
    summary: "Take a plan off sale, or with `archived: false` put it back.",
  }),
};
