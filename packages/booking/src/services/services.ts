import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { cloneHandler } from "./clone.ts";
import { createHandler } from "./create.ts";
import { deleteHandlers } from "./delete.ts";
import { facetHandlers } from "./facets.ts";
import { paymentPlanHandlers } from "./payment-plans.ts";
import { policySearchHandler } from "./policies.ts";
import { queryHandlers } from "./query.ts";
import type { Registrations } from "./registrations.ts";
import { searchHandler } from "./search.ts";
import { setLocationsHandler } from "./set-locations.ts";
import { slugHandlers } from "./slugs.ts";
import { updateHandlers } from "./update.ts";

export { categories, createCategory } from "./categories.ts";
export { createService, type NewService } from "./create.ts";
export { forms } from "./forms.ts";
export { jobs, serviceJobTask } from "./jobs.ts";
export { plans, readPlans } from "./plans.ts";
export { createPolicy, type NewPolicy, policies } from "./policies.ts";
export { createRegistrations, type Registrations } from "./registrations.ts";
export { type PolicyRules, seesHidden } from "./rules.ts";
export { createServiceCache, readServices, type ServiceCache } from "./service-cache.ts";

/** Handlers of the services API: create, read, update and delete bookable services. */
export const services = (context: Context, registrations: Registrations): Handlers<typeof contract.services> => ({
  create: createHandler(context),
  ...updateHandlers(context),
  ...deleteHandlers(context),
  clone: cloneHandler(context),
  setLocations: setLocationsHandler(context),
  ...paymentPlanHandlers(context),
  ...slugHandlers(context),
  ...queryHandlers(context, registrations),
  search: searchHandler(context, registrations),
  ...facetHandlers(context),
  policies: policySearchHandler(context),
});
