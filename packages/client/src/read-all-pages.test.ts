import { expect, test } from "vitest";
import { all } from "./read-all-pages.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
/** A list of so many numbers, read by cursor as the platform's are. */
function listOf(count: number) {
  const asked: string[] = [];
  const read = async ({ limit, cursor }: { limit: number; cursor?: string }) => {
    asked.push(`${cursor ?? "start"}+${limit}`);
    const from = Number(cursor ?? 0);
    const items = numbers(count).slice(from, from + limit);
    return { items, next: from + limit < count ? String(from + limit) : null };
  };
  return { asked, read };
}

test.each([0, 1, 99, 100, 101, 250])("a list of %i is read to its end", async (count) => {
  const { read, asked } = listOf(count);
  expect(await all(read)).toEqual({ items: numbers(count), hasMore: false });
  expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 100)));
});

test("no more than wanted are read, and it is said that there are others", async () => {
  const { read, asked } = listOf(1000);
  expect(await all(read, 150)).toEqual({ items: numbers(150), hasMore: true });
  expect(asked).toEqual(["start+100", "100+50"]);
  expect(await all(listOf(150).read, 150)).toMatchObject({ hasMore: false });
});

test("a list without cursors is read by offset", async () => {
  const found = await all(async ({ limit, offset }) => {
    const items = numbers(230).slice(offset, offset + limit);
    return { items, next: offset + items.length < 230 };
  });
  expect(found).toEqual({ items: numbers(230), hasMore: false });
});
