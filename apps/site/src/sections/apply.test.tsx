import { runHook } from "@uola/browser/hook.testing.tsx";
import { type Business, Inquiry } from "@uola/contract";
import type { DataInput } from "@uola/page-loader/page.ts";
import { Tree } from "@uola/page-loader/tree.tsx";
import { inLanguage } from "@uola/words/language";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { InquiryForm } from "../features/inquiry-form.tsx";
import { useInquiry } from "../features/use-inquiry.ts";
import { Apply } from "./apply.tsx";
import { readSections, type SectionOf } from "./read.ts";

// Test files of a worker share modules: without a reset, modules loaded by another file would not
// use this file's mocks.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

const sent: unknown[] = [];
/** Mock platform that accepts every inquiry. */
vi.mock("@uola/browser/platform.ts", () => ({
  platform: async () => ({ inquiries: { send: async ({ inquiry }: { inquiry: unknown }) => void sent.push(inquiry) } }),
}));

vi.mock("@uola/browser/session/session.tsx", () => ({ useAuth: () => ({ user: undefined }) }));

const business = { phone: "+37060000001", email: "labas@uola.example" } as Business;
const client = {
  business: { get: async () => ({ business }) },
  services: { query: async () => ({ services: [], pagingMetadata: {} }) },
} as unknown as DataInput["client"];

/** Returns the application section of a page on a given day. */
async function partOf(item: object, day: string) {
  const content = { collections: {}, noteFallback() {}, describe() {} };
  const input = { client, now: new Date(`${day}T10:00:00Z`), describe() {} } as unknown as DataInput;
  const [part] = await readSections(item as never, content, input);
  return part as SectionOf<"apply">;
}
const days = { from: "2026-06-01", until: "2026-06-30" };
const page = (more: object = {}) => ({
  path: "exchange",
  sections: [{ id: "a", kind: "apply", heading: "Rišamės vėl", ...days, ...more }],
});

/** Renders the children as within a page of the site. */
const around = (children: React.ReactNode) => {
  const from = { page: "project", path: "/", search: "", now: "2026-06-01T10:00:00Z", params: {}, data: null };
  const shown = { kind: "content", from, answers: {}, search: "", view: { default: () => children } };
  const frame = { Frame: ({ children: inside }: { children: React.ReactNode }) => inside, Failed: () => null };
  return <Tree shown={shown as never} around={{ app: {}, slices: {}, frame } as never} />;
};
const drawn = (section: SectionOf<"apply">) => renderToStaticMarkup(around(<Apply section={section} />));

test("a project page shows the application button from the first to the last day, inclusive", async () => {
  for (const day of ["2026-06-01", "2026-06-30"]) {
    const html = drawn(await partOf(page(), day));
    expect(html).toContain("Paraiškas priimame iki");
    expect(html).toMatch(/<button[^>]*>Teikti paraišką/);
    expect(html).toContain("labas@uola.example");
  }
  const english = await inLanguage("en", async () => drawn(await partOf(page(), "2026-06-15")));
  expect(english).toMatch(/<button[^>]*>Apply/);
});

test("the application form has its own question, heading and button", () => {
  const application = { page: "exchange", heading: "apply-a", button: "Teikti paraišką" };
  const html = renderToStaticMarkup(
    around(<InquiryForm topic="PROJECTS" offered={[]} application={application} phone="" email="labas@uola.example" />),
  );
  expect(html).toMatch(/<form[^>]*data-kept="uola.inquiry.exchange"[^>]*aria-labelledby="apply-a"/);
  expect(html).toContain("Kodėl norite dalyvauti");
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Teikti paraišką/);
});

test("before and after the application period, the page shows the dates and no button", async () => {
  const early = drawn(await partOf(page(), "2026-05-31"));
  expect([early.includes("Paraiškas priimsime nuo"), early.includes("<button")]).toEqual([true, false]);
  const late = drawn(await partOf(page(), "2026-07-01"));
  expect([late.includes("Paraiškos nebepriimamos"), late.includes("<button")]).toEqual([true, false]);
});

test("an application section without dates or on a page without a project is plain text", async () => {
  expect((await partOf(page({ from: "", until: "" }), "2026-06-15")).opening).toBeNull();
  expect((await partOf({ ...page(), path: undefined }, "2026-06-15")).opening).toBeNull();
});

test("an application section for a service that cannot be booked shows that it is closed", async () => {
  const html = drawn(await partOf(page({ from: "", until: "", service: "pokalbis" }), "2026-06-15"));
  expect([html.includes("Paraiškos nebepriimamos."), html.includes("<button")]).toEqual([true, false]);
});

test("the form sends the application together with the name of its page", async () => {
  const { now, ...hook } = await runHook(() => useInquiry("PROJECTS", "exchange"), around);
  await hook.do((form) => form.send());
  expect(now().problems.map(({ field }) => field)).toEqual(["text", "name", "email"]);
  for (const [field, value] of [
    ["text", "Noriu mokytis."],
    ["name", "Ona"],
    ["email", "ona@uola.example"],
  ] as const)
    await hook.do((form) => form.set({ [field]: value }));
  await hook.do((form) => form.send());
  await hook.settle(({ at }) => at === "sent");
  expect(sent.map((each) => Inquiry.parse(each))).toEqual([
    { topic: "PROJECTS", projectPage: "exchange", text: "Noriu mokytis.", name: "Ona", email: "ona@uola.example" },
  ]);
  await hook.end();
});
