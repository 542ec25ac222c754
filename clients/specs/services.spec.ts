import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { booked, classWithSessions, free, inHours, service, sessionOf } from "./gym.ts";
import { asOwner, codeOf, codesOf, fieldsOf, member, owner, refusalOf, violationsOf, visitor } from "./platform.ts";

/** Tests all calls that create, change and delete services with the platform's public SDK. */
const { services } = owner;
const price = (value: string) => ({ price: { value, currency: "EUR" } });
const paid = { rateType: "FIXED", fixed: price("15.00"), options: { inPerson: true, pricingPlan: true } };
const idOf = ({ _id }: { _id?: string | null }) => _id as string;
const serviceInput = (more: object = {}) =>
  ({
    type: "CLASS",
    name: `Paslauga ${randomUUID()}`,
    defaultCapacity: 8,
    onlineBooking: { enabled: true },
    payment: paid,
    ...more,
  }) as never;
const rulesOf = async (failing: Promise<unknown>) =>
  (await violationsOf(failing)).map(({ field, ruleName }) => `${field} ${ruleName}`);
/** Waits until the background job started by a call has ended. */
async function ended(jobId: string | undefined) {
  let job: { status?: string; done?: number; failed?: number } = {};
  const look = async () => {
    ({ job } = await asOwner<{ job: typeof job }>(`/v1/jobs/${jobId}`));
    return job.status;
  };
  await expect.poll(look, { timeout: 20_000 }).toBe("DONE");
  return job;
}

test("creates a service with every field, and returns it in the SDK's types, to visitors too", async () => {
  const { categories } = await services.queryCategories();
  const { location } = await asOwner<{ location: { id: string } }>("/v1/locations", {
    location: {
      name: `Salė ${randomUUID().slice(0, 8)}`,
      address: { addressLine: "Krantinės g. 7", city: "Vilnius", country: "LT" },
    },
  });
  const image = "wix:image://v1/siena/siena.jpg#originWidth=800&originHeight=600";
  const made = await services.createService(
    serviceInput({
      tagLine: "Nuo nulio",
      description: "Aprašymas",
      sortOrder: 3,
      category: { _id: categories?.[0]?._id },
      media: {
        mainMedia: { image },
        coverMedia: { image },
        items: [{ image }, { image: "https://uola.example/a.png" }],
      },
      locations: [{ type: "BUSINESS", business: { _id: location.id } }],
      payment: {
        ...paid,
        fixed: { ...price("15.50"), deposit: { value: "5.00" } },
        options: { online: true, deposit: true },
      },
      onlineBooking: { enabled: true, allowMultipleRequests: true },
      conferencing: { enabled: true },
      extendedFields: { namespaces: { "@gym/uola": { _id: "own-id", level: 3 } } },
      seoData: {
        tags: [{ type: "title", children: "Uola" }],
        settings: { keywords: [{ term: "uola", isMain: true }] },
      },
    }),
  );
  expect(made).toMatchObject({
    type: "CLASS",
    revision: "1",
    tagLine: "Nuo nulio",
    sortOrder: 3,
    category: { _id: categories?.[0]?._id, name: categories?.[0]?.name },
    mainSlug: { name: expect.any(String) },
    supportedSlugs: [{ name: made.mainSlug?.name }],
    bookingPolicy: { _id: expect.any(String), default: true },
    urls: { servicePage: expect.stringMatching(/^http/), bookingPage: expect.stringMatching(/^http/) },
    schedule: { _id: expect.any(String) },
    payment: { fixed: { price: { value: "15.50", currency: "EUR" }, deposit: { value: "5.00" } }, pricingPlanIds: [] },
    locations: [{ type: "BUSINESS", business: { _id: location.id, address: { city: "Vilnius" } } }],
    extendedFields: { namespaces: { "@gym/uola": { level: 3 } } },
    seoData: { settings: { keywords: [{ term: "uola" }] } },
  });
  expect(made.media?.mainMedia?.image).toBe(image);
  expect(made.media?.items?.map((item) => (item as { image?: string }).image)).toEqual([
    image,
    "https://uola.example/a.png",
  ]);
  const address = made.locations?.[0]?.business?.address as { addressLine1?: string } | undefined;
  expect(address?.addressLine1 ?? (address as { addressLine?: string })?.addressLine).toBe("Krantinės g. 7");
  expect(new Date(made._createdDate as never).getTime()).toBeGreaterThan(Date.now() - 60_000);
  const { staffMembers: _, ...same } = made as typeof made & { staffMembers?: unknown };
  expect(await visitor().services.getService(idOf(made))).toMatchObject(same);
});

test("a service update requires the revision and changes only the given fields", async () => {
  const made = await services.createService(serviceInput({ tagLine: "Viena", description: "Aprašymas" }));
  const change = (more: object) => services.updateService(idOf(made), more as never);
  expect(await change({ revision: "1", tagLine: "Kita" })).toMatchObject({
    revision: "2",
    tagLine: "Kita",
    description: "Aprašymas",
    name: made.name,
  });
  const locations = [{ type: "CUSTOMER" }];
  expect((await change({ revision: "2", payment: { fixed: price("18.00") }, locations })).payment).toMatchObject({
    rateType: "FIXED",
    fixed: { price: { value: "18.00" } },
    options: { inPerson: true, pricingPlan: true },
  });
  const now = await services.getService(idOf(made));
  expect(now.locations).toEqual(made.locations);
  expect(await codeOf(change({ revision: "1", tagLine: "Sena" }))).toBe("REVISION_MISMATCH");
  expect(await fieldsOf(change({ tagLine: "Be numerio" }))).toEqual(["service.revision"]);
  expect(await fieldsOf(change({ revision: "3", name: "" }))).toEqual(["service.name"]);
  expect(await codeOf(services.updateService(randomUUID(), { revision: "1" } as never))).toBe("SERVICE_NOT_FOUND");
});

test("the service validation error names the invalid field and its rule", async () => {
  const rules = (more: object) => rulesOf(services.createService(serviceInput(more)));
  const cases: [object, string[]][] = [
    [{ type: undefined }, ["service.type INVALID_SERVICE_TYPE"]],
    [{ name: "" }, ["service.name INVALID_SERVICE_NAME"]],
    [{ name: "x".repeat(401) }, ["service.name INVALID_SERVICE_NAME"]],
    [{ onlineBooking: undefined }, ["service.onlineBooking INVALID_ONLINE_BOOKING"]],
    [{ payment: undefined }, ["service.payment PAYMENT_REQUIRED"]],
    [{ payment: { options: { inPerson: true } } }, ["service.payment.rateType INVALID_PAYMENT_TYPE"]],
    [{ payment: { ...free, rateType: "FIXED" } }, ["service.payment.fixed.price INVALID_RATE"]],
    [{ payment: { rateType: "NO_FEE", options: {} } }, ["service.payment.options INVALID_PAYMENT_OPTIONS"]],
    [
      { payment: { rateType: "NO_FEE", options: { online: true } } },
      ["service.payment.options.online INVALID_PAYMENT_OPTIONS"],
    ],
    [{ defaultCapacity: 0 }, ["service.defaultCapacity INVALID_DEFAULT_CAPACITY"]],
    [{ defaultCapacity: 1001 }, ["service.defaultCapacity INVALID_DEFAULT_CAPACITY"]],
    [{ category: { _id: randomUUID() } }, ["service.category.id INVALID_CATEGORY"]],
    [{ form: { _id: randomUUID() } }, ["service.form.id INVALID_FORM"]],
    [{ bookingPolicy: { _id: randomUUID() } }, ["service.bookingPolicy.id INVALID_BOOKING_POLICY"]],
    [
      { onlineBooking: { enabled: true, requireManualApproval: true } },
      ["service.payment.options.pricingPlan INVALID_MANUAL_APPROVAL_WITH_PRICING_PLANS"],
    ],
    [
      { schedule: { availabilityConstraints: { sessionDurations: [60] } } },
      ["service.schedule.availabilityConstraints.sessionDurations INVALID_SESSION_DURATION"],
    ],
    [
      { locations: [{ type: "BUSINESS", business: { _id: randomUUID() } }] },
      ["service.locations.0.business.id INVALID_BUSINESS_LOCATION"],
    ],
  ];
  for (const [more, expected] of cases) expect(await rules(more), JSON.stringify(more).slice(0, 200)).toEqual(expected);
  expect((await rules({ type: "APPOINTMENT" })).map((rule) => rule.split(" ")[1])).toEqual(
    expect.arrayContaining(["INVALID_APPOINTMENT_CAPACITY", "INVALID_SESSION_DURATION", "INVALID_STAFF_MEMBER_IDS"]),
  );
  expect(await fieldsOf(services.createService(serviceInput({ type: "YOGA" })))).toEqual(["service.type"]);
});

test("a bulk update reports the result of each service separately and applies field masks", async () => {
  const [one, two] = [await service(), await service()];
  const nobody = randomUUID();
  const { results, bulkActionMetadata } = await services.bulkUpdateServices({
    services: [
      { service: { _id: one._id, revision: "1", tagLine: "Visi", name: "Nekeičiama" }, mask: ["tagLine"] },
      { service: { _id: two._id, revision: "7", tagLine: "Sena" }, mask: ["tagLine"] },
      { service: { _id: nobody, revision: "1", tagLine: "Nėra" } },
    ] as never,
    returnEntity: true,
  });
  expect(bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 });
  expect(results?.[0]).toMatchObject({
    itemMetadata: { _id: one._id, originalIndex: 0, success: true },
    item: { tagLine: "Visi", revision: "2" },
  });
  expect(results?.map(({ itemMetadata }) => itemMetadata?.error?.code)).toEqual([
    undefined,
    "REVISION_MISMATCH",
    "SERVICE_NOT_FOUND",
  ]);
  const bare = await services.bulkUpdateServices({
    services: [{ service: { _id: one._id, revision: "2", tagLine: "Vėl" } }] as never,
  });
  expect(bare.results?.[0]?.item).toBeUndefined();
  const removed = await services.bulkDeleteServices([one._id, nobody], {
    preserveFutureSessionsWithParticipants: true,
    participantNotification: { notifyParticipants: false },
  });
  expect(removed.bulkActionMetadata).toMatchObject({ totalSuccesses: 1, totalFailures: 1 });
  expect(await fieldsOf(services.bulkDeleteServices([]))).toEqual(["ids"]);
  expect(await fieldsOf(services.bulkUpdateServices())).toEqual([expect.stringContaining("services")]);
});

test("updates all services that match a filter in a background job", async () => {
  const mark = randomUUID().slice(0, 8);
  const made = [];
  for (let n = 0; n < 3; n++) made.push(await service({ name: `Daug ${mark} ${n}` }));
  const filter = () => ({ name: { $startsWith: `Daug ${mark}` } });
  const { jobId } = await services.bulkUpdateServicesByFilter(filter(), { service: { tagLine: "Darbas" } as never });
  expect(await ended(jobId)).toMatchObject({ done: 3, failed: 0 });
  expect(await services.getService(idOf(made[2] ?? {}))).toMatchObject({ tagLine: "Darbas", revision: "2" });
  const byId = await services.bulkUpdateServicesByFilter(
    { _id: made[0]?._id },
    { service: { tagLine: "Viena" } as never },
  );
  expect(await ended(byId.jobId)).toMatchObject({ done: 1 });
  const removal = await services.bulkDeleteServicesByFilter(filter(), {
    participantNotification: { notifyParticipants: true, message: "Neberengiame" },
  });
  expect(await ended(removal.jobId)).toMatchObject({ done: 3, failed: 0 });
  expect(await services.countServices({ filter: filter() })).toMatchObject({ count: 0 });
  const wrong = { moonPhase: "full" };
  expect(
    await codesOf([
      services.bulkUpdateServicesByFilter(wrong, { service: { tagLine: "x" } as never }),
      services.bulkDeleteServicesByFilter(wrong),
    ]),
  ).toEqual(["INVALID_FILTER"]);
});

test("deleting a service cancels its sessions, optionally except those with participants", async () => {
  const { made, slots } = await classWithSessions(2);
  const remaining = await booked(slots[0] ?? {});
  await services.deleteService(made._id, {
    preserveFutureSessionsWithParticipants: true,
    participantNotification: { notifyParticipants: false, message: "Iki" },
  });
  const statusOf = async (id: string) =>
    (await owner.extendedBookings.queryExtendedBookings({ filter: { _id: id } } as never)).extendedBookings?.[0]
      ?.booking?.status;
  expect(await statusOf(remaining._id)).toBe("CONFIRMED");
  expect(await codeOf(visitor().services.getService(made._id))).toBe("SERVICE_NOT_FOUND");
  expect(await codeOf(services.deleteService(made._id))).toBe("SERVICE_NOT_FOUND");
  const other = await classWithSessions();
  const called = await booked(other.slots[0] ?? {});
  await services.deleteService(other.made._id);
  expect(await statusOf(called._id)).toBe("CANCELED");
});

test("replacing a service's locations requires a decision about sessions at a removed location", async () => {
  const made = await service();
  const at = (addressLine1: string) => ({
    type: "CUSTOM",
    custom: { address: { addressLine1, city: "Vilnius", country: "LT" } },
  });
  const set = (locations: object[], options?: object) =>
    services.setServiceLocations(made._id, locations as never, options as never);
  const { service: first } = await set([at("Krantinės g. 7")]);
  expect(first?.locations?.[0]).toMatchObject({
    _id: expect.any(String),
    type: "CUSTOM",
    custom: { address: { city: "Vilnius" } },
    calculatedAddress: { city: "Vilnius" },
  });
  await sessionOf(made, inHours(48));
  expect(await rulesOf(set([at("Upės g. 1")]))).toEqual([
    "options.removedLocationSessionsAction.action REMOVED_LOCATION_ACTION_REQUIRED",
  ]);
  const moving = { action: "MOVE_TO_LOCATION" };
  expect(await fieldsOf(set([at("Upės g. 1")], { removedLocationSessionsAction: moving }))).toEqual([
    "options.removedLocationSessionsAction.moveToLocationOptions.newLocation",
  ]);
  const moveToLocationOptions = { newLocation: at("Upės g. 1") };
  const { service: second } = await set([at("Upės g. 1")], {
    removedLocationSessionsAction: { ...moving, moveToLocationOptions },
    participantNotification: { notifyParticipants: false },
  });
  expect(second?.locations).toHaveLength(1);
  const keepSessions = { removedLocationSessionsAction: { action: "KEEP_AT_CURRENT_LOCATION" } };
  await set([at("Tilto g. 2")], keepSessions);
  const count = async () =>
    (
      await asOwner<{ sessions: { status: string }[] }>("/v1/sessions/query", {
        from: new Date().toISOString(),
        to: inHours(240).toISOString(),
        serviceIds: [made._id],
      })
    ).sessions.filter(({ status }) => status === "CONFIRMED").length;
  expect(await count()).toBe(1);
  await sessionOf(made, inHours(96));
  await set([], { removedLocationSessionsAction: { action: "DELETE" } });
  expect(await count()).toBe(1);
  const two = [at("Upės g. 1"), { type: "CUSTOMER" }];
  expect(await rulesOf(set(two))).toEqual(["locations INVALID_BUSINESS_LOCATIONS"]);
  expect(await rulesOf(set([{ type: "BUSINESS", business: { _id: randomUUID() } }]))).toEqual([
    "locations.0.business.id INVALID_BUSINESS_LOCATION",
  ]);
  expect(await codeOf(services.setServiceLocations(randomUUID(), []))).toBe("SERVICE_NOT_FOUND");
});

test("adds and removes pricing plans of a service, individually and all at once", async () => {
  const made = await services.createService(serviceInput());
  const plan = async () =>
    (
      await asOwner<{ plan: { id: string } }>("/v1/pricing-plans", {
        plan: { name: `Mėnuo ${randomUUID().slice(0, 8)}`, price: { value: "49.00", currency: "EUR" } },
      })
    ).plan.id;
  const plans = [await plan(), await plan(), await plan()];
  const add = (ids: string[], to = idOf(made)) => services.enablePricingPlansForService(to, ids);
  const take = (ids?: string[]) =>
    services.disablePricingPlansForService(idOf(made), ids ? { pricingPlanIds: ids } : undefined);
  const approved = await service({ onlineBooking: { enabled: true, requireManualApproval: true } });
  const added = await add(plans);
  expect(added.service?.payment?.pricingPlanIds?.toSorted()).toEqual(plans.toSorted());
  expect(await codeOf(add([randomUUID()]))).toBe("INVALID_PRICING_PLAN");
  expect(await codeOf(take([randomUUID()]))).toBe("INVALID_PRICING_PLAN");
  expect(await codeOf(add(plans, approved._id))).toBe("SERVICE_DOES_NOT_SUPPORT_PRICING_PLANS");
  expect(await codeOf(add(plans, randomUUID()))).toBe("SERVICE_NOT_FOUND");
  expect(await fieldsOf(add([]))).toEqual(["pricingPlanIds"]);
  expect((await take(plans.slice(0, 1))).service?.payment?.pricingPlanIds).toHaveLength(2);
  expect((await take()).service?.payment?.pricingPlanIds ?? []).toEqual([]);
});

test("checks, sets and validates custom slugs", async () => {
  const made = await service();
  const other = await service();
  const slug = `kelias-${randomUUID().slice(0, 8)}`;
  expect(await services.validateSlug(made._id, { slugName: slug })).toMatchObject({ valid: true, slugName: slug });
  const { service: before } = await services.setCustomSlug(made._id, `${slug}-a`);
  const answer = await services.setCustomSlug(made._id, slug);
  expect(answer).toMatchObject({ slug: { name: slug, custom: true }, service: { mainSlug: { name: slug } } });
  expect(answer.service?.supportedSlugs?.map(({ name }) => name)).toEqual(
    expect.arrayContaining([slug, `${slug}-a`, before?.supportedSlugs?.[0]?.name]),
  );
  expect(await services.validateSlug(other._id, { slugName: slug })).toMatchObject({
    valid: false,
    errors: ["SLUG_ALREADY_EXISTS"],
  });
  expect(await services.validateSlug(made._id, { slugName: "ne taip!" })).toMatchObject({
    valid: false,
    errors: ["SLUG_CONTAINS_ILLEGAL_CHARACTERS"],
  });
  expect(await codeOf(services.setCustomSlug(other._id, slug))).toBe("SLUG_ALREADY_EXISTS");
  expect(await rulesOf(services.setCustomSlug(other._id, "ne taip!"))).toEqual([
    "slugName SLUG_CONTAINS_ILLEGAL_CHARACTERS",
  ]);
  expect(
    await codesOf([
      services.setCustomSlug(randomUUID(), `${slug}-b`),
      services.validateSlug(randomUUID(), { slugName: `${slug}-c` }),
    ]),
  ).toEqual(["SERVICE_NOT_FOUND"]);
});

test("cloning a service copies its schedule and plans on request, and reports anything not copied", async () => {
  const made = await services.createService(serviceInput());
  const { plan } = await asOwner<{ plan: { id: string } }>("/v1/pricing-plans", {
    plan: { name: "Mėnuo", price: { value: "49.00", currency: "EUR" } },
  });
  await services.enablePricingPlansForService(idOf(made), [plan.id]);
  await asOwner("/v1/schedules/rules", {
    rules: [
      {
        scheduleId: made.schedule?._id,
        weekday: 2,
        startTime: "18:00",
        durationMinutes: 60,
        validFrom: inHours(24).toISOString().slice(0, 10),
      },
    ],
  });
  const { service: copy, errors } = await services.cloneService(idOf(made), {
    cloneServiceName: "Kopija",
    hideService: true,
    copyPricingPlans: true,
    copyRecurringSessions: true,
  });
  expect(copy).toMatchObject({
    name: "Kopija",
    hidden: true,
    revision: expect.any(String),
    payment: { pricingPlanIds: [plan.id] },
  });
  expect(copy?._id).not.toBe(made._id);
  expect(copy?.mainSlug?.name).not.toBe(made.mainSlug?.name);
  expect(errors).toEqual([]);
  expect(copy?.schedule?.firstSessionStart).toBeTruthy();
  const { service: plain } = await services.cloneService(idOf(made));
  expect(plain?.payment?.pricingPlanIds ?? []).toEqual([]);
  expect(plain?.schedule?.firstSessionStart ?? undefined).toBeUndefined();
  expect(await codeOf(services.cloneService(randomUUID()))).toBe("SERVICE_NOT_FOUND");
  expect(await fieldsOf(services.cloneService(idOf(made), { cloneServiceName: "" }))).toEqual([
    "options.cloneServiceName",
  ]);
  expect(await codeOf(visitor().services.getService(idOf(copy ?? {})))).toBe("SERVICE_NOT_FOUND");
});

test("only the owner may change services", async () => {
  const made = await service();
  for (const { services: theirs } of [visitor(), await member()]) {
    const calls = [
      theirs.createService(serviceInput()),
      theirs.updateService(made._id, { revision: "1" } as never),
      theirs.bulkUpdateServices({ services: [{ service: { _id: made._id, revision: "1" } }] as never }),
      theirs.bulkUpdateServicesByFilter({ _id: made._id }, { service: { name: "x" } as never }),
      theirs.deleteService(made._id),
      theirs.bulkDeleteServices([made._id]),
      theirs.bulkDeleteServicesByFilter({ _id: made._id }),
      theirs.setServiceLocations(made._id, []),
      theirs.enablePricingPlansForService(made._id, [randomUUID()]),
      theirs.disablePricingPlansForService(made._id),
      theirs.setCustomSlug(made._id, "x"),
      theirs.validateSlug(made._id, { slugName: "x" }),
      theirs.cloneService(made._id),
    ];
    expect(await codesOf(calls)).toEqual(["PERMISSION_DENIED"]);
  }
  expect(await refusalOf(services.getService(randomUUID()))).toMatchObject({ code: "SERVICE_NOT_FOUND" });
});
