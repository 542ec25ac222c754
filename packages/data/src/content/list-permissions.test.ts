import { readFile } from "node:fs/promises";
import type { DataCollection, Role } from "@uola/contract";
import { createContext } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createData } from "../index.ts";
import { createTestPlatform, type TestPlatform, urls } from "../testing.ts";
import { lists } from "./lists.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
  const { siteId, accounts, clock, connection } = platform;
  const context = createContext({ connection, siteId, accounts, urls, now: () => clock.now });
  await createData(context, {}).siteLists.seed({});
  await context.changes.stop();
});
afterAll(() => platform.close());

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "allowed",
    ({ code }: { code?: string }) => code,
  );
const clientOf = async (role: Exclude<Role, "visitor">) => platform.as((await platform.member({ role })).token);
const refused = "WDE0027";

describe.each(Object.entries(lists))("permissions of the list %s", (dataCollectionId, { writer }) => {
  test.each(["trainer", "editor"] as const)(
    "lets the role %s write only if the list's writer is CMS_EDITOR",
    async (role) => {
      const { items, editing } = await clientOf(role);
      const dataItem = { id: "x", data: {} };
      const one = { dataCollectionId, dataItemId: "x" };
      const fieldUpdate = { fieldPath: "order", action: "SET_FIELD", setField: { value: 1 } } as const;
      const codes = await Promise.all([
        codeOf(items.insert({ dataCollectionId, dataItem })),
        codeOf(items.save({ dataCollectionId, dataItem })),
        codeOf(items.update({ dataCollectionId, dataItem })),
        codeOf(items.patch({ dataCollectionId, patchSet: { dataItemId: "x", fieldUpdates: [fieldUpdate] } })),
        codeOf(items.remove(one)),
        codeOf(items.bulkInsert({ dataCollectionId, dataItems: [dataItem] })),
        codeOf(items.bulkSave({ dataCollectionId, dataItems: [dataItem] })),
        codeOf(items.bulkUpdate({ dataCollectionId, dataItems: [dataItem] })),
        codeOf(items.bulkRemove({ dataCollectionId, dataItemIds: ["x"] })),
        codeOf(editing.save({ ...one, data: {} })),
        codeOf(editing.saveDraft({ ...one, data: {} })),
      ]);
      if (writer === "ADMIN") expect(new Set(codes)).toEqual(new Set([refused]));
      else expect(codes).not.toContain(refused);
    },
  );

  test.each(["desk", "accountant", "member"] as const)("rejects writes by the role %s", async (role) => {
    const { items } = await clientOf(role);
    expect(await codeOf(items.save({ dataCollectionId, dataItem: { id: "x", data: {} } }))).toBe(refused);
  });

  test("lets visitors read the list", async () => {
    expect(await codeOf(platform.as(platform.visitor()).items.query({ dataCollectionId }))).toBe("allowed");
  });
});

describe("migration of lists with the former default permissions", () => {
  const former = { read: "ANYONE", insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR" } as const;
  const ownersOnly = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" };
  const permissionsOf = async (id: string) => {
    const row = await platform.db.selectFrom("collection").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return { permissions: (row.definition as { permissions: object }).permissions, revision: row.revision };
  };
  async function setPermissions(id: string, permissions: DataCollection["permissions"]) {
    const { collections } = platform.as(platform.key);
    const { collection } = await collections.get({ dataCollectionId: id });
    await collections.update({ collection: { ...collection, permissions } });
    await platform.db.deleteFrom("audit").where("action", "=", "collection.update").execute();
  }
  async function migrate() {
    const file = new URL("../migrations/0073_list_permissions.sql", import.meta.resolve("@uola/database"));
    await sql.raw(await readFile(file, "utf8")).execute(platform.db);
  }

  test("restricts default permissions of prices and redirects, keeps the owner's settings and audits the change", async () => {
    const chosen = { ...former, update: "SITE_MEMBER" } as const;
    for (const id of ["Prices", "Redirects", "News"]) await setPermissions(id, former);
    await setPermissions("Documents", chosen);
    const before = await permissionsOf("Prices");
    await migrate();
    expect(await permissionsOf("Prices")).toEqual({ permissions: ownersOnly, revision: before.revision + 1 });
    expect((await permissionsOf("Redirects")).permissions).toEqual(ownersOnly);
    expect((await permissionsOf("Documents")).permissions).toEqual(chosen);
    expect((await permissionsOf("News")).permissions).toEqual(former);
    const noted = await platform.db
      .selectFrom("audit")
      .select(["actor", "before", "after"])
      .where("action", "=", "collection.update")
      .where("entity", "=", "data_collection")
      .execute();
    expect(noted).toHaveLength(2);
    expect(noted).toContainEqual({
      actor: { kind: "system", id: "content" },
      before: expect.objectContaining({ displayName: "Kainos", permissions: former }),
      after: expect.objectContaining({ displayName: "Kainos", permissions: ownersOnly }),
    });
    await migrate();
    expect((await permissionsOf("Prices")).revision).toBe(before.revision + 1);
  });

  test("cancels the scheduled publication of an editor's draft, but not that of the owner's draft", async () => {
    await setPermissions("Prices", former);
    const editor = await clientOf("editor");
    const owner = platform.as((await platform.member({ role: "owner" })).token);
    const publishDate = new Date(platform.clock.now.getTime() + 3_600_000);
    const draft = (dataItemId: string) => ({
      dataCollectionId: "Prices",
      dataItemId,
      data: { name: "a" },
      publishDate,
    });
    await editor.editing.saveDraft(draft("editor"));
    await owner.editing.saveDraft(draft("owner"));
    await platform.as(platform.key).editing.saveDraft(draft("key"));
    await migrate();
    const stored = platform.db.selectFrom("itemDraft").select(["itemId", "publishDate"]);
    const drafts = await stored.where("itemId", "!=", "x").execute();
    expect(new Map(drafts.map(({ itemId, publishDate }) => [itemId, publishDate]))).toEqual(
      new Map([
        ["editor", null],
        ["owner", publishDate],
        ["key", publishDate],
      ]),
    );
  });
});
