import { type AllPages, type Client, readAllPages } from "@uola/client";
import type { CategoryKind } from "@uola/contract";
import { inCents } from "@uola/contract/cents";
import { categoryName, inReadersLanguage, type ReadersService } from "./service-translation.ts";

type Filter = NonNullable<NonNullable<Parameters<Client["services"]["query"]>[0]>["query"]>["filter"];

/** A page lists so many services and says when there are others. */
const servicesMax = 1000;
/** A filter takes two hundred values. */
const idsAtOnce = 100;

/** The services a filter finds, in the order of the site and the language of the request. */
export const servicesBy = (
  client: Client,
  filter: Filter = {},
  most = servicesMax,
): Promise<AllPages<ReadersService>> =>
  readAllPages(async ({ limit, cursor }) => {
    const query = cursor ? { cursorPaging: { limit, cursor } } : { filter, cursorPaging: { limit } };
    const { services, pagingMetadata } = await client.services.query({ query });
    return { items: services.map(inReadersLanguage), next: pagingMetadata.cursors?.next };
  }, most);

/** The services of these ids, however many others there are; those that are gone or hidden are left out. */
export async function servicesOf(client: Client, ids: Iterable<string>): Promise<ReadersService[]> {
  const distinct = [...new Set(ids)];
  const parts = Array.from({ length: Math.ceil(distinct.length / idsAtOnce) }, (_, n) =>
    distinct.slice(n * idsAtOnce, (n + 1) * idsAtOnce),
  );
  const found = await Promise.all(parts.map((part) => servicesBy(client, { id: { $in: part } })));
  return found.flatMap(({ items }) => items);
}

const lowest = (name: string, fieldPath: string) => ({
  name,
  type: "NESTED" as const,
  nested: {
    nestedAggregations: [
      { name: "id", type: "VALUE" as const, fieldPath: "category.id", value: { limit: 100 } },
      { name: "name", type: "VALUE" as const, fieldPath: "category.name", value: { limit: 1 } },
      { name: "kind", type: "VALUE" as const, fieldPath: "category.kind", value: { limit: 1 } },
      { name: "price", type: "SCALAR" as const, fieldPath, scalar: { type: "MIN" as const } },
    ],
  },
});

/** What a category is: its id, its name, and the lowest price of its services in cents; of several of a kind the first. */
export type Lowest = { [Kind in CategoryKind]?: { id: string; name: string; lowest: number } };

export async function lowestPrices(client: Client): Promise<Lowest> {
  const { aggregationData } = await client.services.search({
    search: {
      filter: { hidden: false },
      cursorPaging: { limit: 0 },
      aggregations: [
        lowest("fixed", "payment.fixed.price.value"),
        lowest("varied", "payment.varied.defaultPrice.value"),
      ],
    },
  });
  const found: Lowest = {};
  for (const { nested } of aggregationData?.results ?? []) {
    for (const { results } of nested?.results ?? []) {
      const [id, name, price] = [results.id?.value?.value, results.name?.value?.value, results.price?.scalar?.value];
      const kind = results.kind?.value?.value as CategoryKind | undefined;
      if (!id || !name || !kind || price === null || price === undefined) continue;
      const before = found[kind];
      if (before && before.id !== id) continue;
      found[kind] = {
        id,
        name: categoryName({ name, kind }),
        lowest: Math.min(before?.lowest ?? Number.POSITIVE_INFINITY, inCents(price)),
      };
    }
  }
  return found;
}
