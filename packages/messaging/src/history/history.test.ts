import { newId } from "@uola/database";
import { recordChange } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { changesBetween } from "./rules.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

type Audit = Parameters<typeof recordChange>[1]["audit"];
const system = { kind: "system", id: "test" } as const;
const note = (entityId: string, audit: Partial<Audit>) =>
  recordChange(platform.db, {
    siteId: platform.siteId,
    at: platform.clock.now,
    entity: "booking",
    entityId,
    audit: { actor: system, action: "booking.move", ...audit },
  });
const history = () => platform.as(platform.key).history;

describe("history of an entity", () => {
  test("each history entry has the actor, the changed values and the reason, newest first", async () => {
    const booking = newId();
    const memberId = await platform.account({ email: "rasa@uola.example" });
    const key = await platform.db.selectFrom("apiKey").select("id").executeTakeFirstOrThrow();
    const created = {
      id: booking,
      status: "CREATED",
      revision: "1",
      contactDetails: { firstName: "Ona" },
      tags: ["a"],
    };
    const confirmed = { ...created, status: "CONFIRMED", revision: "2", updatedDate: platform.clock.now };
    const renamed = { ...confirmed, contactDetails: { firstName: "Rasa", phone: null }, tags: ["a", "b"] };
    await note(booking, {
      action: "booking.create",
      actor: { kind: "visitor", id: newId(), role: "visitor" },
      after: created,
    });
    await note(booking, { actor: { kind: "apiKey", id: key.id, role: "owner" }, before: created, after: confirmed });
    const member = { kind: "member", id: memberId, role: "member" } as const;
    await note(booking, { actor: member, before: confirmed, after: renamed, reason: "vardas su klaida" });
    await note(newId(), { after: { secret: true } });

    const { entries, cursors } = await history().query({ entityId: booking });
    expect(cursors.next).toBeFalsy();
    expect(entries).toMatchObject([
      {
        action: "booking.move",
        createdDate: platform.clock.now,
        actor: { kind: "member", id: memberId, name: "Ona" },
        reason: "vardas su klaida",
        changes: [
          { field: "contactDetails.firstName", from: "Ona", to: "Rasa" },
          { field: "tags", from: ["a"], to: ["a", "b"] },
        ],
      },
      { actor: { kind: "apiKey", name: "test" }, changes: [{ field: "status", from: "CREATED", to: "CONFIRMED" }] },
      { action: "booking.create", actor: { kind: "visitor" } },
    ]);
    expect(entries[2]?.actor.name).toBeFalsy();
    expect(entries[2]?.changes).toContainEqual({ field: "status", to: "CREATED" });
  });

  test("the history is paged and only the owner may read it", async () => {
    const entity = newId();
    for (let step = 1; step <= 5; step++) await note(entity, { before: { step: step - 1 }, after: { step } });
    const first = await history().query({ entityId: entity, cursorPaging: { limit: 2 } });
    const rest = await history().query({
      entityId: entity,
      cursorPaging: { cursor: first.cursors.next ?? "", limit: 100 },
    });
    expect([...first.entries, ...rest.entries].map(({ changes }) => changes[0]?.to)).toEqual([5, 4, 3, 2, 1]);
    const strange = history().query({ entityId: entity, cursorPaging: { cursor: "x" } });
    await expect(strange).rejects.toMatchObject({ code: "INVALID_CURSOR" });
    const trainer = platform.as((await platform.member({ role: "trainer" })).token).history;
    await expect(trainer.query({ entityId: entity })).rejects.toMatchObject({ status: 403 });
    expect((await history().query({ entityId: newId() })).entries).toEqual([]);
  });

  test("shows an actor who is not a member as the system", async () => {
    const entity = newId();
    await note(entity, { actor: { kind: "system", id: "waitlist" }, after: { done: true } });
    const { entries } = await history().query({ entityId: entity });
    expect(entries[0]?.actor).toMatchObject({ kind: "system", id: "waitlist" });
  });
});

describe("the search in the change history", () => {
  const at = (day: string) => ({ at: new Date(`${day}T12:00:00Z`) });
  const found = async (searched: object) => {
    const { entries } = await history().search(searched);
    return entries.map(({ changes, entity }) => `${entity} ${changes[0]?.to}`);
  };
  const write = (entity: string, { at }: { at: Date }, to: string, actor: Audit["actor"] = system) =>
    recordChange(platform.db, {
      siteId: platform.siteId,
      at,
      entity,
      entityId: newId(),
      audit: { actor, action: `${entity}.update`, after: { value: to } },
    });

  test("searches the history by actor, entity and date, newest first and paged", async () => {
    const id = await platform.account({ email: "desk@uola.example", role: "desk" });
    const desk = { kind: "member", id, role: "desk" } as const;
    await write("price", at("2031-01-01"), "a");
    await write("price", at("2031-01-03"), "b", desk);
    await write("order", at("2031-01-02"), "c", desk);
    await write("order", at("2031-02-01"), "d", desk);
    const january = { from: new Date("2031-01-01T00:00:00Z"), until: new Date("2031-02-01T00:00:00Z") };
    expect(await found(january)).toEqual(["price b", "order c", "price a"]);
    expect(await found({ actorId: id })).toEqual(["order d", "price b", "order c"]);
    expect(await found({ actorId: id, entity: "order", ...january })).toEqual(["order c"]);
    expect(await found({ entity: "price" })).toEqual(["price b", "price a"]);
    const { entries, cursors } = await history().search({ actorId: id, cursorPaging: { limit: 2 } });
    expect(entries[0]).toMatchObject({ actor: { kind: "member", id }, entity: "order" });
    const rest = await history().search({ actorId: id, cursorPaging: { limit: 2, cursor: cursors.next ?? "" } });
    expect(rest.entries.map(({ changes }) => changes[0]?.to)).toEqual(["c"]);
  });

  test("shows the last recorded name of a changed entity, even after it was deleted", async () => {
    const [service, session, booking, coupon] = [newId(), newId(), newId(), newId()];
    const named = { actor: system, action: "x.update" };
    const at = new Date("2032-01-01T12:00:00Z");
    const write = (entity: string, entityId: string, audit: Partial<Audit>) =>
      recordChange(platform.db, { siteId: platform.siteId, at, entity, entityId, audit: { ...named, ...audit } });
    await write("service", service, { after: { name: "Įvadas" } });
    await write("service", service, { before: { name: "Įvadas" }, after: { name: "Įvadas šeimoms" } });
    await write("service", service, { after: { hidden: true } });
    await write("service", service, { before: { name: "Įvadas šeimoms" } });
    await write("session", session, { before: { serviceId: newId() }, after: { scope: "THIS" } });
    await write("seller", newId(), { after: { serviceId: "none" } });
    const contactDetails = { firstName: "Ona", lastName: "Sava" };
    await write("coupon", coupon, { before: { name: "Ruduo" }, after: { stopped: true } });
    await write("booking", booking, { after: { bookedEntity: { title: "Driežai" }, contactDetails } });
    const { entries } = await history().search({ from: at });
    expect(new Set(entries.map(({ entity, name }) => `${entity}: ${name ?? "–"}`))).toEqual(
      new Set(["service: Įvadas šeimoms", "session: –", "seller: –", "coupon: Ruduo", "booking: Driežai, Ona Sava"]),
    );
  });

  test("only the owner may search the history, not the accountant or the front desk", async () => {
    for (const role of ["desk", "accountant", "trainer", "editor"] as const) {
      const { token } = await platform.member({ role });
      await expect(platform.as(token).history.search({}), role).rejects.toMatchObject({ status: 403 });
    }
  });
});

test.each([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: null }, {}, []],
  [{ revision: "1", updatedDate: "x" }, { revision: "2", updatedDate: "y" }, []],
  [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, [{ field: "a.b.c", from: 1, to: 2 }]],
  [
    { a: { b: 1 } },
    { a: [1] },
    [
      { field: "a", to: [1] },
      { field: "a.b", from: 1 },
    ],
  ],
  [null, { a: false }, [{ field: "a", to: false }]],
  [{ a: "x" }, null, [{ field: "a", from: "x" }]],
  [null, null, []],
])("the changes from %o to %o are %o", (before, after, changes) => {
  expect(changesBetween(before, after)).toEqual(changes);
});
