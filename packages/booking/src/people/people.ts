import { bookingCode, type contract, type Person, type PersonBooking, type PersonNote } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, newId } from "@uola/database";
import {
  type Caller,
  type Context,
  type Handlers,
  type Listing,
  page,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
} from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";
import { sql } from "kysely";
import { isAgeUnchecked } from "../availability/availability.ts";
import { paymentOf } from "../bookings/bookings.ts";
import { parsePersonQuery } from "./rules.ts";
import * as store from "./store.ts";

const shownAtOnce = 20;

const ordered = (table: "booking" | "personNote", fieldName: string, order: "ASC" | "DESC"): Listing => ({
  fields: {
    id: { column: sql.ref(`${table}.id`), type: "uuid", required: true },
    [fieldName]: { column: sql.ref(`${table}.${fieldName}`), type: "date" },
  },
  key: "id",
  sort: [{ fieldName, order }],
  limit: { default: 20, max: 100 },
  paging: "cursor",
});
const listings = {
  AHEAD: ordered("booking", "startDate", "ASC"),
  PAST: ordered("booking", "startDate", "DESC"),
  WAITING: ordered("booking", "startDate", "ASC"),
  notes: ordered("personNote", "createdDate", "DESC"),
};

/**
 * Handlers for the members and guests that staff can search. docs/rules/people.md defines which
 * records belong to the same person.
 */
export function people({ db, siteId, now }: Context): Handlers<typeof contract.people> {
  /**
   * Returns a person, with the keys that identify the person's bookings and notes. Rejects with
   * PERSON_NOT_FOUND.
   */
  async function find(personId: string) {
    const guest = await store.contacts(db, siteId, personId);
    const memberOf = guest[0]?.email ? await store.accountOfEmail(db, siteId, guest[0].email) : undefined;
    const account = await store.account(db, siteId, memberOf ?? personId);
    if (account) {
      const guestId = await store.guestIdOf(db, siteId, account.email);
      const contacts = await store.contacts(db, siteId, guestId);
      // Staff also book for others; those bookings do not belong to the staff member.
      const memberId = account.role === "member" ? account.id : undefined;
      return {
        account,
        contacts,
        ids: [account.id, guestId],
        personKey: { email: account.email, ...(memberId && { memberId }) },
      };
    }
    const [newest] = guest;
    if (!newest) throw new Refusal("PERSON_NOT_FOUND", `Nobody is known as ${personId}.`, 404);
    const personKey = newest.email ? { email: newest.email } : { guestKey: newest.key };
    return { account: undefined, contacts: guest, ids: [personId], personKey };
  }

  async function personPage(personId: string, caller: Caller) {
    const { account, contacts } = await find(personId);
    const [newest] = contacts;
    const shownContacts = contacts.map(({ key: _, ...contact }) => contact);
    const person: Person = account
      ? {
          id: account.id,
          kind: "MEMBER",
          firstName: account.firstName,
          lastName: account.lastName,
          email: account.email,
          phone: account.phone ?? contacts.find(({ phone }) => phone)?.phone ?? null,
          contacts: shownContacts,
          ...(caller.role === "owner" && {
            account: {
              role: account.role,
              status: account.status,
              emailVerified: account.emailVerified,
              createdDate: account.createdDate,
            },
          }),
        }
      : {
          id: personId,
          kind: "GUEST",
          firstName: newest?.firstName ?? null,
          lastName: newest?.lastName ?? null,
          email: newest?.email ?? null,
          phone: contacts.find(({ phone }) => phone)?.phone ?? null,
          contacts: shownContacts,
        };
    return { person };
  }

  async function toNotes(rows: readonly store.NoteRow[]): Promise<PersonNote[]> {
    const authors = rows.map(({ author }) => actorOf(author));
    const names = await namesOf(db, siteId, authors);
    return rows.map(({ id, text, author, createdDate, updatedDate, revision }) => {
      const { id: authorId } = actorOf(author);
      const name = names.get(authorId) ?? null;
      return { id, text, author: { id: authorId, name }, createdDate, updatedDate, revision: String(revision) };
    });
  }

  /** Records the change of a note. The event does not contain the text of the note. */
  const record = (
    tx: Database,
    note: store.NoteRow,
    slug: "created" | "updated" | "deleted",
    { actor, before, after }: { actor: Caller; before?: string; after?: string },
  ) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "personNote",
      entityId: note.id,
      audit: {
        actor,
        action: `personNote.${slug}`,
        ...(before !== undefined && { before: { personId: note.personId, text: before } }),
        ...(after !== undefined && { after: { personId: note.personId, text: after } }),
      },
      event: { slug, sequence: note.revision, body: { noteId: note.id, personId: note.personId } },
    });

  /**
   * Locks and returns the note. Rejects with NOTE_NOT_FOUND, UNAUTHORIZED_OPERATION and
   * REVISION_MISMATCH.
   */
  async function open(tx: Database, { noteId, revision }: { noteId: string; revision: string }, caller: Caller) {
    const note = await store.lockNote(tx, siteId, noteId);
    if (!note) throw new Refusal("NOTE_NOT_FOUND", `There is no note ${noteId}.`, 404);
    if (actorOf(note.author).id !== caller.id && caller.role !== "owner") {
      throw new Refusal("UNAUTHORIZED_OPERATION", "Only the owner or who wrote a note may change it.", 403);
    }
    refuseStaleRevision(note, revision);
    return note;
  }

  return {
    async search({ text }) {
      const query = parsePersonQuery(text);
      const [matches, booked] = await Promise.all([
        store.search(db, siteId, query, shownAtOnce + 1),
        query.idEnd ? store.bookingsOfCode(db, siteId, query.idEnd).execute() : [],
      ]);
      const shown = matches.slice(0, shownAtOnce);
      const unreachable = shown.filter(({ email, phone }) => !email && !phone).map(({ id }) => id);
      const last = await store.lastBookings(db, siteId, unreachable);
      return {
        people: shown.map((person) => {
          const lastBooking = last.get(person.id);
          return lastBooking ? { ...person, lastBooking } : person;
        }),
        bookings: booked.map(toPersonBooking),
        hasMore: matches.length > shownAtOnce,
      };
    },

    get: ({ personId }, { caller }) => personPage(personId, caller),

    async ofBooking({ bookingId }, { caller }) {
      const booker = await store.bookerOf(db, siteId, bookingId);
      const account = booker?.email ? await store.accountOfEmail(db, siteId, booker.email) : undefined;
      // The person is identified by the email address of the booking. If it has none, the person is
      // the member who was signed in when booking.
      const personId = account ?? (booker?.email ? booker.guestId : (booker?.memberId ?? booker?.guestId));
      return personPage(personId ?? bookingId, caller);
    },

    async bookings({ personId, when, limit, cursor }) {
      const { personKey } = await find(personId);
      const cursorPaging = { ...(limit && { limit }), ...(cursor && { cursor }) };
      const listed = store.bookingsOf(db, siteId, personKey, when, now());
      const { rows, pagingMetadata } = await page(listed, { cursorPaging }, listings[when]);
      return { bookings: rows.map(toPersonBooking), pagingMetadata };
    },

    async notes({ personId, limit, cursor }) {
      const { ids } = await find(personId);
      const cursorPaging = { ...(limit && { limit }), ...(cursor && { cursor }) };
      const { rows, pagingMetadata } = await page(store.notes(db, siteId, ids), { cursorPaging }, listings.notes);
      return { notes: await toNotes(rows), pagingMetadata };
    },

    async addNote({ personId, text }, { caller }) {
      await find(personId);
      const at = now();
      const { kind, id: authorId } = caller;
      const author = { kind, id: authorId };
      const row = { siteId, id: newId(), personId, text, author, revision: 1, createdDate: at, updatedDate: at };
      await transact({ db }, async (tx) => {
        await store.insertNote(tx, row);
        await record(tx, row, "created", { actor: caller, after: text });
      });
      const [note] = await toNotes([row]);
      return { note: required(note, "person note") };
    },

    async changeNote({ noteId, revision, text }, { caller }) {
      const row = await transact({ db }, async (tx) => {
        const before = await open(tx, { noteId, revision }, caller);
        const to = { text, revision: before.revision + 1, updatedDate: now() };
        const after = await store.updateNote(tx, siteId, noteId, to);
        await record(tx, after, "updated", { actor: caller, before: before.text, after: text });
        return after;
      });
      const [note] = await toNotes([row]);
      return { note: required(note, "person note") };
    },

    async deleteNote({ noteId, revision }, { caller }) {
      await transact({ db }, async (tx) => {
        const before = await open(tx, { noteId, revision }, caller);
        await store.deleteNote(tx, siteId, noteId);
        const gone = { ...before, revision: before.revision + 1 };
        await record(tx, gone, "deleted", { actor: caller, before: before.text });
      });
      return {};
    },
  };
}

const toPersonBooking = ({ participants, flowControl, ...row }: store.ShownBooking): PersonBooking => ({
  ...row,
  ...(isAgeUnchecked({ participants, flowControl }) && { ageNotChecked: true }),
  code: bookingCode(row.id),
  status: row.status,
  paymentStatus: row.paymentStatus,
  selectedPaymentOption: row.selectedPaymentOption,
  payment: row.payment ? paymentOf(row.payment) : null,
  revision: String(row.revision),
});
