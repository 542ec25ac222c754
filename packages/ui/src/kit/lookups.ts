import { usePlatformQuery } from "@uola/browser/use-platform.ts";

/** Lists used for choices in forms; each is loaded once and cached. */
export const useStaff = () =>
  usePlatformQuery(["staff"], async ({ resources }) => (await resources.listStaff({})).staff);
export const useResources = () =>
  usePlatformQuery(["resources"], async ({ resources }) => (await resources.list({})).resources);
export const usePolicies = () =>
  usePlatformQuery(["policies"], async ({ policies }) => (await policies.list({})).policies);
export const useCategories = () =>
  usePlatformQuery(["categories"], async ({ categories }) => (await categories.list({})).categories);
export const usePlans = () => usePlatformQuery(["plans"], async ({ plans }) => (await plans.list({})).plans);
export const useForms = () => usePlatformQuery(["forms"], async ({ forms }) => (await forms.list({})).forms);
export const useLocations = () =>
  usePlatformQuery(["locations"], async ({ locations }) => (await locations.list({})).locations);
export const useBusiness = () =>
  usePlatformQuery(["business"], async ({ business }) => (await business.get({})).business);
