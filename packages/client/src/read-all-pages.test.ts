import { expect, test } from "vitest";
import { readAllPages } from "./read-all-pages.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
/** A list of `count` numbers, read by cursor like the platform's lists. */
function listOf(count: number) {
  const requests: string[] = [];
  const read = async ({ limit, cursor }: { limit: number; cursor?: string }) => {
    requests.push(`${cursor ?? "start"}+${limit}`);
    const from = Number(cursor ?? 0);
    const items = numbers(count).slice(from, from + limit);
    return { items, next: from + limit < count ? String(from + limit) : null };
  };
  return { requests, read };
}

test.each([0, 1, 99, 100, 101, 250])("reads a list of %i items to its end", async (count) => {
  const { read, requests } = listOf(count);
  expect(await readAllPages(read)).toEqual({ items: numbers(count), hasMore: false });
  expect(requests).toHaveLength(Math.max(1, Math.ceil(count / 100)));
});

test("stops reading at the limit and reports that there are more items", async () => {
  const { read, requests } = listOf(1000);
  expect(await readAllPages(read, 150)).toEqual({ items: numbers(150), hasMore: true });
  expect(requests).toEqual(["start+100", "100+50"]);
  expect(await readAllPages(listOf(150).read, 150)).toMatchObject({ hasMore: false });
});

test("reads a list without cursors by offset", async () => {
  const found = await readAllPages(async ({ limit, offset }) => {
    const items = numbers(230).slice(offset, offset + limit);
    return { items, next: offset + items.length < 230 };
  });
  expect(found).toEqual({ items: numbers(230), hasMore: false });
});
