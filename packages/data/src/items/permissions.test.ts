import { randomUUID } from "node:crypto";
import { createAccounts } from "@uola/accounts";
import { CollectionRole, items as contract } from "@uola/contract";
import { freshDatabase } from "@uola/database/testing";
import { type Caller, type Context, createChanges } from "@uola/kernel";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccessLevel, type Action, createCollections } from "../collections/collections.ts";
import { createCollection } from "../collections/testing.ts";
import { createItemAccess } from "./item-access.ts";
import { items } from "./items.ts";

// An unknown role cannot be stored in a collection.
type Role = Exclude<CollectionRole, "UNKNOWN_ROLE">;
/**
 * docs/rules/permissions.md as a table: the access of each caller for each role in a collection's
 * permissions.
 */
const may: Record<Role, Record<"visitor" | "member" | "trainer" | "editor" | "owner", AccessLevel>> = {
  ANYONE: { visitor: "all", member: "all", trainer: "all", editor: "all", owner: "all" },
  SITE_MEMBER: { visitor: "none", member: "all", trainer: "all", editor: "all", owner: "all" },
  SITE_MEMBER_AUTHOR: { visitor: "none", member: "own", trainer: "all", editor: "all", owner: "all" },
  CMS_EDITOR: { visitor: "none", member: "none", trainer: "all", editor: "all", owner: "all" },
  ADMIN: { visitor: "none", member: "none", trainer: "none", editor: "none", owner: "all" },
  PRIVILEGED: { visitor: "none", member: "none", trainer: "none", editor: "none", owner: "all" },
};

let close: () => Promise<void>;
let context: Context;
let calls: ReturnType<typeof items>;
beforeAll(async () => {
  const platform = await freshDatabase();
  close = platform.close;
  const { connection, db, siteId } = platform;
  const now = () => new Date("2026-09-01T09:00:00Z");
  const accounts = createAccounts({ db, siteId, now, secret: "a secret of the test" });
  const log = pino({ level: "silent" });
  context = { connection, db, siteId, now, accounts, log, changes: createChanges(connection, siteId, log) } as Context;
  const databases = { find: async () => undefined, list: async () => [] };
  calls = items(context, createItemAccess(context, createCollections(context)), databases);
  await createCollection(context, { id: "referred", fields: { n: "NUMBER" } });
});
afterAll(() => close());

const callOf = (role: Caller["role"]) => {
  const kind = role === "visitor" ? "visitor" : "member";
  return { caller: { role, kind, id: randomUUID() } satisfies Caller, requestId: "test", from: {} };
};
type Call = ReturnType<typeof callOf>;
type Name = keyof typeof contract;
type Attempt = (dataCollectionId: string, id: string, by: Call) => Promise<unknown>;

const data = { n: 1 };
const update = { fieldPath: "n", action: "INCREMENT_FIELD", incrementField: { value: 1 } } as const;
const to = (referringItemId: string) => ({ referringItemFieldName: "many", referringItemId, referencedItemId: "x" });

/** Throws the error of the first result, as if the call were a single-item call. */
async function first(answer: Promise<{ results: readonly object[] }>): Promise<void> {
  const [result] = (await answer).results as readonly { [name: string]: { error?: object | null } }[];
  const error = result?.itemMetadata?.error ?? result?.referenceMetadata?.error;
  if (error) throw error;
}

/** All operations on one item, with the permission that each requires. */
const attempts: Record<Exclude<Name, "truncate">, [Action, Attempt]> = {
  get: ["read", (dataCollectionId, dataItemId, by) => calls.get({ dataCollectionId, dataItemId }, by)],
  query: [
    "read",
    async (dataCollectionId, id, by) => {
      const { dataItems } = await calls.query({ dataCollectionId, query: { filter: { _id: id } } }, by);
      if (dataItems.length === 0) throw { code: "WDE0073" };
    },
  ],
  count: [
    "read",
    async (dataCollectionId, id, by) => {
      const { totalCount } = await calls.count({ dataCollectionId, filter: { _id: id } }, by);
      if (totalCount === 0) throw { code: "WDE0073" };
    },
  ],
  aggregate: [
    "read",
    async (dataCollectionId, id, by) => {
      const aggregation = { groupingFields: ["n"] };
      const { results } = await calls.aggregate({ dataCollectionId, initialFilter: { _id: id }, aggregation }, by);
      if (results.length === 0) throw { code: "WDE0073" };
    },
  ],
  queryDistinctValues: [
    "read",
    async (dataCollectionId, id, by) => {
      const input = { dataCollectionId, fieldName: "_id", filter: { _id: id } };
      const { distinctValues } = await calls.queryDistinctValues(input, by);
      if (distinctValues.length === 0) throw { code: "WDE0073" };
    },
  ],
  queryReferenced: [
    "read",
    (dataCollectionId, referringItemId, by) =>
      calls.queryReferenced({ dataCollectionId, referringItemId, referringItemFieldName: "many" }, by),
  ],
  isReferenced: ["read", (dataCollectionId, id, by) => calls.isReferenced({ dataCollectionId, ...to(id) }, by)],
  insert: ["insert", (dataCollectionId, _, by) => calls.insert({ dataCollectionId, dataItem: { data } }, by)],
  bulkInsert: [
    "insert",
    (dataCollectionId, _, by) => first(calls.bulkInsert({ dataCollectionId, dataItems: [{ data }] }, by)),
  ],
  update: ["update", (dataCollectionId, id, by) => calls.update({ dataCollectionId, dataItem: { id, data } }, by)],
  save: ["update", (dataCollectionId, id, by) => calls.save({ dataCollectionId, dataItem: { id, data } }, by)],
  bulkUpdate: [
    "update",
    (dataCollectionId, id, by) => first(calls.bulkUpdate({ dataCollectionId, dataItems: [{ id, data }] }, by)),
  ],
  bulkSave: [
    "update",
    (dataCollectionId, id, by) => first(calls.bulkSave({ dataCollectionId, dataItems: [{ id, data }] }, by)),
  ],
  patch: [
    "update",
    (dataCollectionId, dataItemId, by) =>
      calls.patch({ dataCollectionId, patchSet: { dataItemId, fieldUpdates: [update] } }, by),
  ],
  bulkPatch: [
    "update",
    (dataCollectionId, dataItemId, by) =>
      first(calls.bulkPatch({ dataCollectionId, patchSets: [{ dataItemId, fieldUpdates: [update] }] }, by)),
  ],
  insertReference: [
    "update",
    (dataCollectionId, id, by) => calls.insertReference({ dataCollectionId, dataItemReference: to(id) }, by),
  ],
  removeReference: [
    "update",
    (dataCollectionId, id, by) => calls.removeReference({ dataCollectionId, dataItemReference: to(id) }, by),
  ],
  bulkInsertReferences: [
    "update",
    (dataCollectionId, id, by) =>
      first(calls.bulkInsertReferences({ dataCollectionId, dataItemReferences: [to(id)] }, by)),
  ],
  bulkRemoveReferences: [
    "update",
    (dataCollectionId, id, by) =>
      first(calls.bulkRemoveReferences({ dataCollectionId, dataItemReferences: [to(id)] }, by)),
  ],
  replaceReferences: [
    "update",
    (dataCollectionId, referringItemId, by) =>
      calls.replaceReferences({ dataCollectionId, referringItemFieldName: "many", referringItemId }, by),
  ],
  bulkRemove: [
    "remove",
    (dataCollectionId, id, by) => first(calls.bulkRemove({ dataCollectionId, dataItemIds: [id] }, by)),
  ],
  remove: [
    "remove",
    // The previous call has removed the item.
    async (dataCollectionId, dataItemId, by) => {
      await calls.save(
        { dataCollectionId, dataItem: { id: dataItemId, data: { _owner: ownerOf(dataItemId) } } },
        owner,
      );
      await calls.remove({ dataCollectionId, dataItemId }, by);
    },
  ],
};

const owner = callOf("owner");
const members = new Map<string, string>();
const ownerOf = (id: string) => members.get(id) ?? "somebody";

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "yes",
    (error) => error.code ?? String(error),
  );

/**
 * Returns the expected outcome. Items of others are hidden from callers who may read only their
 * own; other access to them is rejected.
 */
function expected(action: Action, allowed: AccessLevel, isOwn: boolean): string {
  if (allowed === "none") return "WDE0027";
  if (allowed === "all" || action === "insert" || isOwn) return "yes";
  return action === "read" ? "WDE0073" : "WDE0027";
}

const many = {
  key: "many",
  type: "MULTI_REFERENCE",
  typeMetadata: { multiReference: { referencedCollectionId: "referred" } },
};
const fields = [{ key: "n", type: "NUMBER" }, many] as Parameters<typeof createCollection>[1]["fields"];

async function fill(dataCollectionId: string, by: Call): Promise<void> {
  members.set(`${by.caller.id}-mine`, by.caller.id);
  const dataItems = [`${by.caller.id}-mine`, "others"].map((id) => ({ id, data: { ...data, _owner: ownerOf(id) } }));
  await calls.bulkSave({ dataCollectionId, dataItems }, owner);
}

describe.each(CollectionRole.exclude(["UNKNOWN_ROLE"]).options)("collection with all permissions for %s", (role) => {
  const id = `for-${role.toLowerCase()}`;
  beforeAll(async () => {
    const permissions = { insert: role, update: role, remove: role, read: role };
    await createCollection(context, { id, fields, permissions });
  });

  test.each(["visitor", "member", "trainer", "editor", "owner"] as const)(
    "allows a %s exactly the operations in the permission table",
    async (caller) => {
      const by = callOf(caller);
      await fill(id, by);
      const allowed = may[role][caller];
      for (const [name, [action, attempt]] of Object.entries(attempts)) {
        for (const itemId of [`${by.caller.id}-mine`, "others"]) {
          const isOwn = itemId !== "others";
          const came = await outcome(attempt(id, itemId, by));
          expect(came, `${name}, ${isOwn ? "mine" : "others"}`).toBe(expected(action, allowed, isOwn));
        }
      }
      expect(await outcome(calls.truncate({ dataCollectionId: id }, by))).toBe(allowed === "all" ? "yes" : "WDE0027");
    },
  );
});

describe.each(["insert", "update", "remove", "read"] as const)(
  "collection with public permission only for %s",
  (open) => {
    const id = `only-${open}`;
    beforeAll(async () => {
      const closed = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" } as const;
      await createCollection(context, { id, fields, permissions: { ...closed, [open]: "ANYONE" } });
    });

    test("checks the specific permission of each operation", async () => {
      const by = callOf("visitor");
      await fill(id, by);
      for (const [name, [action, attempt]] of Object.entries(attempts)) {
        const came = await outcome(attempt(id, "others", by));
        expect(came, name).toBe(action === open ? "yes" : "WDE0027");
      }
      const fresh = { dataCollectionId: id, dataItem: { id: "fresh", data } };
      expect(await outcome(calls.save(fresh, by)), "save what is new").toBe(open === "insert" ? "yes" : "WDE0027");
      expect(await outcome(calls.truncate({ dataCollectionId: id }, by))).toBe(open === "remove" ? "yes" : "WDE0027");
    });
  },
);

test("does not create the sandbox for a caller without write permission", async () => {
  const id = "no-sandbox";
  const closed = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" } as const;
  await createCollection(context, { id, fields, permissions: closed });
  const by = callOf("visitor");
  const live = calls;
  calls = inSandbox(live);
  for (const [name, [action, attempt]] of Object.entries(attempts)) {
    // A remove call is skipped, because the owner first adds the item, which creates the sandbox.
    if (action === "read" || name === "remove") continue;
    expect(await outcome(attempt(id, "x", by)), name).toBe("WDE0027");
  }
  calls = live;
  const { hasSandbox } = await context.db
    .selectFrom("collection")
    .select("hasSandbox")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(hasSandbox).toBe(false);
});

/** Returns the same calls in the sandbox environment. */
const inSandbox = (all: typeof calls) =>
  Object.fromEntries(
    Object.entries(all).map(([name, call]) => [
      name,
      (input: object, by: Call) =>
        (call as (input: object, by: Call) => Promise<unknown>)({ ...input, environment: "SANDBOX" }, by),
    ]),
  ) as typeof calls;

test("changes references through a reverse field only with permission on the items that store them", async () => {
  const closed = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" } as const;
  const open = { insert: "ANYONE", update: "ANYONE", remove: "ANYONE", read: "ANYONE" } as const;
  await createCollection(context, { id: "authors", fields: { n: "NUMBER" }, permissions: open });
  const typeMetadata = { multiReference: { referencedCollectionId: "authors", referencingFieldKey: "books" } };
  const authorsOf = { key: "authors", type: "MULTI_REFERENCE", typeMetadata } as const;
  await createCollection(context, { id: "books", fields: [authorsOf] as never, permissions: closed });
  const [visitor, owner] = [callOf("visitor"), callOf("owner")];
  for (const id of ["b1", "b2"]) await calls.insert({ dataCollectionId: "books", dataItem: { id, data: {} } }, owner);
  await calls.insert({ dataCollectionId: "authors", dataItem: { id: "a", data: {} } }, owner);
  const there = { dataCollectionId: "authors" };
  const reference = (referencedItemId: string) => ({
    referringItemFieldName: "books",
    referringItemId: "a",
    referencedItemId,
  });
  const books = async () => {
    const asked = { ...there, referringItemId: "a", referringItemFieldName: "books" };
    const { results } = await calls.queryReferenced(asked, owner);
    return results.map(({ dataItem }) => dataItem?.id);
  };
  await calls.insertReference({ ...there, dataItemReference: reference("b1") }, owner);
  const refused = [
    () => calls.insertReference({ ...there, dataItemReference: reference("b2") }, visitor),
    () => calls.removeReference({ ...there, dataItemReference: reference("b1") }, visitor),
    () => calls.bulkInsertReferences({ ...there, dataItemReferences: [reference("b2")] }, visitor),
    () => calls.bulkRemoveReferences({ ...there, dataItemReferences: [reference("b1")] }, visitor),
    () => calls.replaceReferences({ ...there, ...reference("b2"), newReferencedItemIds: ["b2"] }, visitor),
  ];
  for (const attempt of refused) expect(await outcome(attempt())).toBe("WDE0027");
  // Writing the item leaves the references unchanged.
  await calls.save({ ...there, dataItem: { id: "a", data: { n: 2, books: ["b2"] } } }, visitor);
  await calls.update({ ...there, dataItem: { id: "a", data: { n: 3, books: [] } } }, visitor);
  expect(await books()).toEqual(["b1"]);
  await calls.update({ ...there, dataItem: { id: "a", data: { n: 4, books: ["b2"] } } }, owner);
  expect(await books()).toEqual(["b2"]);
});

test("the permission table covers every operation of the contract", () => {
  expect(Object.keys(contract).filter((name) => !(name in attempts))).toEqual(["truncate"]);
});
