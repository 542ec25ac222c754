import type { CloneError, contract } from "@uola/contract";
import { type Context, type Handlers, transact } from "@uola/kernel";
import type { z } from "zod";
import { serviceCloned } from "../events.ts";
import { publishServices, readService, storedLocation } from "./change-service.ts";
import { insertService } from "./create.ts";
import { settable } from "./field-mask.ts";
import { copiedOptions } from "./options.ts";
import * as store from "./store.ts";

/** Clones services. The response lists the parts that could not be copied. */
export const cloneHandler =
  (context: Context): Handlers<typeof contract.services>["clone"] =>
  async (input, { caller: actor }) => {
    const { sourceServiceId, copyRecurringSessions, copyPricingPlans, hideService, cloneServiceName } = input;
    const { siteId } = context;
    const errors: z.infer<typeof CloneError>[] = [];
    const [service, fromScheduleId] = await transact(context, publishServices, async (tx) => {
      errors.length = 0;
      const source = await readService(tx, context, sourceServiceId);
      const plans = copyPricingPlans ? (source.payment.pricingPlanIds ?? []) : [];
      const pricingPlanIds = await store.plansOf(tx, siteId, plans);
      const nothing = { categoryId: undefined, policyId: undefined, staffIds: [], resourceIds: [], locationIds: [] };
      const { form } = await store.existingIds(tx, siteId, { ...nothing, formId: source.form?.id });
      if (pricingPlanIds.length < plans.length) errors.push("PRICING_PLANS");
      if (source.form && !form) errors.push("FORM");
      const options = source.optionsAndVariants;
      const copied = options ? copiedOptions(options, await store.currency(tx, siteId)) : null;
      if (copied === undefined) errors.push("OPTIONS_AND_VARIANTS");
      const draft = settable(source);
      const paysWithPlans = pricingPlanIds.length > 0;
      const copy = {
        ...draft,
        name: cloneServiceName ?? source.name,
        hidden: hideService ?? source.hidden ?? false,
        form: form ? draft.form : null,
        optionsAndVariants: copied ?? null,
        payment: { ...draft.payment, options: { ...draft.payment?.options, pricingPlan: paysWithPlans } },
      };
      const locations = source.locations.map(storedLocation);
      const valid = { input: copy, policyId: source.bookingPolicy.id, locations, pricingPlanIds };
      return [await insertService(tx, context, valid, actor), source.schedule.id];
    });
    if (!copyRecurringSessions) return { service, errors };
    try {
      const { id: toScheduleId } = service.schedule;
      await context.events.emit(context.db, serviceCloned, { fromScheduleId, toScheduleId, actor });
    } catch (error) {
      context.log.error({ err: error }, "the weekly times of a service were not copied");
      errors.push("SESSIONS");
    }
    return { service: await readService(context.db, context, service.id), errors };
  };
