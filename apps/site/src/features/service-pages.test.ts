import { expect, test } from "vitest";
import { findServiceBySlug, type ServicePage, slugsOf } from "./service-pages.ts";

const service = (id: string, slug: string, en = "", ...earlier: string[]) => ({
  id,
  mainSlug: { name: slug },
  supportedSlugs: [...earlier, slug].map((name) => ({ name })),
  extendedFields: { namespaces: { "uola.translations": { en: { name: en } } } },
});
const lead = service("1", "apatine-sauga", "Lead climbing!", "apatine");
const ropes = service("2", "virves");

test("creates readable slugs in both languages, and keeps the original slug if there is no translation", () => {
  expect([...slugsOf([lead, ropes], "lt").values()]).toEqual(["apatine-sauga", "virves"]);
  expect([...slugsOf([lead, ropes], "en").values()]).toEqual(["lead-climbing", "virves"]);
});

test("if two courses have the same English name, the second one keeps its original slug", () => {
  const other = service("3", "kita", "Lead climbing");
  expect([...slugsOf([lead, other], "en").values()]).toEqual(["lead-climbing", "kita"]);
});

test("finds a course by its slug in either language and by a former slug", () => {
  const courses = [lead, ropes].map((service) => ({
    service,
    slug: service.mainSlug.name,
  })) as unknown as ServicePage[];
  const found = ["apatine-sauga", "lead-climbing", "apatine", "kazkas"].map((name) => findServiceBySlug(courses, name));
  expect(found.map((course) => course?.service.id)).toEqual(["1", "1", "1", undefined]);
});
