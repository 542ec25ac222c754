import type { contract, Service } from "@uola/contract";
import { json } from "@uola/database";
import { type Context, type Handlers, Refusal, transact } from "@uola/kernel";
import { alterService, publishServices } from "./change-service.ts";
import * as store from "./store.ts";

const plansMax = 75;
const invalidPlan = (message: string, ids: readonly string[]) =>
  new Refusal("INVALID_PRICING_PLAN", message, 400, { pricingPlanIds: [...ids] });

type PaymentPlanHandlers = Pick<Handlers<typeof contract.services>, "addPricingPlans" | "removePricingPlans">;

/**
 * Handlers for the pricing plans that services accept. The payment option is enabled while there is
 * at least one plan.
 */
export function paymentPlanHandlers(context: Context): PaymentPlanHandlers {
  const paidWith = ({ payment }: Service, pricingPlanIds: readonly string[]) => ({
    payment: json({
      ...payment,
      options: { ...payment.options, pricingPlan: pricingPlanIds.length > 0 },
      pricingPlanIds,
    }),
  });
  return {
    addPricingPlans: async ({ serviceId: id, pricingPlanIds }, { caller: actor }) => {
      const service = await transact(context, publishServices, (tx) =>
        alterService(tx, context, { id, action: "service.addPricingPlans", actor }, async (before) => {
          if (before.onlineBooking.requireManualApproval) {
            const message = "What is approved by hand cannot be paid for with plans.";
            throw new Refusal("SERVICE_DOES_NOT_SUPPORT_PRICING_PLANS", message);
          }
          const known = new Set(await store.plansOf(tx, context.siteId, pricingPlanIds));
          const unknown = pricingPlanIds.filter((planId) => !known.has(planId));
          if (unknown.length > 0) throw invalidPlan("There are no such plans.", unknown);
          const all = [...new Set([...(before.payment.pricingPlanIds ?? []), ...pricingPlanIds])];
          if (all.length > plansMax) throw invalidPlan(`A service has at most ${plansMax} plans.`, all.slice(plansMax));
          return paidWith(before, all);
        }),
      );
      return { pricingPlanIds: service.payment.pricingPlanIds ?? [], service };
    },
    removePricingPlans: async ({ serviceId: id, pricingPlanIds }, { caller: actor }) => {
      const service = await transact(context, publishServices, (tx) =>
        alterService(tx, context, { id, action: "service.removePricingPlans", actor }, async (before) => {
          const own = before.payment.pricingPlanIds ?? [];
          const requested = pricingPlanIds?.length ? pricingPlanIds : own;
          const unknown = requested.filter((planId) => !own.includes(planId));
          if (unknown.length > 0) throw invalidPlan("The service does not have these plans.", unknown);
          return paidWith(
            before,
            own.filter((planId) => !requested.includes(planId)),
          );
        }),
      );
      return { service };
    },
  };
}
