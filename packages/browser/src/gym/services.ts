import { type AllPages, type Client, readAllPages } from "@uola/client";
import { type LocalizedService, localizeService } from "./service-translation.ts";

type Filter = NonNullable<NonNullable<Parameters<Client["services"]["query"]>[0]>["query"]>["filter"];

/** The maximum number of services that a page lists. If there are more, the page indicates it. */
const servicesMax = 1000;
/** The platform accepts up to 200 values per filter. */
const idsAtOnce = 100;

/** Returns the services that match a filter, in the site's order and the language of the request. */
export const servicesBy = (
  client: Client,
  filter: Filter = {},
  most = servicesMax,
): Promise<AllPages<LocalizedService>> =>
  readAllPages(async ({ limit, cursor }) => {
    const query = cursor ? { cursorPaging: { limit, cursor } } : { filter, cursorPaging: { limit } };
    const { services, pagingMetadata } = await client.services.query({ query });
    return { items: services.map(localizeService), next: pagingMetadata.cursors?.next };
  }, most);

/**
 * Returns the services with these ids, regardless of how many others there are. Deleted and hidden
 * services are left out.
 */
export async function servicesOf(client: Client, ids: Iterable<string>): Promise<LocalizedService[]> {
  const distinct = [...new Set(ids)];
  const parts = Array.from({ length: Math.ceil(distinct.length / idsAtOnce) }, (_, n) =>
    distinct.slice(n * idsAtOnce, (n + 1) * idsAtOnce),
  );
  const found = await Promise.all(parts.map((part) => servicesBy(client, { id: { $in: part } })));
  return found.flatMap(({ items }) => items);
}
