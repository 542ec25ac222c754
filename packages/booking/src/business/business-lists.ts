import { Business, type ItemData } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import type { Database } from "@uola/database";
import { type BackgroundTask, type Context, recordChange, transact, Violation } from "@uola/kernel";
import type { z } from "zod";
import { checkHours } from "./hours.ts";
import * as store from "./store.ts";

/** The fields of the business that the owner edits as content lists. */
export type BusinessLists = Pick<Business, "openingHours" | "specialHours" | "prices">;
type Item = ItemData & { _id: string };
type Actor = { kind: string; id: string };

const refreshMs = 60_000;
const system = { kind: "system", id: "content" } as const;

const asTime = (wall: string) => `${wall}:00.000`;
const asWall = (time: unknown) => (typeof time === "string" ? time.slice(0, 5) : time);

/**
 * Converts the lists to content items. An existing price keeps its item. The result is
 * deterministic across processes.
 */
export function itemsOf(
  { openingHours, specialHours, prices }: Partial<BusinessLists>,
  currentPrices: readonly ItemData[] = [],
): { OpeningHours?: Item[]; SpecialHours?: Item[]; Prices?: Item[] } {
  const itemOfPrice = new Map(currentPrices.map((item) => [item.name, item]));
  const taken = new Set<unknown>(currentPrices.map(({ _id }) => _id));
  const newIdOf = (name: string) => {
    let id = name;
    for (let n = 2; taken.has(id); n++) id = `${name} ${n}`;
    taken.add(id);
    return id;
  };
  return {
    ...(openingHours && {
      OpeningHours: openingHours.map(({ weekday, open, close }) => ({
        _id: `${weekday}-${open}`,
        weekday,
        open: asTime(open),
        close: asTime(close),
      })),
    }),
    ...(specialHours && {
      SpecialHours: specialHours.map(({ date, name, closed, open, close }) => ({
        _id: date,
        date,
        name,
        closed,
        ...(open && { open: asTime(open) }),
        ...(close && { close: asTime(close) }),
      })),
    }),
    ...(prices && {
      Prices: prices.map(({ name, price, from, note }, n) => {
        const current = itemOfPrice.get(name);
        // If two prices have the same name, the first one keeps the item.
        itemOfPrice.delete(name);
        const line = { name, price: Number(price.value), from, note, order: n + 1 };
        return {
          ...(current && listOnly(current)),
          ...line,
          _id: typeof current?._id === "string" ? current._id : newIdOf(name),
        };
      }),
    }),
  };
}

/**
 * Returns the fields of a price-list item that the business does not have; these fields are
 * preserved.
 */
const listOnly = (item: ItemData): ItemData =>
  Object.fromEntries(listOnlyKeys.flatMap((key) => (item[key] === undefined ? [] : [[key, item[key]] as const])));
const listOnlyKeys = [
  "kind",
  "validFrom",
  "validUntil",
  "reduced",
  "reducedFrom",
  "reducedUntil",
  "taxClass",
  "laterTaxClass",
  "laterTaxFrom",
  "_translations",
] as const;

/**
 * Converts content items to the lists of the business. Invalid entries are left out, because
 * content is edited entry by entry.
 */
export function listedOf(
  items: { OpeningHours: ItemData[]; SpecialHours: ItemData[]; Prices: ItemData[] },
  currency: string,
): BusinessLists {
  const listed: BusinessLists = { openingHours: [], specialHours: [], prices: [] };
  for (const item of items.OpeningHours) {
    const { weekday, open, close } = item;
    const line = read(openingLine, { weekday, open: asWall(open), close: asWall(close) });
    if (line && areValidHours({ openingHours: [...listed.openingHours, line] })) listed.openingHours.push(line);
  }
  for (const { date, name, closed, open, close } of items.SpecialHours) {
    const input = { date, name, closed: closed === true, open: asWall(open ?? null), close: asWall(close ?? null) };
    const line = read(specialLine, input);
    if (line && areValidHours({ specialHours: [...listed.specialHours, line] })) listed.specialHours.push(line);
  }
  for (const { name, price, from, note } of items.Prices) {
    const value = typeof price === "number" ? price.toFixed(2) : "";
    const line = read(priceLine, { name, price: { value, currency }, from: from === true, note: note ?? "" });
    if (line) listed.prices.push(line);
  }
  return listed;
}

const { openingHours, specialHours, prices } = Business.shape;
const [openingLine, specialLine, priceLine] = [openingHours.element, specialHours.element, prices.element];

const read = <Line extends z.ZodType>(line: Line, value: unknown): z.output<Line> | undefined =>
  line.safeParse(value).data;

function areValidHours(hours: Parameters<typeof checkHours>[0]): boolean {
  try {
    checkHours(hours, "");
    return true;
  } catch (error) {
    if (error instanceof Violation) return false;
    throw error;
  }
}

const listNames = [
  ["openingHours", "OpeningHours"],
  ["specialHours", "SpecialHours"],
  ["prices", "Prices"],
] as const;
type ListName = (typeof listNames)[number][1];
type SiteList = Awaited<ReturnType<SiteLists["find"]>>;
type Writing = (tx: Database, listed: Partial<BusinessLists>, by: Actor) => Promise<void>;

export function createBusinessLists(context: Context, lists: SiteLists) {
  const { db, siteId, now } = context;

  /**
   * Returns a function that writes the lists in the input to the content lists too, if the content
   * lists have been seeded. The content lists are looked up before the transaction. After writing,
   * the caller publishes `content`.
   */
  async function writing(input: Partial<Record<keyof BusinessLists, unknown>>): Promise<Writing> {
    if (!(await lists.isSeeded())) return async () => {};
    const found = new Map<ListName, SiteList>();
    for (const [key, name] of listNames) if (input[key]) found.set(name, await lists.find(name));
    return async (tx, listed, by) => {
      const items = itemsOf(listed, listed.prices && (await found.get("Prices")?.items(tx)));
      for (const [name, list] of found) {
        const wanted = items[name];
        if (!wanted) continue;
        const translations = new Map((await list.items(tx)).map(({ _id, _translations }) => [_id, _translations]));
        const kept = wanted.map((item) => {
          const _translations = translations.get(item._id);
          return _translations ? { ...item, _translations } : item;
        });
        await list.replace(tx, kept, by);
      }
    };
  }

  /** Copies the content lists into the business, because availability and pages read the business. */
  async function copyListsToBusiness(): Promise<void> {
    const [openings, specials, priced] = await Promise.all([
      lists.findAny("OpeningHours"),
      lists.findAny("SpecialHours"),
      lists.findAny("Prices"),
    ]);
    await transact(context, { publish: (changed) => (changed ? "business" : []) }, async (tx) => {
      const site = await store.lockSite(tx, siteId);
      const listed = listedOf(
        {
          OpeningHours: await openings.items(tx),
          SpecialHours: await specials.items(tx),
          Prices: await priced.items(tx),
        },
        site.currency,
      );
      const before = site.business;
      const keys = ["openingHours", "specialHours", "prices"] as const;
      const differing = keys.filter((key) => !isSame(before[key] ?? [], listed[key]));
      if (differing.length === 0) return false;
      const picked = (from: Partial<BusinessLists>) => Object.fromEntries(differing.map((key) => [key, from[key]]));
      await store.updateSite(tx, siteId, site, { business: { ...before, ...listed } });
      await recordChange(tx, {
        siteId,
        at: now(),
        entity: "business",
        entityId: siteId,
        audit: { actor: system, action: "business.follow", before: picked(before), after: picked(listed) },
      });
      return true;
    });
  }

  let filled = false;
  /** Seeds the content lists from the business once; afterwards copies them into the business. */
  const task: BackgroundTask = {
    name: "business: follow the lists",
    everyMs: refreshMs,
    wakeOn: ["content"],
    startWaits: true,
    async run() {
      if (!filled) {
        const business = await store.businessColumn(db, siteId);
        await lists.seed(itemsOf(business));
        filled = true;
      }
      await copyListsToBusiness();
    },
  };

  return { writing, task };
}

/** PostgreSQL orders the keys of jsonb, and a missing value may be stored as null. */
const isSame = (a: unknown, b: unknown) => canonical(a) === canonical(b);
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, each]) => each !== null && each !== undefined)
            .sort(([x], [y]) => (x < y ? -1 : 1)),
        )
      : inner,
  );
