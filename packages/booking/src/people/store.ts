import { required } from "@uola/contract/required";
import { type Database, json, type Schema } from "@uola/database";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { PersonQuery } from "./rules.ts";

export type NoteRow = Selectable<Schema["personNote"]>;
export type FoundRow = {
  id: string;
  kind: "MEMBER" | "GUEST";
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
};

/** Must be the same expression as in the index. */
const accountText = sql`person_text(account.first_name, account.last_name, account.email,
  regexp_replace(account.profile ->> 'phones', '[^0-9 ]', '', 'g'))`;
const accountPhone = sql<string | null>`account.profile -> 'phones' ->> 0`;

const matching = (text: ReturnType<typeof sql>, { words, numbers }: PersonQuery) => {
  const all = (patterns: string[], word: "and" | "or") =>
    sql.join(
      patterns.map((pattern) => sql`${text} like ${pattern}`),
      sql.raw(` ${word} `),
    );
  return numbers.length > 0
    ? sql<SqlBool>`((${all(words, "and")}) or (${all(numbers, "or")}))`
    : sql<SqlBool>`(${all(words, "and")})`;
};

/**
 * Finds people by text, at most `limit` of each kind: accounts first, then guests. Guests with the
 * email address of an account are merged into it. Both searches use an index over people, not over
 * their bookings.
 */
export async function search(db: Database, siteId: string, query: PersonQuery, limit: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with member as (
      select account.id, account.first_name, account.last_name, account.email, ${accountPhone} as phone
      from account where account.site_id = ${siteId} and account.status <> 'DELETED' and ${matching(accountText, query)}
      limit ${limit}
    ), guest as (
      select contact.person_id, contact.first_name, contact.last_name, contact.email, contact.phone, contact.created_date
      from contact where contact.site_id = ${siteId} and ${matching(sql`contact.search_text`, query)}
      limit ${limit * 5}
    ), known as (
      select distinct on (coalesce(account.id, guest.person_id)) coalesce(account.id, guest.person_id) as id,
        case when account.id is null then 'GUEST' else 'MEMBER' end as kind,
        coalesce(account.first_name, guest.first_name) as first_name,
        coalesce(account.last_name, guest.last_name) as last_name,
        guest.email, coalesce(guest.phone, ${accountPhone}) as phone
      from guest left join account
        on account.site_id = ${siteId} and account.email = guest.email and account.status <> 'DELETED'
      order by 1, guest.created_date desc
    )
    select id, kind, first_name as "firstName", last_name as "lastName", email, phone from (
      select id, 'MEMBER' as kind, first_name, last_name, email, phone from member
      where id not in (select id from known)
      union all select id, kind, first_name, last_name, email, phone from known
    ) as found
    order by plain_text(concat_ws(' ', first_name, last_name)), id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns the latest booking of guests who gave neither an email address nor a phone number, using
 * the index over such bookings.
 */
export async function lastBookings(db: Database, siteId: string, personIds: readonly string[]) {
  if (personIds.length === 0) return new Map<string, { title: string; startDate: Date | null }>();
  const { rows } = await sql<{ id: string; title: string; startDate: Date | null }>`
    select contact.person_id as id, last.title, last.start_date as "startDate"
    from contact cross join lateral (
      select coalesce(booking.booked_entity ->> 'title', '') as title, booking.start_date
      from booking
      where booking.site_id = contact.site_id and booking.contact_email is null
        and guest_key(booking.contact_email, booking.contact_details) = contact.key
      order by booking.start_date desc nulls last limit 1
    ) as last
    where contact.site_id = ${siteId} and contact.person_id = any(${[...personIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...last }) => [id, last]));
}

/** Selects an account as shown on a person's page; nothing if it is deleted. */
export const account = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("account")
    .select(["id", "firstName", "lastName", "email", "emailVerified", "role", "status", "createdDate"])
    .select(accountPhone.as("phone"))
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("status", "<>", "DELETED")
    .executeTakeFirst();

/** Selects the contact details a guest has given, newest first. */
export const contacts = (db: Database, siteId: string, personId: string) =>
  db
    .selectFrom("contact")
    .select(["key", "firstName", "lastName", "email", "phone"])
    .where("siteId", "=", siteId)
    .where("personId", "=", personId)
    .orderBy("createdDate", "desc")
    .orderBy("searchText")
    .execute();

/** Returns the id of the account with an email address. */
export const accountOfEmail = async (db: Database, siteId: string, email: string): Promise<string | undefined> => {
  const accounts = db.selectFrom("account").select("id").where("siteId", "=", siteId).where("email", "=", email);
  return (await accounts.where("status", "<>", "DELETED").executeTakeFirst())?.id;
};

/** Selects the booker of a booking: the guest's id, and the account if it booked for itself. */
export const bookerOf = (db: Database, siteId: string, bookingId: string) =>
  db
    .selectFrom("booking")
    .leftJoin("account", (join) =>
      join
        .onRef("account.siteId", "=", "booking.siteId")
        .onRef("account.id", "=", "booking.memberId")
        .on("account.status", "<>", "DELETED")
        .on("account.role", "=", "member"),
    )
    .select(["booking.contactEmail as email", "account.id as memberId"])
    .select(
      sql<string | null>`guest_id(booking.site_id, guest_key(booking.contact_email, booking.contact_details))`.as(
        "guestId",
      ),
    )
    .where("booking.siteId", "=", siteId)
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();

/** Returns the guest id derived from an email address. */
export const guestIdOf = async (db: Database, siteId: string, email: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select guest_id(${siteId}::uuid, ${`e ${email}`}) as id`.execute(db);
  return required(rows[0], "guest id").id;
};

/** The key of a person's bookings: an email address, an account, or a guest without an email address. */
export type PersonKey = { email?: string; memberId?: string; guestKey?: string };

/**
 * Selects the booking fields shown on a person's page. Names and ages of participants are read only
 * to determine whether an age is unchecked; they are not returned.
 */
const shownBookings = (db: Database, siteId: string) =>
  db
    .selectFrom("booking")
    .select([
      "booking.id",
      "booking.status",
      "booking.paymentStatus",
      "booking.selectedPaymentOption",
      "booking.startDate",
      "booking.endDate",
      "booking.sessionId",
      "booking.scheduleId",
      "booking.serviceId",
      "booking.totalParticipants",
      "booking.participants",
      "booking.flowControl",
      "booking.createdDate",
      "booking.payment",
      "booking.revision",
      sql<string>`coalesce(booking.booked_entity ->> 'title', '')`.as("title"),
      sql<string>`concat_ws(' ', booking.contact_details ->> 'firstName', booking.contact_details ->> 'lastName')`.as(
        "contactName",
      ),
      sql<number | null>`(select number_of_attendees from attendance where attendance.site_id = booking.site_id
        and attendance.booking_id = booking.id and attendance.status = 'ATTENDED'
        order by updated_date desc limit 1)`.as("came"),
      sql<number | null>`(select case entry.state when 'OFFERED' then 1 else (
          select count(*)::int + 1 from waitlist_entry earlier
          where earlier.site_id = entry.site_id and earlier.places_id = entry.places_id and earlier.state = 'WAITING'
            and (earlier.rank, earlier.id) < (entry.rank, entry.id)) end
        from waitlist_entry entry where booking.status = 'WAITING_LIST' and entry.site_id = booking.site_id
          and entry.booking_id = booking.id and entry.state in ('WAITING', 'OFFERED') limit 1)`.as("position"),
    ])
    .where("booking.siteId", "=", siteId);
export type ShownBooking = Awaited<ReturnType<ReturnType<typeof bookingsOfCode>["execute"]>>[number];

export const bookingsOf = (
  db: Database,
  siteId: string,
  { email, memberId, guestKey }: PersonKey,
  when: "AHEAD" | "PAST" | "WAITING",
  now: Date,
) =>
  shownBookings(db, siteId)
    .where((eb) =>
      eb.or([
        ...(email ? [eb("booking.contactEmail", "=", email)] : []),
        ...(memberId ? [eb("booking.memberId", "=", memberId)] : []),
        ...(guestKey
          ? [
              sql<SqlBool>`(booking.contact_email is null
                and guest_key(booking.contact_email, booking.contact_details) = ${guestKey})`,
            ]
          : []),
      ]),
    )
    .where("booking.status", when === "WAITING" ? "=" : "<>", "WAITING_LIST")
    .$if(when === "AHEAD", (query) => query.where(sql<SqlBool>`coalesce(booking.end_date, 'infinity') > ${now}`))
    .$if(when === "PAST", (query) => query.where("booking.endDate", "<=", now));

export const bookingsOfCode = (db: Database, siteId: string, idEnd: string) =>
  shownBookings(db, siteId).where(sql<SqlBool>`right(booking.id::text, 10) = ${idEnd}`);

export const notes = (db: Database, siteId: string, personIds: readonly string[]) =>
  db
    .selectFrom("personNote")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("personId", "in", [...personIds]);

export const lockNote = (tx: Database, siteId: string, id: string): Promise<NoteRow | undefined> =>
  tx
    .selectFrom("personNote")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const insertNote = (tx: Database, note: NoteRow) =>
  tx
    .insertInto("personNote")
    .values({ ...note, author: json(note.author) })
    .execute();

export const updateNote = (
  tx: Database,
  siteId: string,
  id: string,
  to: Pick<NoteRow, "text" | "revision" | "updatedDate">,
): Promise<NoteRow> =>
  tx
    .updateTable("personNote")
    .set(to)
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteNote = (tx: Database, siteId: string, id: string) =>
  tx.deleteFrom("personNote").where("siteId", "=", siteId).where("id", "=", id).execute();
