import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
let owner: ReturnType<TestPlatform["as"]>["resources"];
beforeAll(async () => {
  platform = await createTestPlatform();
  owner = platform.as(platform.key).resources;
});
afterAll(() => platform.close());

const refusal = (code: string, status = 404) => expect.objectContaining({ code, status });
const hours = (count: number) => new Date(platform.clock.now.getTime() + count * 3_600_000);

/** Creates a service with a session, by default two hours from now. */
async function session(use: { staffIds?: string[]; resourceIds?: string[] }, inHours = 2) {
  const { db, siteId, clock } = platform;
  const dates = { createdDate: clock.now, updatedDate: clock.now };
  const [serviceId, policyId, id] = [newId(), newId(), newId()];
  await db
    .insertInto("bookingPolicy")
    .values({ siteId, id: policyId, name: "Įprasta", rules: "{}", ...dates })
    .execute();
  await db
    .insertInto("service")
    .values({
      siteId,
      id: serviceId,
      type: "CLASS",
      name: "Įvadas",
      defaultCapacity: 8,
      policyId,
      scheduleId: newId(),
      payment: "{}",
      onlineBooking: "{}",
      ...dates,
    })
    .execute();
  const times = { startDate: hours(inHours), endDate: hours(inHours + 1) };
  await db
    .insertInto("session")
    .values({ siteId, id, serviceId, scheduleId: newId(), ...times, ...use, ...dates })
    .execute();
  return id;
}

test("a trainer can be added, changed, read without private data, and removed", async () => {
  const accountId = await platform.account({ role: "trainer" });
  const workingHours = [
    { weekday: 1, start: "09:00", end: "12:00" },
    { weekday: 1, start: "13:00", end: "17:00" },
  ];
  const { staffMember } = await owner.createStaff({
    staffMember: {
      name: "Rūta",
      title: "trenerė",
      email: "ruta@uola.example",
      accountId,
      maxParticipants: 6,
      workingHours,
    },
  });
  expect(staffMember.workingHours).toMatchObject([
    { weekday: 1, day: "MON", dayOfWeek: "MONDAY", start: "09:00", end: "12:00" },
    { start: "13:00", end: "17:00" },
  ]);
  const { staffMember: changed } = await owner.updateStaff({
    staffMember: {
      id: staffMember.id,
      revision: staffMember.revision,
      title: "vyr. trenerė",
      maxParticipants: null,
      workingHours: workingHours.slice(1),
    },
  });
  expect(changed).toMatchObject({ name: "Rūta", title: "vyr. trenerė", maxParticipants: null, accountId });
  expect(changed.workingHours).toHaveLength(1);

  const { staffMember: hidden } = await owner.createStaff({ staffMember: { name: "Slapta", hidden: true } });
  const { staff } = await platform.as(platform.visitor()).resources.listStaff({});
  expect(staff.map(({ name }) => name)).toContain("Rūta");
  expect(staff.map(({ id }) => id)).not.toContain(hidden.id);
  expect(staff.find(({ id }) => id === staffMember.id)).toMatchObject({ email: null, accountId: null });
  expect((await owner.listStaff({})).staff.map(({ id }) => id)).toContain(hidden.id);

  await owner.removeStaff({ staffId: hidden.id });
  await expect(owner.removeStaff({ staffId: hidden.id })).rejects.toEqual(refusal("STAFF_NOT_FOUND"));
  const audits = platform.db.selectFrom("audit").select("action").where("entityId", "=", hidden.id).orderBy("id");
  expect((await audits.execute()).map(({ action }) => action)).toEqual(["staff.create", "staff.remove"]);
});

test("rejects the later of two changes of the same trainer or wall", async () => {
  const { staffMember } = await owner.createStaff({ staffMember: { name: "Agnė", title: "trenerė" } });
  const { resource } = await owner.create({ resource: { type: "WALL", name: "Didžioji", units: 1 } });
  expect([staffMember.revision, resource.revision]).toEqual(["1", "1"]);
  const { id } = staffMember;
  const { staffMember: first } = await owner.updateStaff({ staffMember: { id, revision: "1", title: "vyr. trenerė" } });
  expect(first.revision).toBe("2");
  const later = owner.updateStaff({ staffMember: { id, revision: "1", name: "Agnietė" } });
  await expect(later).rejects.toMatchObject({ code: "REVISION_MISMATCH", status: 409, data: { revision: "2" } });
  await owner.update({ resource: { id: resource.id, revision: "1", units: 2 } });
  const laterStill = owner.update({ resource: { id: resource.id, revision: "1", name: "Mažoji" } });
  await expect(laterStill).rejects.toMatchObject({ code: "REVISION_MISMATCH", status: 409 });
  expect((await owner.listStaff({})).staff.find((each) => each.id === id)).toMatchObject({
    name: "Agnė",
    revision: "2",
  });
  const at = await Promise.allSettled(
    ["a", "b", "c"].map((title) => owner.updateStaff({ staffMember: { id, revision: "2", title } })),
  );
  expect(at.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a trainer can be linked only to an account with the trainer or owner role", async () => {
  const member = await platform.account();
  for (const accountId of [member, newId()]) {
    const input = { staffMember: { name: "Rūta", accountId } };
    await expect(owner.createStaff(input)).rejects.toEqual(refusal("ACCOUNT_NOT_FOUND"));
  }
  const { staffMember } = await owner.createStaff({ staffMember: { name: "Ieva" } });
  const change = owner.updateStaff({ staffMember: { id: staffMember.id, revision: "1", accountId: member } });
  await expect(change).rejects.toEqual(refusal("ACCOUNT_NOT_FOUND"));
  const nobody = owner.updateStaff({ staffMember: { id: newId(), revision: "1", name: "Niekas" } });
  await expect(nobody).rejects.toEqual(refusal("STAFF_NOT_FOUND"));
});

test.each([
  [[{ weekday: 2, start: "12:00", end: "12:00" }], "workingHours.0.end"],
  [
    [
      { weekday: 2, start: "09:00", end: "12:00" },
      { weekday: 2, start: "11:59", end: "13:00" },
    ],
    "workingHours.1",
  ],
])("rejects the working hours %j", async (workingHours, field) => {
  const { body, status } = await platform.ask("/v1/staff", {
    token: platform.key,
    body: JSON.stringify({ staffMember: { name: "Rūta", workingHours } }),
  });
  expect(status).toBe(400);
  expect(body.details.validationError.fieldViolations[0].field).toBe(`staffMember.${field}`);
});

test("working hours may end at 24:00 but not start at 24:00", async () => {
  const staffOf = (start: string, end: string) =>
    owner.createStaff({ staffMember: { name: "Naktinė", workingHours: [{ weekday: 5, start, end }] } });
  expect((await staffOf("20:00", "24:00")).staffMember.workingHours).toMatchObject([{ start: "20:00", end: "24:00" }]);
  await expect(staffOf("24:00", "24:00")).rejects.toMatchObject({ kind: "validation" });
});

test.each(["WED", "WEDNESDAY", 3])("accepts a weekday given as %s and returns it in every format", async (weekday) => {
  const { body } = await platform.ask("/v1/resources", {
    token: platform.key,
    body: JSON.stringify({
      resource: { type: "WALL", name: "Siena", workingHours: [{ weekday, start: "09:00", end: "10:00" }] },
    }),
  });
  expect(body.resource.workingHours).toEqual([
    { weekday: 3, day: "WED", dayOfWeek: "WEDNESDAY", start: "09:00", end: "10:00" },
  ]);
});

test("a trainer or a resource needed by an upcoming session cannot be removed", async () => {
  const { staffMember } = await owner.createStaff({ staffMember: { name: "Tomas" } });
  const { resource } = await owner.create({ resource: { type: "AUTO_BELAY", name: "Automatas", units: 2 } });
  const id = await session({ staffIds: [staffMember.id], resourceIds: [resource.id] });
  await expect(owner.removeStaff({ staffId: staffMember.id })).rejects.toEqual(refusal("STAFF_IN_USE", 409));
  await expect(owner.remove({ resourceId: resource.id })).rejects.toEqual(refusal("RESOURCE_IN_USE", 409));
  await platform.db.updateTable("session").set({ status: "CANCELLED" }).where("id", "=", id).execute();
  await owner.removeStaff({ staffId: staffMember.id });
  await owner.remove({ resourceId: resource.id });
  await expect(owner.remove({ resourceId: resource.id })).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
  expect((await owner.list({})).resources.map(({ id }) => id)).not.toContain(resource.id);
});

test("updates only the given fields of a resource, and rejects an unknown location", async () => {
  const { resource } = await owner.create({ resource: { type: "ROOM", name: "Salė" } });
  expect(resource).toMatchObject({ units: 1, hidden: false, workingHours: [] });
  const { resource: changed } = await owner.update({ resource: { id: resource.id, revision: "1", units: 3 } });
  expect(changed).toMatchObject({ name: "Salė", type: "ROOM", units: 3 });
  const nowhere = owner.update({ resource: { id: resource.id, revision: changed.revision, locationId: newId() } });
  await expect(nowhere).rejects.toMatchObject({ kind: "validation", status: 400 });
  const none = owner.update({ resource: { id: newId(), revision: "1", units: 3 } });
  await expect(none).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
});

test("adding a time off returns the affected sessions, and the time off is listed and can be deleted", async () => {
  const { staffMember } = await owner.createStaff({ staffMember: { name: "Agnė" } });
  const within = await session({ staffIds: [staffMember.id] }, 30);
  await session({ staffIds: [staffMember.id] }, 50);
  const input = { resourceId: staffMember.id, startDate: hours(24), endDate: hours(48), reason: "atostogos" };
  const { timeOff, affectedSessionIds } = await owner.addTimeOff({ timeOff: input });
  expect(affectedSessionIds).toEqual([within]);
  const listed = () => owner.listTimeOff({ from: hours(0), to: hours(25), resourceIds: [staffMember.id] });
  expect((await listed()).timeOff).toEqual([timeOff]);
  await owner.removeTimeOff({ timeOffId: timeOff.id });
  expect((await listed()).timeOff).toEqual([]);
  await expect(owner.removeTimeOff({ timeOffId: timeOff.id })).rejects.toEqual(refusal("TIME_OFF_NOT_FOUND"));
  const nobody = owner.addTimeOff({ timeOff: { ...input, resourceId: newId() } });
  await expect(nobody).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
  const backwards = owner.addTimeOff({ timeOff: { ...input, endDate: input.startDate } });
  await expect(backwards).rejects.toMatchObject({ kind: "validation", status: 400 });
});
