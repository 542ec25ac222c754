import { type AllPages, type Client, readAllPages } from "@uola/client";
import { inReadersLanguage, type ReadersService } from "./service-translation.ts";

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
