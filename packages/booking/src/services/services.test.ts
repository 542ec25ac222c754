import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, free, type TestGym } from "../testing.ts";
import { slugOf } from "./rules.ts";
import { createCategory } from "./services.ts";

let gym: TestGym;
let ids: Record<"intro" | "course" | "hidden" | "ruta" | "ieva" | "category", string>;
beforeAll(async () => {
  gym = await createTestGym();
  const ruta = await gym.trainer({ title: "trenerė" });
  const ieva = await gym.trainer({ name: "Ieva" });
  const category = await createCategory(gym.context, { name: "Pirmą kartą", sortOrder: 3 });
  const tick = (seconds: number) => {
    gym.clock.now = new Date(gym.clock.now.getTime() + seconds * 1000);
  };
  const intro = await gym.service({ name: "Įvadas į boulderingą", categoryId: category, staffIds: [ieva, ruta] });
  tick(1);
  const course = await gym.service({ type: "COURSE", name: "Apatinė sauga", payment: free, staffIds: [ruta] });
  tick(1);
  const hidden = await gym.service({ name: "Įvadas į boulderingą", hidden: true, tagLine: "Tik savi" });
  ids = { intro: intro.id, course: course.id, hidden: hidden.id, ruta, ieva, category };
});
afterAll(() => gym.close());

const visitors = () => gym.as(gym.visitor()).services;
const owners = () => gym.as(gym.key).services;
const names = async (filter: object, as = owners()) => {
  const { services } = await as.query({ query: { filter: filter as never } });
  return services.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0]);
};

test("returns a service with policy, category, ordered staff, locations and schedule", async () => {
  const picture = `wix:image://v1/${newId()}/ruta.jpg#originWidth=800&originHeight=600`;
  await gym.as(gym.key).resources.updateStaff({ staffMember: { id: ids.ruta, revision: "1", picture } });
  await gym.session({ service: { id: ids.intro, scheduleId: "" } });
  const { service } = await visitors().get({ serviceId: ids.intro });
  expect(service).toMatchObject({
    id: ids.intro,
    type: "CLASS",
    revision: "1",
    category: { id: ids.category, name: "Pirmą kartą", sortOrder: 3 },
    bookingPolicy: { name: "Įprasta", default: true, participantsPolicy: { maxParticipantsPerBooking: 10 } },
    staffMemberIds: [ids.ieva, ids.ruta],
    staffMembers: [
      { staffMemberId: ids.ieva, name: "Ieva" },
      { staffMemberId: ids.ruta, name: "Rūta" },
    ],
    staffMemberDetails: { staffMembers: [{ name: "Ieva" }, { name: "Rūta", mainMedia: { image: { width: 800 } } }] },
    mainSlug: { name: "ivadas-i-boulderinga" },
    urls: { bookingPage: { url: "http://localhost:3000/booking/?service=ivadas-i-boulderinga" } },
    schedule: { firstSessionStart: gym.hours(48) },
  });
  expect(service.schedule.lastSessionEnd ?? undefined).toBeUndefined();
});

test("gives each service its own page: courses under /courses/, all others under /services/", async () => {
  const { services } = await visitors().query();
  expect(services.map(({ urls }) => urls?.servicePage?.relativePath)).toEqual([
    "/services/ivadas-i-boulderinga/",
    "/courses/apatine-sauga/",
  ]);
});

test("two services with the same name get different slugs", async () => {
  const { service } = await owners().get({ serviceId: ids.hidden });
  expect(service.mainSlug.name).toBe("ivadas-i-boulderinga-2");
});

test("returns 404 for an unknown service and, to visitors, for a hidden one", async () => {
  for (const serviceId of [newId(), ids.hidden]) {
    await expect(visitors().get({ serviceId })).rejects.toMatchObject({ status: 404, code: "SERVICE_NOT_FOUND" });
  }
  const trainer = await gym.member({ role: "trainer" });
  expect((await gym.as(trainer.token).services.get({ serviceId: ids.hidden })).service.hidden).toBe(true);
});

describe("service query", () => {
  test("lists all services in creation order with the total; hidden ones for staff only", async () => {
    expect(await names({})).toEqual(["intro", "course", "hidden"]);
    expect(await names({}, visitors())).toEqual(["intro", "course"]);
    const { pagingMetadata } = await visitors().query();
    expect(pagingMetadata).toMatchObject({ count: 2, offset: 0, total: 2 });
  });

  test.each([
    [{ type: "COURSE" }, ["course"]],
    [{ "category.id": "category" }, ["intro"]],
    [{ staffMemberIds: { $hasSome: ["ieva"] } }, ["intro"]],
    [{ staffMemberIds: { $hasAll: ["ieva", "ruta"] } }, ["intro"]],
    [{ "mainSlug.name": "apatine-sauga" }, ["course"]],
    [{ "supportedSlugs.name": "ivadas-i-boulderinga-2" }, ["hidden"]],
    [{ "payment.rateType": "NO_FEE" }, ["course"]],
    [{ name: { $startsWith: "Įvadas" }, hidden: false }, ["intro"]],
    [{ hidden: { $ne: true } }, ["intro", "course"]],
    [{ $or: [{ tagLine: "Tik savi" }, { type: "COURSE" }] }, ["course", "hidden"]],
  ])("filters services by %j", async (filter, expected) => {
    const text = JSON.stringify(filter).replace(/"(category|ieva|ruta)"/g, (_, name) => `"${ids[name as "ruta"]}"`);
    expect(await names(JSON.parse(text))).toEqual(expected);
  });

  test("sorts services, and pages through them by offset and by cursor", async () => {
    const sort = [{ fieldName: "name", order: "DESC" as const }];
    const byOffset = await owners().query({ query: { sort, paging: { limit: 1, offset: 2 } } });
    expect(byOffset.services.map(({ name }) => name)).toEqual(["Apatinė sauga"]);
    const first = await owners().query({ query: { cursorPaging: { limit: 2 } } });
    const rest = await owners().query({ query: { cursorPaging: { cursor: first.pagingMetadata.cursors?.next } } });
    expect([...first.services, ...rest.services].map(({ id }) => id)).toEqual([ids.intro, ids.course, ids.hidden]);
  });

  test("rejects invalid filters, cursors and page sizes", async () => {
    await expect(names({ price: 3 })).rejects.toMatchObject({ status: 400, code: "INVALID_FILTER" });
    const cursorPaging = { cursor: "nonsense" };
    await expect(owners().query({ query: { cursorPaging } })).rejects.toMatchObject({ code: "INVALID_CURSOR" });
    await expect(owners().query({ query: { paging: { limit: 101 } } })).rejects.toMatchObject({ kind: "validation" });
  });
});

test.each([
  ["Įvadas į boulderingą", "ivadas-i-boulderinga"],
  ["Technika: darbas kojomis", "technika-darbas-kojomis"],
  ["Vaikų grupė „Gekonai“", "vaiku-grupe-gekonai"],
  ["—", "paslauga"],
])("the slug of %s is %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
