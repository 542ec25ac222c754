import type { Client } from "@uola/client";
import { expect, test } from "vitest";
import { servicesBy, servicesOf } from "./services.ts";

const catalogue = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `s${n}`, hidden: false }));

type Asked = { query: { filter?: { id?: { $in: string[] } }; cursorPaging: { limit: number; cursor?: string } } };
/** A fake platform with this many services, which returns at most 100 per request. */
function platformWith(count: number) {
  const asked: Asked["query"][] = [];
  const query = async ({ query }: Asked) => {
    asked.push(query);
    const { limit, cursor } = query.cursorPaging;
    expect(limit).toBeLessThanOrEqual(100);
    const ids = query.filter?.id?.$in;
    const found = catalogue(count).filter(({ id }) => !ids || ids.includes(id));
    const from = Number(cursor ?? 0);
    const next = from + limit < found.length ? String(from + limit) : undefined;
    return { services: found.slice(from, from + limit), pagingMetadata: { cursors: { next } } };
  };
  return { client: { services: { query } } as unknown as Client, asked };
}

test("reads services beyond the first page of 100", async () => {
  const { items, hasMore } = await servicesBy(platformWith(101).client);
  expect([items.length, hasMore]).toEqual([101, false]);
});

test("reads at most 1,000 of 100,000 services and reports that there are more", async () => {
  const { client, asked } = platformWith(100_000);
  const { items, hasMore } = await servicesBy(client);
  expect([items.length, hasMore, asked.length]).toEqual([1000, true, 10]);
});

test("reads only the services of the given ids out of 100,000, in batches", async () => {
  const { client, asked } = platformWith(100_000);
  const ids = ["s99999", "s5", "s99999", ...Array.from({ length: 150 }, (_, n) => `s${n + 1000}`), "gone"];
  const services = await servicesOf(client, ids);
  expect(services.map(({ id }) => id).toSorted()).toEqual([...new Set(ids)].filter((id) => id !== "gone").toSorted());
  expect(asked).toHaveLength(2);
  expect(await servicesOf(client, [])).toEqual([]);
});
