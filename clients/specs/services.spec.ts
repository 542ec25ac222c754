import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { services } from "@wix/bookings";
import { ApiKeyStrategy, createClient, OAuthStrategy } from "@wix/sdk";
import { ownerKey } from "../../e2e/house/addresses.ts";
import { clients } from "./people.ts";
import { asOwner, ledHere } from "./platform.ts";

/** Every call about services, by the platform's public SDK. */
let back = () => {};
test.beforeAll(() => {
  back = ledHere();
});
test.afterAll(() => back());

const modules = { services };
const owner = createClient({ modules, auth: ApiKeyStrategy({ apiKey: ownerKey, siteId: randomUUID() }) }).services;
const visitor = () => createClient({ modules, auth: OAuthStrategy({ clientId: clients().app }) }).services;

const name = () => `Paslauga ${randomUUID()}`;
const wished = (more: object = {}) =>
  ({
    type: "CLASS",
    name: name(),
    defaultCapacity: 8,
    onlineBooking: { enabled: true },
    payment: {
      rateType: "FIXED",
      fixed: { price: { value: "15.00", currency: "EUR" } },
      options: { inPerson: true, pricingPlan: true },
    },
    ...more,
  }) as never;
/** The query builder as it is; its types leave the order out. */
type Builder = {
  startsWith(field: string, text: string): Builder;
  ascending(field: string): Builder;
  limit(count: number): Builder;
  find(): Promise<Found>;
};
type Found = { items: { defaultCapacity: number }[]; totalCount?: number; next(): Promise<Found> };
const id = (made: { _id?: string | null }) => made._id as string;
const failureOf = (failing: Promise<unknown>) =>
  failing.then(
    () => undefined,
    (error) => error.details,
  );
/** Until the job of a call that answers at once has ended. */
const ended = async (jobId: string | undefined) => {
  let job: { status?: string; done?: number; failed?: number } = {};
  await expect
    .poll(
      async () => {
        job = (await asOwner<{ job: typeof job }>(`/v1/jobs/${jobId}`)).job;
        return job.status;
      },
      { timeout: 20_000 },
    )
    .toBe("DONE");
  return job;
};

test("made, read, changed with its revision, refused by field, deleted", async () => {
  const made = await owner.createService(wished({ tagLine: "Nuo nulio", description: "Aprašymas" }));
  expect(made).toMatchObject({
    type: "CLASS",
    revision: "1",
    tagLine: "Nuo nulio",
    mainSlug: { name: expect.any(String) },
    bookingPolicy: { default: true },
    urls: { bookingPage: expect.stringContaining("http") },
  });
  expect(await visitor().getService(id(made))).toMatchObject({ _id: id(made), name: made.name });
  const changed = await owner.updateService(id(made), { revision: "1", tagLine: "Kitaip" } as never);
  expect(changed).toMatchObject({ revision: "2", tagLine: "Kitaip", description: "Aprašymas" });
  const stale = await failureOf(owner.updateService(id(made), { revision: "1", tagLine: "Senas" } as never));
  expect(stale.applicationError.code).toEqual(expect.any(String));
  const wrong = await failureOf(owner.createService(wished({ type: "APPOINTMENT" })));
  const fields = wrong.validationError.fieldViolations.map(({ ruleName }: { ruleName: string }) => ruleName);
  expect(fields).toEqual(expect.arrayContaining(["INVALID_APPOINTMENT_CAPACITY", "INVALID_SESSION_DURATION"]));
  await owner.deleteService(id(made), { participantNotification: { notifyParticipants: false } });
  expect(await failureOf(visitor().getService(id(made)))).toMatchObject({
    applicationError: { code: "SERVICE_NOT_FOUND" },
  });
});

test("queried by the builder, page after page; counted; searched with aggregations", async () => {
  const mark = randomUUID().slice(0, 8);
  for (let n = 0; n < 5; n++)
    await owner.createService(wished({ name: `Žirmūnai ${mark} ${n}`, defaultCapacity: 5 + n }));
  const builder = visitor().queryServices() as unknown as Builder;
  const first = await builder.startsWith("name", `Žirmūnai ${mark}`).ascending("name").limit(2).find();
  expect(first.items.map(({ defaultCapacity }) => defaultCapacity)).toEqual([5, 6]);
  expect(first.totalCount).toBe(5);
  const second = await first.next();
  expect(second.items.map(({ defaultCapacity }) => defaultCapacity)).toEqual([7, 8]);
  expect(await visitor().countServices({ filter: { name: { $startsWith: `Žirmūnai ${mark}` } } })).toMatchObject({
    count: 5,
  });
  const { services: found, aggregationData } = await visitor().searchServices({
    search: { expression: `zirmunai ${mark}`, mode: "AND" as never },
    cursorPaging: { limit: 3 },
    aggregations: [
      { name: "types", fieldPath: "type", type: "VALUE", value: { limit: 5 } },
      { name: "most", fieldPath: "defaultCapacity", type: "SCALAR", scalar: { type: "MAX" } },
    ],
  } as never);
  expect(found).toHaveLength(3);
  expect(aggregationData?.results).toMatchObject([
    { name: "types", values: { results: [{ value: "CLASS", count: 5 }] } },
    { name: "most", scalar: { value: 9 } },
  ]);
});

test("many at once, by id and by filter, as jobs one can follow", async () => {
  const mark = randomUUID().slice(0, 8);
  const made = [];
  for (let n = 0; n < 3; n++) made.push(await owner.createService(wished({ name: `Daug ${mark} ${n}` })));
  const { results, bulkActionMetadata } = await owner.bulkUpdateServices({
    services: [
      ...made.map((one) => ({ service: { _id: id(one), revision: "1", tagLine: "Visi" } })),
      { service: { _id: randomUUID(), revision: "1", tagLine: "Nėra" } },
    ] as never,
    returnEntity: true,
  });
  expect(bulkActionMetadata).toMatchObject({ totalSuccesses: 3, totalFailures: 1 });
  expect(results?.[0]?.item).toMatchObject({ tagLine: "Visi", revision: "2" });
  const filter = { name: { $startsWith: `Daug ${mark}` } };
  const { jobId } = await owner.bulkUpdateServicesByFilter(filter, { service: { tagLine: "Darbas" } as never });
  expect(await ended(jobId)).toMatchObject({ done: 3, failed: 0 });
  expect(await owner.getService(id(made[0] as never))).toMatchObject({ tagLine: "Darbas" });
  const { bulkActionMetadata: deleted } = await owner.bulkDeleteServices([id(made[0] as never)]);
  expect(deleted).toMatchObject({ totalSuccesses: 1 });
  const removal = await owner.bulkDeleteServicesByFilter(filter);
  expect(await ended(removal.jobId)).toMatchObject({ done: 2 });
  expect(await owner.countServices({ filter })).toMatchObject({ count: 0 });
});

test("policies, locations, categories", async () => {
  const { bookingPolicies } = await visitor().queryPolicies({});
  expect(bookingPolicies?.[0]).toMatchObject({ bookingPolicy: { _id: expect.any(String) } });
  expect(await visitor().queryLocations()).toMatchObject({ businessLocations: { exists: expect.any(Boolean) } });
  const { categories } = await visitor().queryCategories();
  expect(categories?.[0]).toMatchObject({ _id: expect.any(String), name: expect.any(String) });
  const made = await owner.createService(wished());
  const address = { addressLine1: "Krantinės g. 7", city: "Vilnius", country: "LT" };
  const { service } = await owner.setServiceLocations(id(made), [{ type: "CUSTOM", custom: { address } }] as never);
  expect(service?.locations?.[0]).toMatchObject({ type: "CUSTOM", custom: { address: { city: "Vilnius" } } });
});

test("pricing plans, addresses of one's own, copies", async () => {
  const made = await owner.createService(wished());
  const { plan } = await asOwner<{ plan: { id: string } }>("/v1/pricing-plans", {
    plan: { name: "Mėnuo", price: { value: "49.00", currency: "EUR" } },
  });
  const added = await owner.enablePricingPlansForService(id(made), [plan.id]);
  expect(added.service?.payment?.pricingPlanIds).toEqual([plan.id]);
  const unknown = await failureOf(owner.enablePricingPlansForService(id(made), [randomUUID()]));
  expect(unknown.applicationError.code).toBe("INVALID_PRICING_PLAN");
  const slug = `kelias-${randomUUID().slice(0, 8)}`;
  expect(await owner.validateSlug(id(made), { slugName: slug })).toMatchObject({ valid: true });
  expect(await owner.setCustomSlug(id(made), slug)).toMatchObject({
    slug: { name: slug, custom: true },
    service: { mainSlug: { name: slug } },
  });
  expect(await owner.validateSlug(id(await owner.createService(wished())), { slugName: slug })).toMatchObject({
    valid: false,
    errors: ["SLUG_ALREADY_EXISTS"],
  });
  expect(await owner.validateSlug(id(made), { slugName: "ne taip!" })).toMatchObject({
    errors: ["SLUG_CONTAINS_ILLEGAL_CHARACTERS"],
  });
  const { service: copy } = await owner.cloneService(id(made), {
    cloneServiceName: "Kopija",
    hideService: true,
    copyPricingPlans: true,
  });
  expect(copy).toMatchObject({ name: "Kopija", hidden: true, payment: { pricingPlanIds: [plan.id] } });
  const { service: without } = await owner.disablePricingPlansForService(id(made), { pricingPlanIds: [plan.id] });
  expect(without?.payment?.pricingPlanIds ?? []).toEqual([]);
});
