import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
let owner: { id: string; token: string };
beforeAll(async () => {
  platform = await createTestPlatform();
  owner = await platform.member({ role: "owner", email: "owner@example.lt" });
});
afterAll(() => platform.close());

const call = (path: string, as = owner.token, body: object = {}, method = "POST") =>
  platform.ask(`/v1/members${path}`, { token: as, method, ...(method !== "GET" && { body: JSON.stringify(body) }) });
const read = (path: string, as = owner.token) => call(path, as, {}, "GET");
const query = async (filter: object, more: object = {}) =>
  (await call("/query", owner.token, { query: { filter, ...more } })).body;
const auditOf = async (id: string) =>
  platform.db.selectFrom("audit").select(["action", "actor"]).where("entityId", "=", id).orderBy("id").execute();

describe("members", () => {
  test("the member list can be filtered by status, role, address and name, and paged", async () => {
    const ids = await Promise.all(
      ["rasa", "rimas", "rita"].map((name) => platform.account({ email: `${name}@find.lt`, role: "trainer" })),
    );
    await platform.db
      .updateTable("account")
      .set({ firstName: "Rimas", lastName: "Uola" })
      .where("email", "=", "rimas@find.lt")
      .execute();
    await platform.account({ email: "gone@find.lt", status: "DELETED" });
    await platform.account({ email: "waits@find.lt", status: "PENDING", reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] });

    const emails = async (filter: object) =>
      ((await query(filter)).members as { identity: { email: { address: string } } }[])
        .map((each) => each.identity.email.address)
        .sort();
    expect(await emails({ email: { $endsWith: "@find.lt" } })).toEqual([
      "rasa@find.lt",
      "rimas@find.lt",
      "rita@find.lt",
      "waits@find.lt",
    ]);
    expect(await emails({ role: "trainer" })).toHaveLength(3);
    expect(await emails({ name: { $contains: "rimas uo" } })).toEqual(["rimas@find.lt"]);
    expect(await emails({ status: { $in: ["PENDING", "BLOCKED"] } })).toEqual(["waits@find.lt"]);
    expect(await emails({ statusReasons: { $hasSome: ["PENDING_ADMIN_APPROVAL_REQUIRED"] } })).toEqual([
      "waits@find.lt",
    ]);
    const page = await query(
      { role: "trainer" },
      { paging: { limit: 2 }, sort: [{ fieldName: "email", order: "ASC" }] },
    );
    expect(page.members.map((each: { role: string }) => each.role)).toEqual(["trainer", "trainer"]);
    expect(page.pagingMetadata).toMatchObject({ count: 2, total: 3 });
    expect(page.members[0].identity).toMatchObject({ id: ids[0], tenant: { id: platform.siteId, type: "SITE" } });
    for (const filter of [{ passwordHash: "x" }, { siteId: platform.siteId }, { password_hash: "x" }]) {
      expect(await call("/query", owner.token, { query: { filter } })).toMatchObject(
        refusalResponse(400, "INVALID_FILTER"),
      );
    }
  });

  test("searches members by words of the name and address, ignoring diacritics, and by phone number digits", async () => {
    const zose = await platform.account({ email: "zose@search.lt" });
    await platform.db
      .updateTable("account")
      .set({
        firstName: "Žose",
        lastName: "Kopėčiūtė",
        profile: JSON.stringify({ phones: ["+370 612 34567"], phonesV2: [{ phone: "(8-655) 11122" }] }),
      })
      .where("id", "=", zose)
      .execute();
    await platform.account({ email: "jonas_x@search.lt" });
    const found = async (text: string) =>
      ((await query({ $search: text })).members as { identity: { email: { address: string } } }[]).map(
        ({ identity }) => identity.email.address,
      );
    for (const text of [
      "zose",
      "KOPEČ",
      "kopeciute zose",
      "zose@sea",
      "61234",
      "8 612 34567",
      "+370 (612) 345-67",
      "65511122",
    ]) {
      expect(await found(text), text).toEqual(["zose@search.lt"]);
    }
    expect(await found("jonas_x")).toEqual(["jonas_x@search.lt"]);
    for (const text of ["zose jonas", "99999", "%", "zos_"]) expect(await found(text), text).toEqual([]);
    expect(await call("/query", owner.token, { query: { filter: { $search: { a: 1 } } } })).toMatchObject(
      refusalResponse(400, "INVALID_FILTER"),
    );
  });

  test("returns a member by id; every call returns 404 for an unknown or deleted member", async () => {
    const id = await platform.account();
    expect((await read(`/${id}`)).body.member).toMatchObject({ identity: { id }, role: "member" });
    for (const nobody of [newId(), await platform.account({ status: "DELETED" })]) {
      expect(await read(`/${nobody}`)).toMatchObject(refusalResponse(404, "MEMBER_NOT_FOUND"));
      for (const action of ["approve", "block", "unblock", "require-new-password"]) {
        expect(await call(`/${nobody}/${action}`)).toMatchObject(refusalResponse(404, "MEMBER_NOT_FOUND"));
      }
      expect(await call(`/${nobody}/role`, owner.token, { role: "trainer" })).toMatchObject(
        refusalResponse(404, "MEMBER_NOT_FOUND"),
      );
      expect(await call(`/${nobody}`, owner.token, {}, "DELETE")).toMatchObject(
        refusalResponse(404, "MEMBER_NOT_FOUND"),
      );
    }
  });
});

describe("the owner", () => {
  test("the owner can approve, block, promote and delete members, and each change is audited", async () => {
    const { id, token } = await platform.member({ status: "ACTIVE" });
    const pending = await platform.account({ status: "PENDING", reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] });
    expect((await call(`/${pending}/approve`)).body.member.identity.status).toEqual({ name: "ACTIVE", reasons: [] });
    expect((await call(`/${id}/block`)).body.member.identity.status.name).toBe("BLOCKED");
    expect((await call(`/${id}/unblock`)).body.member.identity.status.name).toBe("ACTIVE");
    expect((await call(`/${id}/require-new-password`)).body.member.identity.id).toBe(id);
    expect((await call(`/${id}/role`, owner.token, { role: "trainer" })).body.member.role).toBe("trainer");
    expect((await call(`/${id}`, owner.token, {}, "DELETE")).body).toEqual({});
    await expect(platform.as(token).members.me({}), "a deleted member is signed out").rejects.toMatchObject({
      status: 401,
    });
    const actions = [
      "account.block",
      "account.unblock",
      "account.requireNewPassword",
      "account.setRole",
      "account.remove",
    ];
    const actor = expect.objectContaining({ kind: "member", id: owner.id });
    expect((await auditOf(id)).slice(-5)).toEqual(actions.map((action) => ({ action, actor })));
    const gone = await platform.accounts.find(id);
    expect(gone).toMatchObject({ status: "DELETED", firstName: null, email: `${id}@deleted.invalid` });
  });

  test("blocking a member signs them out immediately", async () => {
    const { id, token } = await platform.member();
    expect((await read("/me", token)).status).toBe(200);
    await call(`/${id}/block`);
    const session = platform.db.selectFrom("memberSession").select("endedDate").where("accountId", "=", id);
    expect((await session.executeTakeFirstOrThrow()).endedDate).not.toBeNull();
    expect((await read("/me", token)).status).toBe(401);
  });

  test("rejects the removal of the last owner, even when two owners step down at the same time", async () => {
    for (const gone of await platform.db.selectFrom("account").select("id").where("role", "=", "owner").execute()) {
      if (gone.id !== owner.id) await platform.accounts.remove(gone.id);
    }
    const last = refusalResponse(409, "LAST_OWNER");
    expect(await call(`/${owner.id}/role`, owner.token, { role: "member" })).toMatchObject(last);
    expect(await call(`/${owner.id}/block`)).toMatchObject(last);
    expect(await call(`/${owner.id}`, owner.token, {}, "DELETE")).toMatchObject(last);
    const second = await platform.account({ role: "owner" });
    const both = await Promise.all(
      [owner.id, second].map((id) => call(`/${id}/role`, platform.key, { role: "member" })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await platform.db.updateTable("account").set({ role: "owner" }).where("id", "=", owner.id).execute();
  });

  test("the owner changes the sign-up rules individually, and each change is audited", async () => {
    expect((await read("/sign-up-rules")).body.rules).toEqual({ emailVerification: false, ownerApproval: false });
    const change = (rules: object) => call("/sign-up-rules", owner.token, { rules }, "PATCH");
    expect((await change({ ownerApproval: true })).body.rules).toEqual({
      emailVerification: false,
      ownerApproval: true,
    });
    expect((await change({ emailVerification: true })).body.rules).toEqual({
      emailVerification: true,
      ownerApproval: true,
    });
    expect((await read("/sign-up-rules")).body.rules).toEqual({ emailVerification: true, ownerApproval: true });
    expect((await auditOf(platform.siteId)).map(({ actor }) => actor)).toEqual(
      Array(2).fill(expect.objectContaining({ id: owner.id })),
    );
  });
});

describe("a member's own profile", () => {
  test("rejects access to a member's own profile with an API key", async () => {
    expect(await read("/me", platform.key)).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
    expect(await call("/me", platform.key, { profile: {} }, "PATCH")).toMatchObject(
      refusalResponse(403, "PERMISSION_DENIED"),
    );
  });

  test("a profile update changes only the given fields, and only one of several concurrent updates succeeds", async () => {
    const { token } = await platform.member();
    const update = (profile: object, revision?: string) => call("/me", token, { profile, revision }, "PATCH");
    const first = await update({ company: "Uola", position: "Meistrė", lastName: "Onaitė" });
    expect(first.body.identity.identityProfile).toMatchObject({
      firstName: "Ona",
      lastName: "Onaitė",
      company: "Uola",
    });
    const cleared = await update({ company: null });
    expect(cleared.body.identity.identityProfile.company).toBeUndefined();
    expect(cleared.body.identity.identityProfile.position).toBe("Meistrė");
    const { revision } = cleared.body.identity;
    const answers = await Promise.all(["a", "b", "c"].map((company) => update({ company }, revision)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusalResponse(409, "REVISION_CONFLICT"));
  });
});
