import { say } from "@uola/words/admin";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Good } from "./keys.ts";
import { SaleKeys } from "./sale-keys.tsx";

const drawn = (goods: readonly Good[] | undefined, isError = false) =>
  renderToStaticMarkup(<SaleKeys goods={goods} reading={{ isError, refetch() {} }} onAdd={() => {}} />);

test("does not show the price list as empty while it loads", () => {
  const html = drawn(undefined);
  expect(html).not.toContain(say("desk.sell.none"));
  expect(html).toContain(say("loading"));
});

test("offers a retry when the price list cannot be read", () => {
  const html = drawn(undefined, true);
  expect(html).not.toContain(say("desk.sell.none"));
  expect(html).toContain(say("retry"));
});

test("reports an empty price list only after it has been read", () => {
  expect(drawn([])).toContain(say("desk.sell.none"));
});
