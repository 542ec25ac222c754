import { usePlatformQuery } from "../../use-platform.ts";
import { activityOf } from "../booking/activities.ts";

/** What places of a service cost, by what is chosen; nothing while that is not known: all else of the page is still true. */
export const usePrice = (serviceId: string) =>
  usePlatformQuery(["price", serviceId], async ({ services }) =>
    activityOf((await services.get({ serviceId })).service),
  ).data;
