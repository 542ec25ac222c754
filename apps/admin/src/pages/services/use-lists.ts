import {
  useCategories,
  useForms,
  useLocations,
  usePlans,
  usePolicies,
  useResources,
  useStaff,
} from "@uola/ui/kit/lookups.ts";

/**
 * Loads all lists that a service refers to, and the names of their items by id; undefined until all
 * are loaded.
 */
export function useLists() {
  const [staff, resources, policies, categories, plans, forms, locations] = [
    useStaff().data,
    useResources().data,
    usePolicies().data,
    useCategories().data,
    usePlans().data,
    useForms().data,
    useLocations().data,
  ];
  if (!staff || !resources || !policies || !categories || !plans || !forms || !locations) return undefined;
  const all = [...staff, ...resources, ...policies, ...categories, ...plans, ...forms, ...locations];
  const names: ReadonlyMap<string, string> = new Map(all.map(({ id, name }) => [id, name]));
  return { staff, resources, policies, categories, plans, forms, locations, names };
}
export type Lists = NonNullable<ReturnType<typeof useLists>>;
