import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { policy, service, sessionOf, trainer } from "./gym.ts";
import { asOwner, codeOf, fieldsOf, owner, visitor } from "./platform.ts";

/**
 * Tests all calls that find services, policies, locations and categories with the platform's public
 * SDK.
 */
const { services } = visitor();
/** The query builder with the methods that the SDK's types omit. */
type Builder = {
  [name in "eq" | "ne" | "gt" | "ge" | "lt" | "le" | "startsWith" | "hasSome" | "hasAll" | "in" | "exists"]: (
    field: string,
    value: unknown,
  ) => Builder;
} & {
  ascending(...fields: string[]): Builder;
  descending(...fields: string[]): Builder;
  limit(count: number): Builder;
  skip(count: number): Builder;
  find(): Promise<Found>;
};
type Found = {
  items: { _id: string; name: string; defaultCapacity: number }[];
  pageSize: number;
  currentPage?: number;
  totalPages?: number;
  totalCount?: number;
  hasNext(): boolean;
  hasPrev(): boolean;
  next(): Promise<Found>;
  prev(): Promise<Found>;
};
const query = (of: Pick<typeof services, "queryServices"> = services) => of.queryServices() as unknown as Builder;

/** Creates five classes with the same name and capacities from five to nine. */
async function five(more: (n: number) => object = () => ({})) {
  const mark = `z${randomUUID().slice(0, 8)}`;
  const made = [];
  for (let n = 0; n < 5; n++)
    made.push(await service({ name: `Žirmūnai ${mark} ${n}`, defaultCapacity: 5 + n, ...more(n) }));
  return { made, mark, name: `Žirmūnai ${mark}`, filter: () => ({ name: { $startsWith: `Žirmūnai ${mark}` } }) };
}
const capacities = ({ items }: Found) => items.map(({ defaultCapacity }) => defaultCapacity);

test("the service query builder pages forwards and backwards, with the total count", async () => {
  const { name } = await five();
  const first = await query().startsWith("name", name).ascending("name").limit(2).find();
  expect(capacities(first)).toEqual([5, 6]);
  expect(first).toMatchObject({ totalCount: 5, totalPages: 3, pageSize: 2, currentPage: 0 });
  expect([first.hasNext(), first.hasPrev()]).toEqual([true, false]);
  const second = await first.next();
  expect(capacities(second)).toEqual([7, 8]);
  const third = await second.next();
  expect([capacities(third), third.hasNext()]).toEqual([[9], false]);
  expect(capacities(await third.prev())).toEqual([7, 8]);
  expect(capacities(await query().startsWith("name", name).descending("name").skip(1).limit(3).find())).toEqual([
    8, 7, 6,
  ]);
});

test("the service query builder supports every condition", async () => {
  const staffId = await trainer();
  const { made, name } = await five((n) =>
    n === 0 ? { tagLine: "Viena", staffMemberIds: [staffId] } : { hidden: n === 4 },
  );
  const ids = made.map(({ _id }) => _id);
  const [first, second, third, fourth, fifth] = ids;
  await sessionOf(made[1] as never, new Date("2030-05-01T10:00:00Z"));
  const of = (build: (query: Builder) => Builder, by?: typeof services) =>
    build(query(by).startsWith("name", name).ascending("name"))
      .find()
      .then(({ items }) => items.map(({ _id }) => _id));
  expect(await of((each) => each.eq("_id", second))).toEqual([second]);
  expect(await of((each) => each.ne("_id", second))).toEqual([first, third, fourth]);
  expect(await of((each) => each.in("_id", [first, third]))).toEqual([first, third]);
  expect(await of((each) => each.hasSome("_id", [third, fourth]))).toEqual([third, fourth]);
  expect(await of((each) => each.hasAll("staffMemberIds", [staffId]))).toEqual([first]);
  expect(await of((each) => each.hasSome("staffMemberIds", [staffId, randomUUID()]))).toEqual([first]);
  expect(await of((each) => each.eq("staffMemberIds", staffId))).toEqual([first]);
  expect(await of((each) => each.exists("tagLine", true))).toEqual([first]);
  expect(await of((each) => each.exists("tagLine", false))).toEqual([second, third, fourth]);
  expect(await of((each) => each.eq("type", "CLASS").eq("payment.options.inPerson", true))).toHaveLength(4);
  const start = "schedule.firstSessionStart";
  const moment = new Date("2030-05-01T10:00:00Z");
  expect(await of((each) => each.ge(start, moment).le(start, moment))).toEqual([second]);
  expect(await of((each) => each.gt(start, moment))).toEqual([]);
  expect(await of((each) => each.lt(start, new Date("2030-05-01T10:00:01Z")))).toEqual([second]);
  expect(await of((each) => each.eq("hidden", true))).toEqual([]);
  expect(await of((each) => each.eq("hidden", true), owner.services)).toEqual([fifth]);
  const slug = (await owner.services.getService(third as string)).mainSlug?.name;
  expect(await of((each) => each.eq("mainSlug.name", slug))).toEqual([third]);
  expect(await of((each) => each.eq("supportedSlugs.name", slug))).toEqual([third]);
  expect(await codeOf(of((each) => each.eq("moonPhase", "full")))).toBe("INVALID_FILTER");
  expect(await codeOf(of((each) => each.ascending("moonPhase")))).toBe("INVALID_FILTER");
  expect(await fieldsOf(of((each) => each.limit(101)))).toEqual([expect.stringContaining("limit")]);
  for (const order of ["_createdDate", "_updatedDate", "_id"]) {
    const found = await query().startsWith("name", name).descending(order).find();
    expect(
      found.items.map(({ _id }) => _id),
      order,
    ).toEqual([fourth, third, second, first]);
  }
});

test("counts services that match a filter", async () => {
  const { filter, made } = await five();
  expect(await services.countServices({ filter: filter() })).toMatchObject({ count: 5 });
  expect(await services.countServices({ filter: { _id: { $in: [made[0]?._id, randomUUID()] } } })).toMatchObject({
    count: 1,
  });
  expect((await services.countServices())?.count).toBeGreaterThanOrEqual(5);
  expect(await codeOf(services.countServices({ filter: { moonPhase: 1 } }))).toBe("INVALID_FILTER");
});

test("searches services by any or all words, in given fields, with misspellings, page by page", async () => {
  const { filter, mark } = await five((n) => ({ tagLine: n < 2 ? "Uolos pradžia" : "Siena" }));
  const search = (more: object, around: object = {}) =>
    services.searchServices({ filter: filter(), search: more, ...around } as never);
  const count = async (more: object) => (await search(more)).services?.length;
  expect(await count({ expression: `zirmunai ${mark}`, mode: "AND" })).toBe(5);
  expect(await count({ expression: "pradzia siena", mode: "OR" })).toBe(5);
  expect(await count({ expression: "pradzia siena", mode: "AND" })).toBe(0);
  expect(await count({ expression: "PRADŽIA", fields: ["tagLine"] })).toBe(2);
  expect(await count({ expression: "pradzia", fields: ["name"] })).toBe(0);
  expect(await count({ expression: "žirmunnai", fuzzy: true })).toBe(5);
  expect(await count({ expression: "žirmunnai" })).toBe(0);
  const sort = [{ fieldName: "name", order: "DESC" }];
  const first = await search({ expression: "zirmunai" }, { sort, cursorPaging: { limit: 3 } });
  expect(first.services?.map(({ defaultCapacity }) => defaultCapacity)).toEqual([9, 8, 7]);
  expect(first.pagingMetadata).toMatchObject({ count: 3, hasNext: true });
  const cursor = first.pagingMetadata?.cursors?.next as string;
  const second = await services.searchServices({ cursorPaging: { limit: 3, cursor } });
  expect(second.services?.map(({ defaultCapacity }) => defaultCapacity)).toEqual([6, 5]);
  expect(second.pagingMetadata).toMatchObject({ hasNext: false });
  expect(await codeOf(services.searchServices({ cursorPaging: { cursor: "made up" } }))).toBe("INVALID_CURSOR");
  expect(await codeOf(search({}, { timeZone: "Europe/Nowhere" }))).toBe("INVALID_TIME_ZONE");
  expect(await codeOf(search({ expression: "x", fields: ["moonPhase"] }))).toBe("INVALID_FILTER");
  expect(await fieldsOf(search({ expression: "x".repeat(201) }))).toEqual(["search.search.expression"]);
});

test("aggregates services by values, ranges, scalars and dates, also nested", async () => {
  const { filter, made } = await five((n) => ({ tagLine: n < 2 ? "Uola" : n === 4 ? undefined : "Siena" }));
  await sessionOf(made[0] as never, new Date("2030-05-01T10:00:00Z"));
  await sessionOf(made[1] as never, new Date("2030-05-31T22:30:00Z"));
  const ask = async (aggregations: object[], more: object = {}) => {
    const { aggregationData } = await services.searchServices({ filter: filter(), aggregations, ...more } as never);
    return aggregationData?.results;
  };
  const value = (more: object = {}) => ({ name: "v", fieldPath: "tagLine", type: "VALUE", value: more });
  const values = async (more: object) => (await ask([value(more)]))?.[0];
  expect(await values({})).toMatchObject({ name: "v", type: "VALUE", fieldPath: "tagLine" });
  const results = [
    { value: "Siena", count: 2 },
    { value: "Uola", count: 2 },
  ];
  expect(await values({ sortType: "VALUE", sortDirection: "ASC" })).toMatchObject({ values: { results } });
  expect(await values({ sortType: "VALUE", sortDirection: "DESC" })).toMatchObject({
    values: { results: results.toReversed() },
  });
  expect((await values({ limit: 1 }))?.values?.results).toHaveLength(1);
  const missing = await values({ missingValues: "INCLUDE", includeOptions: { addToBucket: "be" } });
  expect(missing?.values?.results).toEqual(expect.arrayContaining([{ value: "be", count: 1 }]));
  const buckets = [{ to: 6 }, { from: 6, to: 8 }, { from: 8 }];
  expect(await ask([{ name: "r", fieldPath: "defaultCapacity", type: "RANGE", range: { buckets } }])).toMatchObject([
    {
      ranges: {
        results: [
          { to: 6, count: 1 },
          { from: 6, to: 8, count: 2 },
          { from: 8, count: 2 },
        ],
      },
    },
  ]);
  const measures = { MIN: 5, MAX: 9, SUM: 35, AVG: 7, COUNT_DISTINCT: 5 };
  const scalars = Object.keys(measures).map((type) => ({
    name: type,
    fieldPath: "defaultCapacity",
    type: "SCALAR",
    scalar: { type },
  }));
  const measured = await ask(scalars);
  expect(Object.fromEntries(measured?.map(({ name, scalar }) => [name, scalar?.value]) ?? [])).toEqual(measures);
  const histogram = (interval: string) => ({
    name: "h",
    fieldPath: "schedule.firstSessionStart",
    type: "DATE_HISTOGRAM",
    dateHistogram: { interval },
  });
  const months = await ask([histogram("MONTH")], { timeZone: "Europe/Vilnius" });
  expect(months?.[0]?.dateHistogram?.results?.map(({ count }) => count)).toEqual([1, 1]);
  const inUtc = await ask([histogram("MONTH"), { ...histogram("YEAR"), name: "y" }]);
  expect(inUtc?.map(({ dateHistogram }) => dateHistogram?.results)).toEqual([
    [{ value: "2030-05-01T00:00:00.000Z", count: 2 }],
    [{ value: "2030-01-01T00:00:00.000Z", count: 2 }],
  ]);
  const nested = {
    nestedAggregations: [
      { name: "line", fieldPath: "tagLine", type: "VALUE", value: { sortType: "VALUE", sortDirection: "ASC" } },
      { name: "most", fieldPath: "defaultCapacity", type: "SCALAR", scalar: { type: "MAX" } },
    ],
  };
  const within = await ask([{ name: "n", type: "NESTED", nested }]);
  expect(within?.[0]?.nested?.results).toMatchObject([
    { results: { line: { value: { value: "Siena", count: 2 } }, most: { scalar: { value: 8 } } } },
    { results: { line: { value: { value: "Uola", count: 2 } }, most: { scalar: { value: 6 } } } },
  ]);
  const lonely = { nestedAggregations: nested.nestedAggregations.slice(0, 1) };
  expect((await fieldsOf(ask([{ name: "n", type: "NESTED", nested: lonely }]))).join()).toContain("nestedAggregations");
  expect((await fieldsOf(ask([{ name: "x", fieldPath: "moonPhase", type: "VALUE", value: {} }]))).join()).toContain(
    "fieldPath",
  );
});

test("returns booking policies with their services, filtered, sorted and paged", async () => {
  const rules = await policy({ limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 1440 } });
  const { _id } = rules.bookingPolicy;
  for (let n = 0; n < 6; n++) await service(rules);
  const { bookingPolicies } = await services.queryPolicies({ filter: { _id } });
  expect(bookingPolicies).toHaveLength(1);
  expect(bookingPolicies?.[0]).toMatchObject({
    bookingPolicy: { _id, limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 1440 } },
    totalServiceCount: 6,
    hasMoreServices: true,
    countOfServices: 6,
  });
  for (const name of ["connectedServices", "services"])
    expect(bookingPolicies?.[0]).toHaveProperty(`${name}.length`, 5);
  const first = await services.queryPolicies({
    cursorPaging: { limit: 1 },
    sort: [{ fieldName: "_id", order: "ASC" as never }],
  });
  expect(first.bookingPolicies).toHaveLength(1);
  const cursor = first.pagingMetadata?.cursors?.next as string;
  const second = await services.queryPolicies({ cursorPaging: { limit: 1, cursor } });
  expect(second.bookingPolicies?.[0]?.bookingPolicy?._id).not.toBe(first.bookingPolicies?.[0]?.bookingPolicy?._id);
  expect(await codeOf(services.queryPolicies({ filter: { moonPhase: 1 } }))).toBe("INVALID_FILTER");
  expect(await codeOf(services.queryPolicies({ cursorPaging: { cursor: "made up" } }))).toBe("INVALID_CURSOR");
});

test("filters the locations and categories of services", async () => {
  const place = { address: { addressLine: "Krantinės g. 7", city: "Vilnius", country: "LT" } };
  const { location } = await asOwner<{ location: { id: string } }>("/v1/locations", {
    location: { name: `Salė ${randomUUID().slice(0, 8)}`, ...place },
  });
  const { category } = await asOwner<{ category: { id: string } }>("/v1/categories", {
    category: { name: `Grupė ${randomUUID().slice(0, 8)}` },
  });
  const business = () => ({ type: "BUSINESS", business: { _id: location.id } });
  const made = await service({ locations: [business()], category: { _id: category.id } });
  const other = await service({ locations: [{ type: "CUSTOMER" }] });
  const at = (filter: object) => services.queryLocations({ filter } as never);
  expect(await at({ services: { _id: made._id } })).toMatchObject({
    businessLocations: { exists: true, locations: [business()] },
    customLocations: { exists: false },
    customerLocations: { exists: false },
  });
  expect(await at({ services: { _id: other._id } })).toMatchObject({
    businessLocations: { exists: false },
    customerLocations: { exists: true },
  });
  expect((await at({ businessLocationIds: [location.id] })).businessLocations?.locations).toHaveLength(1);
  expect(await services.queryLocations()).toMatchObject({ businessLocations: { exists: true } });
  const of = async (filter?: object) => (await services.queryCategories(filter && ({ filter } as never))).categories;
  expect(await of({ services: { _id: made._id } })).toMatchObject([{ _id: category.id, name: expect.any(String) }]);
  expect(await of({ categoryIds: [category.id] })).toHaveLength(1);
  expect(await of({ categoryIds: [randomUUID()] })).toEqual([]);
  expect((await of())?.length).toBeGreaterThan(1);
  expect(await codeOf(at({ services: { moonPhase: 1 } }))).toBe("INVALID_FILTER");
  expect(await codeOf(of({ services: { moonPhase: 1 } }))).toBe("INVALID_FILTER");
});
