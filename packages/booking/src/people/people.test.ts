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

describe("people search", () => {
  test("finds guests by name, email and phone number regardless of diacritics, and lists each guest once", async () => {
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

  test("finds members, and lists a guest with a member's email address as that member", async () => {
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

  test("shows the last booking of guests who gave only a name, to tell them apart", async () => {
    await book({ firstName: "Austė", lastName: "Tokia" }, { inHours: 30 });
    await book({ firstName: "Austė", lastName: "Tokia" }, { inHours: 60 });
    await book({ firstName: "Austė", lastName: "Kita", phone: "8 612 99999" });
    const { people: found } = await people().search({ text: "austė" });
    expect(found.map(({ lastName, lastBooking }) => [lastName, lastBooking?.startDate])).toEqual([
      ["Kita", undefined],
      ["Tokia", gym.hours(60)],
    ]);
  });

  test("finds a booking by its code regardless of case and separators", async () => {
    const { id } = await book({ firstName: "Kodas", email: "kodas@example.lt" });
    const { bookings } = await people().search({ text: bookingCode(id).toLowerCase().replaceAll("-", " ") });
    expect(bookings).toMatchObject([{ id, code: bookingCode(id), contactName: "Kodas", status: "CONFIRMED" }]);
  });

  test("people search neither matches nor returns children's names", async () => {
    const participants = [{ firstName: "Mažylė", lastName: "Slaptutė", birthYear: 2019 }];
    const { id } = await book({ firstName: "Mama", email: "mama@example.lt" }, { participants });
    expect(await names("slaptute")).toEqual([]);
    const { bookings, people: found } = await people().search({ text: bookingCode(id) });
    expect(JSON.stringify({ bookings, found })).not.toMatch(/Slaptutė|2019/);
  });

  test("treats wildcard characters in a search text literally", async () => {
    await book({ firstName: "Procentas", email: "procentas@example.lt" });
    expect(await names("%%")).toEqual([]);
    expect(await names("pro_entas")).toEqual([]);
  });

  test("people search is allowed only for trainers and the owner", async () => {
    expect(await names("procentas", trainer.token)).toEqual(["Procentas"]);
    const { token } = await gym.member();
    await expect(people(token).search({ text: "procentas" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});

describe("person page", () => {
  test("lists a person's upcoming, past and waiting bookings, with paging", async () => {
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

  test("identifies a person without an email address by phone number or name", async () => {
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

  test("marks a person's booking if a participant's year of birth is unknown, without naming participants", async () => {
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

  test("the bookings of a staff member do not include bookings made for other people", async () => {
    const { id, token } = await gym.member({ role: "owner", email: "budi@example.lt" });
    await book({ firstName: "Svečias", email: "svecias@example.lt" }, { token });
    expect((await people().bookings({ personId: id, when: "AHEAD" })).bookings).toEqual([]);
  });

  test("resolves a booking to its person: the member with its email address, the guest, or the signed-in member", async () => {
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

  test("shows a person's account only to the owner", async () => {
    const { id } = await gym.member({ email: "paskyra@example.lt" });
    expect((await people().get({ personId: id })).person.account).toMatchObject({ role: "member", status: "ACTIVE" });
    expect((await people(trainer.token).get({ personId: id })).person.account).toBeUndefined();
  });

  test("returns PERSON_NOT_FOUND for an unknown person", async () => {
    const personId = newId();
    await expect(people().get({ personId })).rejects.toMatchObject({ code: "PERSON_NOT_FOUND" });
    await expect(people().addNote({ personId, text: "x" })).rejects.toMatchObject({ code: "PERSON_NOT_FOUND" });
  });
});

describe("notes about people", () => {
  const historyOf = async (entityId: string) => {
    const audits = gym.db.selectFrom("audit").select("action").where("entityId", "=", entityId);
    return (await audits.orderBy("id", "desc").execute()).map(({ action }) => action);
  };

  test("creates, changes and deletes notes, recording the author each time", async () => {
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

  test("only the owner can change notes written by others", async () => {
    const { id: personId } = await gym.member();
    const { note } = await people().addNote({ personId, text: "Savininko" });
    const change = people(trainer.token).changeNote({ noteId: note.id, revision: "1", text: "x" });
    await expect(change).rejects.toMatchObject({ code: "UNAUTHORIZED_OPERATION" });
  });

  test("moves a guest's notes to the member who registers with the same email, and deletes them with the account", async () => {
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
