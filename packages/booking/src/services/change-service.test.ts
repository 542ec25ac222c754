import type { Input, services } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRules } from "../schedules/schedules.ts";
import { createTestGym, type TestGym } from "../testing.ts";

type ServiceInput = Input<(typeof services)["create"]>["service"];
let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym();
});
afterAll(() => gym.close());

const owners = () => gym.as(gym.key).services;
const lesson: ServiceInput = {
  type: "CLASS",
  name: "Įvadas",
  defaultCapacity: 8,
  onlineBooking: { enabled: true },
  payment: { rateType: "FIXED", fixed: { price: { value: "25.00" } }, options: { inPerson: true, online: true } },
};
const make = async (input: Partial<ServiceInput> = {}) =>
  (await owners().create({ service: { ...lesson, ...input } })).service;
const get = async (serviceId: string) => (await owners().get({ serviceId })).service;
const refusal = (status: number, code: string) => ({ status, code });
const events = (id: string) =>
  gym.db.selectFrom("event").select(["slug", "entitySequence"]).where("entityId", "=", id).orderBy("id").execute();
const audits = (id: string) =>
  gym.db.selectFrom("audit").select(["action", "before", "after"]).where("entityId", "=", id).orderBy("id").execute();

const rows = {
  plan: async (archived = false) => {
    const id = newId();
    const dates = { createdDate: gym.clock.now, updatedDate: gym.clock.now };
    const price = JSON.stringify({ value: "54.00", currency: "EUR" });
    await gym.db
      .insertInto("pricingPlan")
      .values({ siteId: gym.siteId, id, name: "Narystė", price, archived, ...dates })
      .execute();
    return id;
  },
  location: async (name: string) => {
    const id = newId();
    const dates = { createdDate: gym.clock.now, updatedDate: gym.clock.now };
    await gym.db
      .insertInto("location")
      .values({ siteId: gym.siteId, id, name, ...dates })
      .execute();
    return id;
  },
};

describe("creating services", () => {
  test("the server sets the ids, slug, schedule, policy, currency and dates of a new service", async () => {
    const service = await make({ name: "Pirmas kartas" });
    expect(service).toMatchObject({
      revision: "1",
      mainSlug: { name: "pirmas-kartas", custom: false },
      supportedSlugs: [{ name: "pirmas-kartas" }],
      bookingPolicy: { name: "Įprasta", default: true },
      payment: { fixed: { price: { value: "25.00", currency: "EUR" } }, pricingPlanIds: [] },
      hidden: false,
    });
    expect(await events(service.id)).toEqual([{ slug: "created", entitySequence: 1 }]);
    expect(await audits(service.id)).toMatchObject([{ action: "service.create", after: { name: "Pirmas kartas" } }]);
  });

  test("creating a course creates its places at once", async () => {
    const { schedule } = await make({ type: "COURSE", name: "Kursas", defaultCapacity: 6 });
    expect(await gym.placesOf(schedule.id)).toMatchObject({ capacity: 6, taken: 0 });
  });

  test("rejects an invalid service with the names of all violated rules and creates nothing", async () => {
    const body = JSON.stringify({ service: { ...lesson, name: "", payment: null, category: { id: newId() } } });
    const { status, body: answer } = await gym.ask("/v2/services", { body, token: gym.key });
    expect(status).toBe(400);
    const { fieldViolations } = answer.details.validationError;
    expect(fieldViolations.map(({ ruleName }: { ruleName: string }) => ruleName)).toEqual([
      "INVALID_SERVICE_NAME",
      "PAYMENT_REQUIRED",
      "INVALID_CATEGORY",
    ]);
    expect(fieldViolations[0].field).toBe("service.name");
  });

  test("twenty services created concurrently with one name get twenty different slugs", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => make({ name: "Tas pats" })));
    const slugs = made.map(({ mainSlug }) => mainSlug.name).sort();
    expect(new Set(slugs).size).toBe(20);
    expect(slugs).toContain("tas-pats");
    expect(slugs).toContain("tas-pats-20");
  });
});

describe("updating services", () => {
  test("an update merges the given fields, replaces lists as a whole and keeps the rest", async () => {
    const { id } = await make({ description: "Ilgas", reminders: [{ minutesBefore: 60, by: "MAIL" }] });
    const change = { tagLine: "Trumpai", reminders: [], payment: { options: { online: false } } };
    const { service } = await owners().update({ service: { id, revision: "1", ...change } });
    expect(service).toMatchObject({
      description: "Ilgas",
      tagLine: "Trumpai",
      reminders: [],
      revision: "2",
      payment: { rateType: "FIXED", options: { online: false, inPerson: true } },
    });
    expect(await events(id)).toEqual([
      { slug: "created", entitySequence: 1 },
      { slug: "updated", entitySequence: 2 },
    ]);
    expect((await audits(id))[1]).toMatchObject({ before: { tagLine: null }, after: { tagLine: "Trumpai" } });
  });

  test.each<["text" | "list" | "paths", unknown]>([
    ["text", "description,payment.options.online"],
    ["list", ["description", "payment.options.online"]],
    ["paths", { paths: ["description", "payment.options.online"] }],
  ])("an update with a mask given as %s changes exactly the named fields", async (_, mask) => {
    const { id } = await make({ description: "Ilgas" });
    const service = { id, revision: "1", name: "Kitas", payment: { options: { online: false, inPerson: false } } };
    const body = JSON.stringify({ service, mask });
    const answer = await gym.ask(`/v2/services/${id}`, { method: "PATCH", body, token: gym.key });
    expect(answer.status, answer.text).toBe(200);
    expect(await get(id)).toMatchObject({ name: "Įvadas", payment: { options: { online: false, inPerson: true } } });
    expect((await get(id)).description ?? null).toBeNull();
  });

  test("rejects a mask with unknown fields, and ignores server-set fields in a mask", async () => {
    const { id, mainSlug } = await make();
    const service = { id, revision: "1", name: "Naujas" };
    await expect(owners().update({ service, mask: "price" })).rejects.toMatchObject({ kind: "validation" });
    await owners().update({ service, mask: "id,revision,mainSlug,locations" });
    expect(await get(id)).toMatchObject({ name: "Įvadas", mainSlug, revision: "2" });
  });

  test("rejects one of two concurrent updates of the same service revision", async () => {
    const { id } = await make();
    const both = await Promise.allSettled(
      ["A", "B"].map((tagLine) => owners().update({ service: { id, revision: "1", tagLine } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { reason } = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(reason).toMatchObject(refusal(409, "REVISION_MISMATCH"));
    expect((await get(id)).revision).toBe("2");
  });

  test("renaming a service creates a new slug, and earlier slugs keep working", async () => {
    const { id } = await make({ name: "Senas vardas" });
    const { service } = await owners().update({ service: { id, revision: "1", name: "Naujas vardas" } });
    expect(service.mainSlug.name).toBe("naujas-vardas");
    expect(service.supportedSlugs.map(({ name }) => name)).toEqual(["senas-vardas", "naujas-vardas"]);
    await owners().setCustomSlug({ serviceId: id, slugName: "musu-pamoka" });
    const { service: again } = await owners().update({ service: { id, revision: "3", name: "Dar kitas" } });
    expect(again.mainSlug).toMatchObject({ name: "musu-pamoka", custom: true });
  });

  test("course and session places follow the service's capacity, but never below the places taken", async () => {
    const course = await make({ type: "COURSE", name: "Kursas", defaultCapacity: 6 });
    await owners().update({ service: { id: course.id, revision: "1", defaultCapacity: 9 } });
    expect(await gym.placesOf(course.schedule.id)).toMatchObject({ capacity: 9 });
    await gym.db.updateTable("places").set({ taken: 5 }).where("id", "=", course.schedule.id).execute();
    await owners().update({ service: { id: course.id, revision: "2", defaultCapacity: 2 }, allowBelowSold: true });
    expect(await gym.placesOf(course.schedule.id)).toMatchObject({ capacity: 5 });

    const { id, schedule } = await make();
    const rule = { weekday: 4, startTime: "18:00", durationMinutes: 60, validFrom: "2026-09-01" };
    await createRules(gym.context, [{ scheduleId: schedule.id, ...rule }]);
    await createRules(gym.context, [{ scheduleId: schedule.id, ...rule, startTime: "20:00", capacity: 7 }]);
    const sessions = gym.db.selectFrom("session").select("id").where("scheduleId", "=", schedule.id);
    const [booked = "", own = "", empty = ""] = (await sessions.orderBy("startDate").execute()).map((each) => each.id);
    await gym.db.updateTable("places").set({ taken: 5 }).where("id", "=", booked).execute();
    await owners().update({ service: { id, revision: "1", defaultCapacity: 3 }, allowBelowSold: true });
    expect(await gym.placesOf(booked)).toEqual({ capacity: 5, taken: 5 });
    expect(await gym.placesOf(own)).toEqual({ capacity: 7, taken: 0 });
    expect(await gym.placesOf(empty)).toEqual({ capacity: 3, taken: 0 });
  });

  test("the type of a service cannot change, and updating an unknown service returns SERVICE_NOT_FOUND", async () => {
    const { id } = await make();
    await expect(owners().update({ service: { id, revision: "1", type: "COURSE" } })).rejects.toMatchObject({
      kind: "validation",
    });
    const missing = { id: newId(), revision: "1", name: "X" };
    await expect(owners().update({ service: missing })).rejects.toMatchObject(refusal(404, "SERVICE_NOT_FOUND"));
  });

  test("a bulk update processes each service independently", async () => {
    const [first, second] = await Promise.all([make(), make()]);
    const { results, bulkActionMetadata } = await owners().bulkUpdate({
      returnEntity: true,
      services: [
        { service: { id: first.id, revision: "1", name: "A", tagLine: "B" }, mask: "tagLine" },
        { service: { id: second.id, revision: "7", name: "C" } },
        { service: { id: newId(), revision: "1" } },
        { service: { id: second.id, revision: "1", name: "" } },
      ],
    });
    expect(bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 3, undetailedFailures: 0 });
    expect(results.map(({ itemMetadata }) => itemMetadata.error?.code)).toEqual([
      undefined,
      "REVISION_MISMATCH",
      "SERVICE_NOT_FOUND",
      "INVALID_ARGUMENT",
    ]);
    expect(results[0]?.item).toMatchObject({ name: "Įvadas", tagLine: "B" });
    expect((await get(second.id)).revision).toBe("1");
  });
});

describe("deleting services", () => {
  test("deleting a service cancels its upcoming sessions, frees its slug and hides it from queries", async () => {
    const { id, schedule } = await make({ name: "Laikina" });
    const session = await gym.session({ service: { id, scheduleId: schedule.id } });
    await owners().delete({ serviceId: id });
    await expect(get(id)).rejects.toMatchObject(refusal(404, "SERVICE_NOT_FOUND"));
    const { services } = await owners().query({ query: { filter: { id } } });
    expect(services).toEqual([]);
    const sessions = gym.db.selectFrom("session").select("status").where("id", "=", session);
    expect(await sessions.executeTakeFirst()).toEqual({ status: "CANCELLED" });
    expect((await events(id)).at(-1)).toEqual({ slug: "deleted", entitySequence: 2 });
    expect((await make({ name: "Laikina" })).mainSlug.name).toBe("laikina");
    await expect(owners().delete({ serviceId: id })).rejects.toMatchObject(refusal(404, "SERVICE_NOT_FOUND"));
  });

  test("deleting a service keeps sessions with participants on request", async () => {
    const payment = { ...lesson.payment, options: { inPerson: true } };
    const { id, schedule } = await make({ name: "Su dalyviais", payment });
    const service = { id, scheduleId: schedule.id };
    const [booked, empty] = [await gym.session({ service }), await gym.session({ service, inHours: 72 })];
    const bookings = gym.as(gym.visitor()).bookings;
    const slot = { sessionId: booked, serviceId: id, scheduleId: schedule.id };
    const contactDetails = { firstName: "Ona", email: "ona@example.lt" };
    const booking = {
      bookedEntity: { slot },
      contactDetails,
      totalParticipants: 2,
      selectedPaymentOption: "OFFLINE" as const,
    };
    await bookings.create({ booking });
    await owners().delete({ serviceId: id, preserveFutureSessionsWithParticipants: true });
    const sessions = gym.db.selectFrom("session").select(["id", "status"]).where("scheduleId", "=", schedule.id);
    const status = new Map((await sessions.execute()).map((each) => [each.id, each.status]));
    expect([status.get(booked), status.get(empty)]).toEqual(["CONFIRMED", "CANCELLED"]);
    // Existing participants keep their places; new bookings are rejected.
    await expect(bookings.create({ booking })).rejects.toMatchObject({ kind: "application" });
  });

  test("a bulk delete processes each service independently", async () => {
    const [first, second] = await Promise.all([make(), make()]);
    const { results, bulkActionMetadata } = await owners().bulkDelete({ ids: [first.id, newId(), second.id] });
    expect(results.map(({ itemMetadata }) => itemMetadata.success)).toEqual([true, false, true]);
    expect(bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });
  });
});

describe("service slugs", () => {
  test("a custom slug becomes the main slug, earlier slugs keep working, and a taken slug is rejected", async () => {
    const [mine, other] = await Promise.all([make({ name: "Mano" }), make({ name: "Kita pamoka" })]);
    const { slug, service } = await owners().setCustomSlug({ serviceId: mine.id, slug: "mano-vieta" });
    expect(slug).toMatchObject({ name: "mano-vieta", custom: true });
    expect(service.supportedSlugs.map(({ name }) => name)).toEqual([mine.mainSlug.name, "mano-vieta"]);
    const input = { serviceId: other.id, slugName: "mano-vieta" };
    await expect(owners().setCustomSlug(input)).rejects.toMatchObject(refusal(409, "SLUG_ALREADY_EXISTS"));
    const { service: back } = await owners().setCustomSlug({ serviceId: mine.id, slugName: mine.mainSlug.name });
    expect(back.mainSlug.name).toBe(mine.mainSlug.name);
  });

  test.each([["Su tarpais"], [""], ["a/b"], ["DIDELIS"]])("rejects '%s' as a slug", async (slugName) => {
    const { id } = await make();
    const body = JSON.stringify({ slugName });
    const answer = await gym.ask(`/v2/services/${id}/slugs/custom`, { body, token: gym.key });
    expect(answer.status).toBe(400);
    const [violation] = answer.body.details.validationError.fieldViolations;
    expect(violation).toMatchObject({ field: "slugName", ruleName: "SLUG_CONTAINS_ILLEGAL_CHARACTERS" });
    const asked = await owners().validateSlug({ serviceId: id, slugName });
    expect(asked).toMatchObject({ valid: false, errors: ["SLUG_CONTAINS_ILLEGAL_CHARACTERS"] });
  });

  test("validates a slug without setting it", async () => {
    const [mine, other] = await Promise.all([make({ name: "Klausiu" }), make({ name: "Atsakau" })]);
    const ask = (slug: string) => owners().validateSlug({ serviceId: mine.id, slug });
    expect(await ask("dar-laisva")).toEqual({ valid: true, slug: "dar-laisva", slugName: "dar-laisva", errors: [] });
    expect(await ask(mine.mainSlug.name)).toMatchObject({ valid: true });
    expect(await ask(other.mainSlug.name)).toMatchObject({ valid: false, errors: ["SLUG_ALREADY_EXISTS"] });
    await expect(owners().validateSlug({ serviceId: newId(), slug: "x" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("pricing plans of a service", () => {
  test("adds each pricing plan to a service once, and removes plans individually or all at once", async () => {
    const [a, b] = [await rows.plan(), await rows.plan()];
    const { id: serviceId } = await make();
    await owners().addPricingPlans({ serviceId, pricingPlanIds: [a] });
    const { service, pricingPlanIds } = await owners().addPricingPlans({ serviceId, pricingPlanIds: [a, b] });
    expect(pricingPlanIds).toEqual([a, b]);
    expect(service.payment).toMatchObject({ options: { pricingPlan: true, inPerson: true }, pricingPlanIds: [a, b] });
    const { service: less } = await owners().removePricingPlans({ serviceId, pricingPlanIds: [a] });
    expect(less.payment.pricingPlanIds).toEqual([b]);
    const { service: none } = await owners().removePricingPlans({ serviceId });
    expect(none.payment).toMatchObject({ options: { pricingPlan: false }, pricingPlanIds: [] });
  });

  test("rejects unknown or archived pricing plans, and services that do not accept plans", async () => {
    const { id: serviceId } = await make();
    for (const planId of [newId(), await rows.plan(true)]) {
      const input = { serviceId, pricingPlanIds: [planId] };
      await expect(owners().addPricingPlans(input)).rejects.toMatchObject(refusal(400, "INVALID_PRICING_PLAN"));
      await expect(owners().removePricingPlans(input)).rejects.toMatchObject(refusal(400, "INVALID_PRICING_PLAN"));
    }
    const manual = await make({ onlineBooking: { enabled: true, requireManualApproval: true } });
    const input = { serviceId: manual.id, pricingPlanIds: [await rows.plan()] };
    const refused = refusal(409, "SERVICE_DOES_NOT_SUPPORT_PRICING_PLANS");
    await expect(owners().addPricingPlans(input)).rejects.toMatchObject(refused);
  });
});

describe("service locations", () => {
  const placed = async () => {
    const [here, there] = [await rows.location("Žirmūnai"), await rows.location("Naujamiestis")];
    const at = (id: string) => ({ type: "BUSINESS" as const, business: { id } });
    const service = await make({ locations: [at(here)] });
    const offered = { id: service.id, scheduleId: service.schedule.id };
    const session = await gym.session({ service: offered });
    const locationOf = async () => {
      const sessions = gym.db.selectFrom("session").select(["status", "extra"]).where("id", "=", session);
      const { status, extra } = await sessions.executeTakeFirstOrThrow();
      return { status, location: (extra as { location?: object }).location };
    };
    return { serviceId: service.id, here, there, at, locationOf };
  };

  test("returns locations with the current details of the business location", async () => {
    const { serviceId, here } = await placed();
    const { locations } = await get(serviceId);
    expect(locations).toMatchObject([{ id: here, business: { id: here, name: "Žirmūnai", default: false } }]);
  });

  test("removing a location with upcoming sessions requires an action for those sessions", async () => {
    const { serviceId, there, at } = await placed();
    const { status, body } = await gym.ask(`/v2/services/${serviceId}/locations`, {
      body: JSON.stringify({ locations: [at(there)] }),
      token: gym.key,
    });
    expect(status).toBe(400);
    expect(body.details.validationError.fieldViolations[0].field).toBe("removedLocationSessionsAction.action");
    expect((await get(serviceId)).revision).toBe("1");
  });

  test("keeps sessions at a removed location", async () => {
    const { serviceId, here, there, at, locationOf } = await placed();
    const action = { action: "KEEP_AT_CURRENT_LOCATION" as const };
    const { service } = await owners().setLocations({
      serviceId,
      locations: [at(there)],
      removedLocationSessionsAction: action,
    });
    expect(service.locations.map(({ id }) => id)).toEqual([there]);
    expect(await locationOf()).toMatchObject({ status: "CONFIRMED", location: { id: here, name: "Žirmūnai" } });
  });

  test("moves sessions from a removed location to another one", async () => {
    const { serviceId, there, at, locationOf } = await placed();
    const move = { action: "MOVE_TO_LOCATION" as const };
    const input = { serviceId, locations: [at(there)], removedLocationSessionsAction: move };
    await expect(owners().setLocations(input)).rejects.toMatchObject({ kind: "validation" });
    const moveToLocationOptions = { newLocation: at(there) };
    await owners().setLocations({ ...input, removedLocationSessionsAction: { ...move, moveToLocationOptions } });
    const location = { id: there, name: "Naujamiestis", locationType: "OWNER_BUSINESS" };
    expect(await locationOf()).toMatchObject({ status: "CONFIRMED", location });
  });

  test("cancels sessions at a removed location", async () => {
    const { serviceId, there, at, locationOf } = await placed();
    const removedLocationSessionsAction = { action: "DELETE" as const };
    await owners().setLocations({ serviceId, locations: [at(there)], removedLocationSessionsAction });
    expect(await locationOf()).toMatchObject({ status: "CANCELLED" });
  });
});

describe("cloned services", () => {
  test("a cloned service has its own name, slug and schedule", async () => {
    const source = await make({ name: "Pamoka", tagLine: "Visiems", locations: [{ type: "CUSTOMER" }] });
    const { service, errors } = await owners().clone({
      sourceServiceId: source.id,
      cloneServiceName: "Pamokos kopija",
      hideService: true,
    });
    expect(errors).toEqual([]);
    expect(service).toMatchObject({
      name: "Pamokos kopija",
      tagLine: "Visiems",
      hidden: true,
      revision: "1",
      mainSlug: { name: "pamokos-kopija" },
    });
    expect(service.schedule.id).not.toBe(source.schedule.id);
    await expect(owners().clone({ sourceServiceId: newId() })).rejects.toMatchObject({ code: "SERVICE_NOT_FOUND" });
  });

  test("a cloned service gets the weekly rules on request", async () => {
    const source = await make({ name: "Kas savaitę" });
    const rule = { weekday: 3, startTime: "18:00", durationMinutes: 60, validFrom: "2026-09-01" };
    await createRules(gym.context, [{ scheduleId: source.schedule.id, ...rule }]);
    const { service, errors } = await owners().clone({ sourceServiceId: source.id, copyRecurringSessions: true });
    expect(errors).toEqual([]);
    const count = (scheduleId: string) =>
      gym.db.selectFrom("session").select("startDate").where("scheduleId", "=", scheduleId).execute();
    expect((await count(service.schedule.id)).length).toBe((await count(source.schedule.id)).length);
    expect(service.schedule.firstSessionStart).toBeInstanceOf(Date);
  });

  test("cloning a service reports the parts that could not be copied", async () => {
    const { db, siteId, clock } = gym;
    const [good, old] = [await rows.plan(), await rows.plan()];
    const form = newId();
    const dates = { createdDate: clock.now, updatedDate: clock.now };
    await db
      .insertInto("bookingForm")
      .values({ siteId, id: form, name: "Forma", ...dates })
      .execute();
    const option = newId();
    const optionsAndVariants = {
      options: [{ id: option, name: "Kas ateis", choices: ["Vaikas"] }],
      variants: [{ choices: [{ optionId: option, custom: "Vaikas" }], price: { value: "8.00" } }],
    };
    const source = await make({ name: "Su viskuo", form: { id: form }, optionsAndVariants });
    const whole = await owners().clone({ sourceServiceId: source.id });
    const copied = whole.service.optionsAndVariants;
    expect(whole.errors).toEqual([]);
    expect(copied).toMatchObject({ options: [{ name: "Kas ateis" }], variants: [{ price: { value: "8.00" } }] });
    expect(copied?.options[0]?.id).not.toBe(option);
    expect(copied?.variants[0]?.choices[0]?.optionId).toBe(copied?.options[0]?.id);
    // Prices in a currency other than the site's are no longer valid.
    await db.updateTable("site").set({ currency: "USD" }).where("id", "=", siteId).execute();
    await owners().addPricingPlans({ serviceId: source.id, pricingPlanIds: [good, old] });
    await db.updateTable("pricingPlan").set({ archived: true }).where("id", "=", old).execute();
    await db.deleteFrom("bookingForm").where("id", "=", form).execute();
    const { service, errors } = await owners().clone({ sourceServiceId: source.id, copyPricingPlans: true });
    expect(errors).toEqual(["PRICING_PLANS", "FORM", "OPTIONS_AND_VARIANTS"]);
    expect(service.optionsAndVariants ?? null).toBeNull();
    await db.updateTable("site").set({ currency: "EUR" }).where("id", "=", siteId).execute();
    expect(service.payment.pricingPlanIds).toEqual([good]);
    expect(service.form ?? null).toBeNull();
  });
});
