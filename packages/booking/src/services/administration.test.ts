import { newId } from "@uola/database";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym();
});
afterAll(() => gym.close());

const owner = () => gym.as(gym.key);
const visitor = () => gym.as(gym.visitor());
const actions = async (entityId: string) => {
  const { rows } = await sql<{
    action: string;
  }>`select action from audit where entity_id = ${entityId} order by id`.execute(gym.db);
  return rows.map(({ action }) => action);
};
const refusal = (status: number, code: string) => ({ status, code });
const nobody = newId();

describe("booking policies", () => {
  const make = async (name: string) => (await owner().policies.create({ policy: { name } })).policy;

  test("exactly one policy is the default under concurrent requests", async () => {
    const made = await Promise.all(["a", "b", "c"].map(make));
    await Promise.all(made.map(({ id }) => owner().policies.setDefault({ policyId: id })));
    const { policies } = await visitor().policies.list();
    expect(policies.filter((policy) => policy.default)).toHaveLength(1);
    expect(policies[0]?.default).toBe(true);
    const { rows } = await sql<{
      type: string;
      slug: string;
      entityId: string;
      body: { actionEvent: { body: object } };
    }>`
      select type, slug, entity_id as "entityId", body from event where type = 'booking_policy' order by id`.execute(
      gym.db,
    );
    expect(rows).toHaveLength(3);
    expect(rows.at(-1)).toMatchObject({ slug: "default_booking_policy_set" });
    const last = rows.find(({ entityId }) => entityId === policies[0]?.id);
    expect(last?.body.actionEvent.body).toMatchObject({
      currentDefaultBookingPolicy: { id: policies[0]?.id, default: true },
      previousDefaultBookingPolicy: { default: false },
    });
    const again = await owner().policies.setDefault({ policyId: policies[0]?.id ?? "" });
    expect(again.policy.revision).toBe(policies[0]?.revision);
  });

  test("a policy update changes only the given fields, null disables a rule, and services apply the policy at once", async () => {
    const { id } = await make("Testas");
    const service = await gym.service({ policyId: id });
    const rules = { participantsPolicy: { maxParticipantsPerBooking: 2 }, bookAfterStartPolicy: { enabled: true } };
    await owner().policies.update({ policy: { id, revision: "1", ...rules } });
    const { policy } = await owner().policies.update({
      policy: { id, revision: "2", name: "Testai", bookAfterStartPolicy: null },
    });
    expect(policy).toMatchObject({
      name: "Testai",
      revision: "3",
      serviceCount: 1,
      participantsPolicy: rules.participantsPolicy,
    });
    expect(policy.bookAfterStartPolicy ?? undefined).toBeUndefined();
    const read = await visitor().services.get({ serviceId: service.id });
    expect(read.service.bookingPolicy).toMatchObject({
      id,
      name: "Testai",
      participantsPolicy: rules.participantsPolicy,
    });
    expect(await actions(id)).toEqual(["policy.create", "policy.update", "policy.update"]);
  });

  test("rejects one of two concurrent updates of a policy", async () => {
    const { id } = await make("Dviems");
    const tries = ["x", "y"].map((name) => owner().policies.update({ policy: { id, revision: "1", name } }));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(refused?.reason).toMatchObject({ ...refusal(409, "REVISION_MISMATCH"), data: { revision: "2" } });
  });

  test("the default policy and policies in use cannot be deleted, but policies used only by deleted services can be", async () => {
    const { policies } = await owner().policies.list();
    await expect(owner().policies.delete({ policyId: policies[0]?.id ?? "" })).rejects.toMatchObject(
      refusal(409, "POLICY_IS_DEFAULT"),
    );
    const { id } = await make("Trumpam");
    const service = await gym.service({ policyId: id });
    await expect(owner().policies.delete({ policyId: id })).rejects.toMatchObject(refusal(409, "POLICY_IN_USE"));
    await gym.db.updateTable("service").set({ deletedDate: gym.clock.now }).where("id", "=", service.id).execute();
    await owner().policies.delete({ policyId: id });
    expect(await actions(id)).toEqual(["policy.create", "policy.delete"]);
  });

  test("returns POLICY_NOT_FOUND for an unknown policy", async () => {
    for (const call of [
      () => owner().policies.delete({ policyId: nobody }),
      () => owner().policies.setDefault({ policyId: nobody }),
      () => owner().policies.update({ policy: { id: nobody, revision: "1" } }),
    ]) {
      await expect(call()).rejects.toMatchObject(refusal(404, "POLICY_NOT_FOUND"));
    }
  });

  const window = (of: object) => ({ cancellationFeePolicy: { enabled: true, cancellationWindows: [of] } });
  test.each([
    [
      { cancellationPolicy: { enabled: true, limitLatestCancellation: true } },
      "cancellationPolicy.latestCancellationInMinutes",
    ],
    [
      { reschedulePolicy: { enabled: true, limitLatestReschedule: true } },
      "reschedulePolicy.latestRescheduleInMinutes",
    ],
    [
      {
        limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 30 },
        limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 30 },
      },
      "limitEarlyBookingPolicy.earliestBookingInMinutes",
    ],
    [window({}), "cancellationFeePolicy.cancellationWindows.0"],
    [window({ percentage: "101" }), "cancellationFeePolicy.cancellationWindows.0.percentage"],
    [window({ percentage: "0" }), "cancellationFeePolicy.cancellationWindows.0.percentage"],
    [window({ percentage: "5.123" }), "cancellationFeePolicy.cancellationWindows.0.percentage"],
    [window({ amount: { value: "0.00" } }), "cancellationFeePolicy.cancellationWindows.0.amount.value"],
    [window({ amount: { value: "1" }, percentage: "1" }), "cancellationFeePolicy.cancellationWindows.0"],
    [{ participantsPolicy: { maxParticipantsPerBooking: 1001 } }, "participantsPolicy.maxParticipantsPerBooking"],
    [{ waitlistPolicy: { enabled: true, capacity: 1001 } }, "waitlistPolicy.capacity"],
    [
      { limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 9_007_199_254_740_991 } },
      "limitLateBookingPolicy.latestBookingInMinutes",
    ],
  ])("rejects inconsistent policy rules: %j", async (rules, field) => {
    await expect(owner().policies.create({ policy: { name: "x", ...rules } as never })).rejects.toMatchObject({
      status: 400,
      fieldViolations: [{ field: `policy.${field}` }],
    });
  });

  test("returns policies with their first services, also under legacy field names", async () => {
    const { id } = await make("Daug paslaugų");
    const services = [];
    for (let number = 0; number < 7; number++) services.push(await gym.service({ policyId: id, hidden: number === 6 }));
    const found = async (as: ReturnType<typeof owner>) =>
      (await as.services.policies({ query: { filter: { id } } })).bookingPolicies[0];
    const shown = await found(visitor());
    expect(shown).toMatchObject({
      bookingPolicy: { id, name: "Daug paslaugų" },
      totalServiceCount: 6,
      countOfServices: 6,
    });
    expect(shown).toMatchObject({ hasMoreServices: true, services: { length: 5 } });
    expect(shown?.connectedServices.map((service) => service.id)).toEqual(shown?.services.map((service) => service.id));
    expect((await found(owner()))?.totalServiceCount).toBe(7);

    const first = await visitor().services.policies({ query: { cursorPaging: { limit: 2 } } });
    const next = await visitor().services.policies({
      query: { cursorPaging: { cursor: first.pagingMetadata.cursors?.next } },
    });
    const ids = [...first.bookingPolicies, ...next.bookingPolicies].map(({ bookingPolicy }) => bookingPolicy.id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    await expect(visitor().services.policies({ query: { filter: { rules: "x" } } })).rejects.toMatchObject({
      code: "INVALID_FILTER",
    });
    await expect(visitor().services.policies({ query: { cursorPaging: { cursor: "x" } } })).rejects.toMatchObject({
      code: "INVALID_CURSOR",
    });
  });
});

describe("service categories", () => {
  test("a category has a kind that does not depend on its name", async () => {
    const { category } = await owner().categories.create({ category: { name: "Mažieji", kind: "children" } });
    const service = await gym.service({ categoryId: category.id });
    const { category: renamed } = await owner().categories.update({
      category: { id: category.id, revision: category.revision, name: "Gekonai" },
    });
    expect(renamed).toMatchObject({ name: "Gekonai", kind: "children" });
    const read = await visitor().services.get({ serviceId: service.id });
    expect(read.service.category).toMatchObject({ name: "Gekonai", kind: "children" });
    expect((await owner().categories.create({ category: { name: "Dar viena" } })).category.kind).toBe("other");
  });

  const make = async (name: string) => (await owner().categories.create({ category: { name } })).category;

  test("lists categories in order, a new one last, with the number of services visible to the caller", async () => {
    const [first, second] = [await make("Virvės"), await make("Vaikams")];
    expect(second.sortOrder).toBe(first.sortOrder + 1);
    await gym.service({ categoryId: second.id });
    await gym.service({ categoryId: second.id, hidden: true });
    await owner().categories.update({ category: { id: second.id, revision: "1", sortOrder: -1 } });
    const [top] = (await visitor().categories.list()).categories;
    expect(top).toMatchObject({ id: second.id, serviceCount: 1, revision: "2", name: "Vaikams" });
    expect((await owner().categories.list()).categories[0]?.serviceCount).toBe(2);
    await expect(
      owner().categories.update({ category: { id: second.id, revision: "1", name: "x" } }),
    ).rejects.toMatchObject(refusal(409, "REVISION_MISMATCH"));
  });

  test("deletes a category only after moving its services, each with its own revision and audit entry", async () => {
    const [from, to] = [await make("Senas"), await make("Naujas")];
    const service = await gym.service({ categoryId: from.id });
    const gone = (moveServicesTo?: string) =>
      owner().categories.delete({ categoryId: from.id, ...(moveServicesTo && { moveServicesTo }) });
    await expect(gone()).rejects.toMatchObject(refusal(409, "CATEGORY_IN_USE"));
    await expect(gone(from.id)).rejects.toMatchObject(refusal(409, "CATEGORY_IN_USE"));
    await expect(gone(nobody)).rejects.toMatchObject(refusal(404, "CATEGORY_NOT_FOUND"));
    expect(await gone(to.id)).toEqual({ movedServices: 1 });
    const { service: moved } = await visitor().services.get({ serviceId: service.id });
    expect(moved).toMatchObject({ category: { id: to.id, name: "Naujas" }, revision: "2" });
    expect(await actions(service.id)).toEqual(["service.create", "service.update"]);
    expect(await actions(from.id)).toEqual(["category.create", "category.delete"]);
    await expect(gone()).rejects.toMatchObject(refusal(404, "CATEGORY_NOT_FOUND"));
  });

  test("finds categories by filters on their services", async () => {
    const [used, unused, hidden] = [await make("Su paslauga"), await make("Tuščia"), await make("Slapta")];
    await gym.service({ categoryId: used.id, type: "COURSE" });
    await gym.service({ categoryId: hidden.id, hidden: true });
    const categoryIds = [used.id, unused.id, hidden.id];
    const found = async (services?: object, as = visitor()) => {
      const filter = { categoryIds, ...(services && { services: services as never }) };
      return (await as.services.categories({ filter })).categories.map(({ name }) => name);
    };
    expect(await found()).toEqual(["Su paslauga"]);
    expect(await found({ type: "COURSE" })).toEqual(["Su paslauga"]);
    expect(await found({ type: "CLASS" })).toEqual([]);
    expect(await found({}, owner())).toEqual(["Su paslauga", "Slapta"]);
    await expect(found({ nothing: 1 })).rejects.toMatchObject(refusal(400, "INVALID_FILTER"));
    await expect(
      visitor().services.categories({ filter: { categoryIds: Array(101).fill(nobody) } }),
    ).rejects.toMatchObject({ kind: "validation" });
  });
});

test("lists locations of services by type, with the current details of the business", async () => {
  const { location } = await owner().locations.create({ location: { name: "Žirmūnai", phone: "+37060000015" } });
  const at = async (name: string, ...locations: object[]) => gym.service({ name, locations: locations as never });
  await at("sienoje", { id: location.id, type: "BUSINESS", business: { id: location.id, name: "kadaise" } });
  await at("parke", { id: newId(), type: "CUSTOM", custom: { address: { city: "Vilnius" } } });
  const read = (filter: object) => visitor().services.locations({ filter: filter as never });
  const all = await read({});
  expect(all.businessLocations.exists).toBe(true);
  expect(all.businessLocations.locations).toMatchObject([
    { type: "BUSINESS", business: { id: location.id, name: "Žirmūnai", phone: "+37060000015", default: true } },
  ]);
  expect([all.customLocations.exists, all.customerLocations.exists]).toEqual([true, false]);
  const some = await read({ services: { name: "parke" }, businessLocationIds: [location.id] });
  expect(some.businessLocations).toEqual({ exists: false, locations: [] });
  expect(some.customLocations.exists).toBe(true);
  expect((await read({ businessLocationIds: [nobody] })).businessLocations.exists).toBe(false);
  await expect(read({ services: { nothing: 1 } })).rejects.toMatchObject(refusal(400, "INVALID_FILTER"));
});

describe("pricing plans", () => {
  test("plans are updated by revision, archived and restored; visitors see only plans on sale", async () => {
    const price = { value: "95.00" };
    const { plan } = await owner().plans.create({ plan: { name: "10 kartų", description: "Metams", price } });
    expect(plan).toMatchObject({ price: { value: "95.00", currency: "EUR" }, archived: false, revision: "1" });
    const changed = await owner().plans.update({ plan: { id: plan.id, revision: "1", description: null } });
    expect(changed.plan).toMatchObject({ name: "10 kartų", description: null, revision: "2" });
    await expect(owner().plans.update({ plan: { id: plan.id, revision: "1" } })).rejects.toMatchObject(
      refusal(409, "REVISION_MISMATCH"),
    );
    await owner().plans.archive({ planId: plan.id });
    expect((await visitor().plans.list()).plans).toEqual([]);
    expect((await owner().plans.list()).plans).toMatchObject([{ id: plan.id, archived: true }]);
    await owner().plans.archive({ planId: plan.id, archived: false });
    expect((await visitor().plans.list()).plans).toMatchObject([{ id: plan.id, archived: false, revision: "4" }]);
    expect(await actions(plan.id)).toEqual(["plan.create", "plan.update", "plan.archive", "plan.archive"]);
    for (const call of [
      () => owner().plans.archive({ planId: nobody }),
      () => owner().plans.update({ plan: { id: nobody, revision: "1" } }),
    ]) {
      await expect(call()).rejects.toMatchObject(refusal(404, "PLAN_NOT_FOUND"));
    }
  });
});

describe("booking forms", () => {
  const field = { label: "Ūgis", valueType: "SHORT_TEXT", required: true } as const;

  test("form fields keep their ids, so that answers stay linked to their questions", async () => {
    const { form } = await owner().forms.create({ form: { name: "Stovykla", fields: [field] } });
    const [first] = form.fields;
    const more = [
      { ...field, label: "Alergijos" },
      { ...(first ?? field), label: "Ūgis, cm" },
    ];
    const { form: changed } = await owner().forms.update({ form: { id: form.id, revision: "1", fields: more } });
    expect(changed.fields).toMatchObject([{ label: "Alergijos" }, { id: first?.id, label: "Ūgis, cm" }]);
    await expect(
      owner().forms.update({ form: { id: form.id, revision: "2", fields: [first, first] as never } }),
    ).rejects.toMatchObject({ status: 400, fieldViolations: [{ field: "form.fields.1.id" }] });
    await expect(owner().forms.update({ form: { id: form.id, revision: "1" } })).rejects.toMatchObject(
      refusal(409, "REVISION_MISMATCH"),
    );
    expect((await owner().forms.list()).forms).toEqual([changed]);
  });

  test("a form can be deleted only when no service uses it", async () => {
    const { form } = await owner().forms.create({ form: { name: "Laikina", fields: [] } });
    const service = await gym.service({ form: { id: form.id } });
    await expect(owner().forms.delete({ formId: form.id })).rejects.toMatchObject({
      ...refusal(409, "FORM_IN_USE"),
      data: { serviceId: service.id },
    });
    const seen = async () => (await visitor().forms.list()).forms.map(({ id }) => id);
    expect(await seen(), "asked by a service on the site").toEqual([form.id]);
    await gym.db.updateTable("service").set({ hidden: true }).where("id", "=", service.id).execute();
    expect(await seen(), "asked by a hidden service").toEqual([]);
    await gym.db.updateTable("service").set({ deletedDate: gym.clock.now }).where("id", "=", service.id).execute();
    await owner().forms.delete({ formId: form.id });
    expect(await actions(form.id)).toEqual(["form.create", "form.delete"]);
    for (const call of [
      () => owner().forms.delete({ formId: nobody }),
      () => owner().forms.update({ form: { id: nobody, revision: "1" } }),
    ]) {
      await expect(call()).rejects.toMatchObject(refusal(404, "FORM_NOT_FOUND"));
    }
  });
});

test("limits the number of policies, categories, plans, forms and locations", async () => {
  const { db, siteId } = gym;
  const dates = { createdDate: gym.clock.now, updatedDate: gym.clock.now };
  const many = <Row>(count: number, row: () => Row) => Array.from({ length: count }, row);
  const filled = () => ({ siteId, id: newId(), name: "x", ...dates });
  await db
    .insertInto("bookingPolicy")
    .values(many(500, () => ({ ...filled(), rules: "{}" })))
    .execute();
  await db
    .insertInto("category")
    .values(many(500, () => ({ siteId, id: newId(), name: "x" })))
    .execute();
  await db
    .insertInto("pricingPlan")
    .values(many(1000, () => ({ ...filled(), price: '{"value":"1"}' })))
    .execute();
  await db.insertInto("bookingForm").values(many(500, filled)).execute();
  await db.insertInto("location").values(many(500, filled)).execute();
  const made = owner();
  const cases = [
    [() => made.policies.create({ policy: { name: "x" } }), "TOO_MANY_POLICIES"],
    [() => made.categories.create({ category: { name: "x" } }), "TOO_MANY_CATEGORIES"],
    [() => made.plans.create({ plan: { name: "x", price: { value: "1" } } }), "TOO_MANY_PLANS"],
    [() => made.forms.create({ form: { name: "x", fields: [] } }), "TOO_MANY_FORMS"],
    [() => made.locations.create({ location: { name: "x" } }), "TOO_MANY_LOCATIONS"],
  ] as const;
  for (const [call, code] of cases) await expect(call()).rejects.toMatchObject(refusal(409, code));
});
