import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { activityOf } from "../../features/booking/activities.ts";

/**
 * Loads the price of a service's places for the chosen options; undefined until known. The rest of
 * the page does not depend on it.
 */
export const usePrice = (serviceId: string) =>
  usePlatformQuery(["price", serviceId], async ({ services }) =>
    activityOf((await services.get({ serviceId })).service),
  ).data;
