import { bookingCode } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
let trainer: { id: string; token: string };
beforeAll(async () => {
  gym = await createTestGym();
  service = await gym.service();
  trainer = await gym.member({ role: "trainer", email: "ruta@example.lt" });
});
afterAll(() => gym.close());

const people = (token: string = gym.key) => gym.as(token).people;
type More = { token?: string; inHours?: number; participants?: object[]; of?: typeof service };
async function book(contactDetails: object, more: More = {}) {
  const { token = gym.key, inHours = 48, participants, of = service } = more;
  const sessionId = await gym.session({ service: of, inHours });
  const slot = { sessionId, serviceId: of.id, scheduleId: of.scheduleId };
  const input = {
    bookedEntity: { slot },
    contactDetails,
    selectedPaymentOption: "OFFLINE" as const,
    totalParticipants: participants?.length ?? 1,
    ...(participants && { participants: participants as never }),
  };
  return (await gym.as(token).bookings.create({ booking: input })).booking;
}
const names = async (text: string, token?: string) =>
  (await people(token).search({ text })).people.map(({ firstName, lastName }) =>
    [firstName, lastName].filter(Boolean).join(" "),
  );

describe("who is found", () => {
  test("guests are found by name, address and number, with any diacritics, and listed once", async () => {
    const contact = {
      firstName: "Žilvinė",
      lastName: "Ąžuolaitė",
      email: "zilvine@paštas.example".replace("š", "s"),
      phone: "8 612 34567",
    };
    for (let n = 0; n < 5; n++) await book(contact, { inHours: 30 + n });
    for (const text of [
      "zilvine",
      "ŽILVINĖ ąžuo",
      "azuol zilv",
      "zilvine@pastas",
      "61234567",
      "+370 612 34567",
      "8612",
    ]) {
      expect(await names(text), text).toEqual(["Žilvinė Ąžuolaitė"]);
    }
    const rows = gym.db.selectFrom("contact").select("key").where("email", "=", contact.email).execute();
    expect(await rows).toHaveLength(1);
    expect(await names("nėra tokių")).toEqual([]);
  });

  test("members are found, and guests with a member's address as that member", async () => {
    const { id, token } = await gym.member({ email: "darius.kalnietis@example.lt" });
    await gym.as(token).members.updateMe({ profile: { firstName: "Darius", lastName: "Kalnietis" } });
    await book({ firstName: "Dariukas", email: "Darius.Kalnietis@example.lt" });
    const { people: found } = await people().search({ text: "kalnietis" });
    expect(found).toEqual([
      {
        id,
        kind: "MEMBER",
        firstName: "Darius",
        lastName: "Kalnietis",
        email: "darius.kalnietis@example.lt",
        phone: null,
      },
    ]);
    const { bookings } = await people().bookings({ personId: id, when: "AHEAD" });
    expect(bookings.map(({ contactName }) => contactName)).toEqual(["Dariukas"]);
  });

  test("guests who gave only a name are told apart by their last booking", async () => {
    await book({ firstName: "Austė", lastName: "Tokia" }, { inHours: 30 });
    await book({ firstName: "Austė", lastName: "Tokia" }, { inHours: 60 });
    await book({ firstName: "Austė", lastName: "Kita", phone: "8 612 99999" });
    const { people: found } = await people().search({ text: "austė" });
    expect(found.map(({ lastName, lastBooking }) => [lastName, lastBooking?.startDate])).toEqual([
      ["Kita", undefined],
      ["Tokia", gym.hours(60)],
    ]);
  });

  test("a booking is found by its code, however it is typed", async () => {
    const { id } = await book({ firstName: "Kodas", email: "kodas@example.lt" });
    const { bookings } = await people().search({ text: bookingCode(id).toLowerCase().replaceAll("-", " ") });
    expect(bookings).toMatchObject([{ id, code: bookingCode(id), contactName: "Kodas", status: "CONFIRMED" }]);
  });

  test("children's names are neither searched nor shown", async () => {
    const participants = [{ firstName: "Mažylė", lastName: "Slaptutė", birthYear: 2019 }];
    const { id } = await book({ firstName: "Mama", email: "mama@example.lt" }, { participants });
    expect(await names("slaptute")).toEqual([]);
    const { bookings, people: found } = await people().search({ text: bookingCode(id) });
    expect(JSON.stringify({ bookings, found })).not.toMatch(/Slaptutė|2019/);
  });

  test("a search text is no pattern", async () => {
    await book({ firstName: "Procentas", email: "procentas@example.lt" });
    expect(await names("%%")).toEqual([]);
    expect(await names("pro_entas")).toEqual([]);
  });

  test("only trainers and the owner may search", async () => {
    expect(await names("procentas", trainer.token)).toEqual(["Procentas"]);
    const { token } = await gym.member();
    await expect(people(token).search({ text: "procentas" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});

describe("a person", () => {
  test("a person has upcoming, past and waiting bookings, by page", async () => {
    const contact = { firstName: "Pagė", email: "page@example.lt" };
    for (let n = 0; n < 3; n++) await book(contact, { inHours: 40 + n });
    const before = gym.clock.now;
    const [{ id: personId } = { id: "" }] = (await people().search({ text: "page@" })).people;
    const first = await people().bookings({ personId, when: "AHEAD", limit: 2 });
    const cursor = first.pagingMetadata.cursors?.next ?? "";
    const second = await people().bookings({ personId, when: "AHEAD", limit: 2, cursor });
    const starts = [...first.bookings, ...second.bookings].map(({ startDate }) => Number(startDate));
    expect(starts).toHaveLength(3);
    expect(starts).toEqual(starts.toSorted());
    gym.clock.now = gym.hours(41.5);
    const [ahead, past, waiting] = await Promise.all(
      (["AHEAD", "PAST", "WAITING"] as const).map((when) => people().bookings({ personId, when })),
    );
    gym.clock.now = before;
    expect([ahead, past, waiting].map((each) => each?.bookings.length)).toEqual([2, 1, 0]);
  });

  test("a person without an address is known by number or name", async () => {
    await book({ firstName: "Telefonas", phone: "+370 655 55555" });
    await book({ firstName: "Kitas vardas", phone: "8 655 55555" }, { inHours: 50 });
    const { people: found } = await people().search({ text: "65555555" });
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    const personId = found[0]?.id ?? "";
    expect((await people().bookings({ personId, when: "AHEAD" })).bookings).toHaveLength(2);
    const { person } = await people().get({ personId });
    expect(person.contacts.map(({ firstName }) => firstName).toSorted()).toEqual(["Kitas vardas", "Telefonas"]);
    expect(person.account).toBeUndefined();
  });

  test("a booking with an unknown year of birth is marked in the person's list, without naming participants", async () => {
    const of = await gym.service({ ageRange: { min: 6, max: 9 } });
    const birthYear = gym.clock.now.getUTCFullYear() - 7;
    const contactDetails = { firstName: "Rasa", email: "amzius@example.lt" };
    const bookFor = async (inHours: number, participants: object[]) =>
      book(contactDetails, { of, inHours, participants });
    const unknown = await bookFor(30, [{ firstName: "Slaptas" }]);
    const known = await bookFor(31, [{ firstName: "Slaptas", birthYear }]);
    const [found] = (await people().search({ text: "amzius@example" })).people;
    const { bookings } = await people().bookings({ personId: found?.id ?? "", when: "AHEAD" });
    expect(bookings.map(({ id, ageNotChecked }) => [id, ageNotChecked])).toEqual([
      [unknown.id, true],
      [known.id, undefined],
    ]);
    expect(JSON.stringify(bookings)).not.toMatch(/Slaptas|flowControl/);
  });

  test("staff have their own bookings, not those they made for others", async () => {
    const { id, token } = await gym.member({ role: "owner", email: "budi@example.lt" });
    await book({ firstName: "Svečias", email: "svecias@example.lt" }, { token });
    expect((await people().bookings({ personId: id, when: "AHEAD" })).bookings).toEqual([]);
  });

  test("a booking leads to its person: the member of its address, the guest, the signed-in member", async () => {
    const { id, token } = await gym.member({ email: "saviems@example.lt" });
    const ofBooking = async (input: object, by?: string) => {
      const { id: bookingId } = await book(input, by ? { token: by } : {});
      return (await people().ofBooking({ bookingId })).person;
    };
    expect(await ofBooking({ firstName: "A", email: "saviems@example.lt" })).toMatchObject({ id, kind: "MEMBER" });
    expect(await ofBooking({ firstName: "Sau" }, token)).toMatchObject({ id });
    expect(await ofBooking({ firstName: "Be", lastName: "Adreso" })).toMatchObject({
      kind: "GUEST",
      lastName: "Adreso",
    });
    await expect(people().ofBooking({ bookingId: newId() })).rejects.toMatchObject({ code: "PERSON_NOT_FOUND" });
  });

  test("only the owner sees the account of a person", async () => {
    const { id } = await gym.member({ email: "paskyra@example.lt" });
    expect((await people().get({ personId: id })).person.account).toMatchObject({ role: "member", status: "ACTIVE" });
    expect((await people(trainer.token).get({ personId: id })).person.account).toBeUndefined();
  });

  test("an unknown person is not found", async () => {
    const personId = newId();
    await expect(people().get({ personId })).rejects.toMatchObject({ code: "PERSON_NOT_FOUND" });
    await expect(people().addNote({ personId, text: "x" })).rejects.toMatchObject({ code: "PERSON_NOT_FOUND" });
  });
});

describe("notes", () => {
  const historyOf = async (entityId: string) => {
    const audits = gym.db.selectFrom("audit").select("action").where("entityId", "=", entityId);
    return (await audits.orderBy("id", "desc").execute()).map(({ action }) => action);
  };

  test("notes are written, changed and deleted, each time with their author", async () => {
    const { id: personId } = await gym.member({ email: "uzrasai@example.lt" });
    const { note } = await people(trainer.token).addNote({ personId, text: "  Prašė priminti  " });
    expect(note).toMatchObject({ text: "Prašė priminti", author: { id: trainer.id } });
    await expect(people().changeNote({ noteId: note.id, revision: "7", text: "x" })).rejects.toMatchObject({
      code: "REVISION_MISMATCH",
    });
    const changed = await people(trainer.token).changeNote({
      noteId: note.id,
      revision: note.revision,
      text: "Priminta",
    });
    expect((await people().notes({ personId })).notes).toEqual([changed.note]);
    await people().deleteNote({ noteId: note.id, revision: changed.note.revision });
    expect((await people().notes({ personId })).notes).toEqual([]);
    expect(await historyOf(note.id)).toEqual(["personNote.deleted", "personNote.updated", "personNote.created"]);
  });

  test("only the owner changes notes of others", async () => {
    const { id: personId } = await gym.member();
    const { note } = await people().addNote({ personId, text: "Savininko" });
    const change = people(trainer.token).changeNote({ noteId: note.id, revision: "1", text: "x" });
    await expect(change).rejects.toMatchObject({ code: "UNAUTHORIZED_OPERATION" });
  });

  test("a guest's notes become the member's who registers with the address, and go with the account", async () => {
    const email = "tapo.nare@example.lt";
    await book({ firstName: "Svečias", email });
    const [guest] = (await people().search({ text: email })).people;
    await people().addNote({ personId: guest?.id ?? "", text: "Kaip svečias" });
    const { id: personId } = await gym.member({ email });
    await people().addNote({ personId, text: "Kaip narė" });
    expect((await people().notes({ personId })).notes.map(({ text }) => text).toSorted()).toEqual([
      "Kaip narė",
      "Kaip svečias",
    ]);
    await gym.as(gym.key).members.delete({ memberId: personId });
    const left = gym.db
      .selectFrom("personNote")
      .select("text")
      .where("personId", "in", [personId, guest?.id ?? ""]);
    expect(await left.execute()).toEqual([]);
  });
});
