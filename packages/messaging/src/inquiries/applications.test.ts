import { createData } from "@uola/data";
import { json } from "@uola/database";
import { createContext } from "@uola/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform, urls } from "../testing.ts";

let platform: TestPlatform;
/** A published project page, including its funder. */
const project = {
  _id: "exchange",
  title: "Viena virvė",
  path: "exchange",
  from: "2026-03-01",
  until: "2026-11-30",
  programme: "Mainai",
  emblem: "/zenklas.svg",
  emblemAlt: "Ženklas",
  funding: "Finansuoja programa",
  _translations: { en: { programme: "Exchange", emblemAlt: "Emblem", funding: "Funded by the programme" } },
};
const days = { from: "2026-09-01", until: "2026-09-30" };
const page = (path: string, part: object, project = "exchange") => ({
  _id: path,
  path,
  project,
  title: "Jaunimo mainai",
  sections: [{ id: "a", kind: "apply", heading: "Rišamės vėl", ...part }],
});

beforeAll(async () => {
  platform = await createTestPlatform();
  const { connection, siteId, accounts, clock, db } = platform;
  const business = json({ email: "labas@uola.example" });
  await db.updateTable("site").set({ business }).execute();
  const context = createContext({ connection, siteId, accounts, urls, now: () => clock.now });
  await createData(context).siteLists.seed({
    Projects: [project],
    ProjectPages: [
      page("exchange", days),
      page("booked", { ...days, service: "pokalbis" }),
      page("always", {}),
      page("hidden", days, "another"),
    ],
  });
  await context.changes.stop();
});
afterAll(() => platform.close());

let people = 0;
async function apply(projectPage: string, at: string) {
  platform.clock.now = new Date(at);
  const inquiry = {
    topic: "PROJECTS",
    name: "Ona",
    email: `ona${++people}@uola.example`,
    text: "Noriu mokytis.",
  } as const;
  return platform.as(platform.visitor()).inquiries.send({ inquiry: { ...inquiry, projectPage } });
}
const closed = { code: "APPLICATIONS_CLOSED", status: 409 };

test("stores an application with its project page and mails it to the gym with the page's title", async () => {
  const { inquiryId } = await apply("exchange", "2026-09-30T20:00:00Z");
  const event = await platform.db
    .selectFrom("event")
    .where("entityId", "=", inquiryId)
    .select(["slug", "body"])
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ slug: "sent", body: { topic: "PROJECTS", projectPage: "exchange" } });
  const rows = await platform.db.selectFrom("outbox").select("payload").execute();
  const mails = rows
    .map(({ payload }) => payload as Record<string, unknown>)
    .filter((each) => each.inquiryId === inquiryId);
  expect(mails.map(({ template, project }) => [template, project])).toEqual([
    ["inquiry", "Jaunimo mainai"],
    ["inquiry-received", "Jaunimo mainai"],
  ]);
});

test.each([
  ["exchange", "2026-08-31T20:59:00Z", "before its first day begins in Vilnius"],
  ["exchange", "2026-09-30T21:00:00Z", "when its last day is over in Vilnius"],
  ["booked", "2026-09-15T10:00:00Z", "where a service takes them"],
  ["always", "2026-09-15T10:00:00Z", "where no day is said"],
  ["hidden", "2026-09-15T10:00:00Z", "of a project that is not published"],
  ["nowhere", "2026-09-15T10:00:00Z", "by a page that is not there"],
])("rejects an application to %s at %s: %s", async (path, at) => {
  const before = await platform.db.selectFrom("outbox").select("id").execute();
  await expect(apply(path, at)).rejects.toMatchObject(closed);
  expect(await platform.db.selectFrom("outbox").select("id").execute()).toEqual(before);
});
