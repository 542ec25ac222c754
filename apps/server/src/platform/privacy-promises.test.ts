import { readFileSync } from "node:fs";
import { listItems } from "@uola/site/content";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform } from "./testing.ts";

let platform: Awaited<ReturnType<typeof createTestPlatform>>;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const privacy = listItems().Documents.find(({ key }) => key === "privacy");
const siteFile = (path: string) => readFileSync(new URL(`../../../site/src/${path}`, import.meta.url), "utf8");

test("the privacy page states that members can correct their name and phone number in the account", () => {
  expect(privacy?.body).toContain("vardą, pavardę ir telefono numerį paskyroje pakeisite patys");
  expect(privacy?._translations.en?.body).toContain(
    "You can change your name and phone number in your account yourself",
  );
});

test("the account page has a form for name and phone number that saves them", () => {
  const form = siteFile("pages/account/profile.tsx");
  expect(form).toContain("members.updateMe({ profile: profileChange(");
  for (const field of ["firstName", "lastName", "phone"]) expect(form).toContain(`"${field}"`);
});

test("the platform lets a member change their name and phone number", async () => {
  const member = await platform.member({ email: "ona@example.lt" });
  const { members } = platform.as(member.token);
  const profile = { firstName: "Austėja", lastName: "Lapė", phones: ["+37061234567"] };
  await members.updateMe({ profile });
  const account = platform.db.selectFrom("account").selectAll().where("id", "=", member.id);
  expect(await account.executeTakeFirstOrThrow()).toMatchObject({ firstName: "Austėja", lastName: "Lapė" });
});
