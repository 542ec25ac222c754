import type { Client } from "@uola/client";
import { type DataInput, NotFound, Redirect } from "@uola/page-loader/page.ts";
import { duration } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { otherServicesIn } from "../../features/service-pages.ts";
import ServicePage from "../course/course.tsx";
import { serviceAt } from "../course/service-data.ts";

const service = (id: string, type: "CLASS" | "APPOINTMENT" | "COURSE", ...slugs: string[]) => ({
  id,
  type,
  name: id,
  mainSlug: { name: slugs.at(-1) },
  supportedSlugs: slugs.map((name) => ({ name })),
});
const yoga = service("joga", "CLASS", "tempimas", "joga");
const lead = service("apatine", "COURSE", "apatine-sauga");
const client = {
  services: { query: async () => ({ services: [yoga], pagingMetadata: {} }) },
} as unknown as Client;
const none = async () => [];
const at = (slug: string) =>
  ({ client, params: { slug }, noteAddresses: (paths: object) => noted.push(paths) }) as unknown as DataInput;
let noted: object[] = [];

test("finds a class by its slug and notes its URL in each language", async () => {
  noted = [];
  expect((await serviceAt(at("joga"), otherServicesIn, none)).service.id).toBe("joga");
  expect(noted).toEqual([{ lt: "/services/joga/", en: "/services/joga/" }]);
});

test("redirects an earlier slug to the current URL", async () => {
  const moved = await serviceAt(at("tempimas"), otherServicesIn, none).catch((error: unknown) => error);
  expect(moved).toBeInstanceOf(Redirect);
  expect((moved as Redirect).to).toBe("/services/joga/");
});

test("redirects to the course page if the service is a course", async () => {
  const courses = async () => [{ service: lead, slug: "apatine-sauga", href: "/courses/apatine-sauga/" }] as never;
  const moved = await serviceAt(at("apatine-sauga"), otherServicesIn, courses).catch((error: unknown) => error);
  expect((moved as Redirect).to).toBe("/courses/apatine-sauga/");
});

test("throws NotFound for an unknown slug", async () => {
  await expect(serviceAt(at("kazkas"), otherServicesIn, none)).rejects.toBeInstanceOf(NotFound);
});

const appointment = {
  isCourse: false,
  summary: "",
  questions: [],
  group: {
    id: "1",
    slug: "asmenine",
    name: "Asmeninė treniruotė",
    tagLine: "",
    kind: "private",
    category: "",
    ages: null,
    levels: [],
    cents: 4500,
    priceWords: "",
    staff: [],
    times: [],
    course: null,
  },
  description: "",
  conditions: "",
  prerequisite: "",
  bring: "",
  cancelRule: "",
  variants: [],
  payment: "",
  appointment: { minutes: [60, 90], staff: ["Rūta"], perPerson: false },
  bookable: true,
  dates: [],
  pictures: [],
  preparesForTest: false,
  contact: { phone: "+37060000014", email: "", address: "" },
} as const;
const drawn = (change: object = {}) => {
  const data = { ...appointment, ...change } as never;
  return renderToStaticMarkup(
    <ServicePage data={data} shared={{}} params={{}} search={new URLSearchParams()} now={new Date()} />,
  );
};

test("shows an appointment's lengths, trainers and booking link", () => {
  const html = drawn();
  expect(html).toContain("Rūta");
  expect(html).toContain([60, 90].map((minutes) => duration(minutes)).join(", "));
  expect(html).toContain('href="/booking/?service=asmenine"');
  expect(html).not.toContain('id="dates"');
});

test("shows a telephone number for a service that cannot be booked online", () => {
  const html = drawn({ bookable: false });
  expect(html).not.toContain("/booking/?service=");
  expect(html).toContain("tel:+37060000014");
});

test("shows whether an appointment's price is per session or per person", () => {
  expect(drawn()).toContain(say("course.price.each"));
  const html = drawn({ appointment: { ...appointment.appointment, perPerson: true } });
  expect(html).toContain(say("course.price.person"));
  expect(html).not.toContain(say("course.price.each"));
});

test("shows no price unit for free services and prices given as text", () => {
  for (const cents of [0, null]) {
    expect(drawn({ group: { ...appointment.group, cents } })).not.toContain(say("course.price.each"));
  }
});
