import { z } from "zod";
import { Booking, BookingStatus, PaymentStatus, SelectedPaymentOption } from "./bookings.ts";
import { endpoint } from "./endpoint.ts";
import { accountRoles } from "./roles.ts";
import { guid, instant, maybe, PagingMetadata, revision, typedText } from "./wire.ts";

const contact = {
  firstName: maybe(z.string()),
  lastName: maybe(z.string()),
  email: maybe(z.string()),
  phone: maybe(z.string()),
};

/**
 * A person known to the gym: with an account, or as a guest identified by the email address, phone
 * number or name of a booking.
 */
export const PersonSearchResult = z
  .object({
    id: guid,
    kind: z.enum(["MEMBER", "GUEST"]),
    ...contact,
    /**
     * Only in search results, and only for a guest without an email address and a phone number: the
     * last booking, which distinguishes guests with the same name.
     */
    lastBooking: maybe(z.object({ title: z.string(), startDate: maybe(instant) })),
  })
  .meta({ id: "FoundPerson" });
export type PersonSearchResult = z.infer<typeof PersonSearchResult>;

/**
 * A booking in a person's list. Names and birth years of participants are returned only with the
 * session.
 */
export const PersonBooking = z
  .object({
    id: guid,
    /** The code that people read out at the front desk: "R-7K3M-9QTX". */
    code: z.string(),
    title: z.string(),
    status: BookingStatus,
    paymentStatus: PaymentStatus,
    selectedPaymentOption: SelectedPaymentOption,
    payment: Booking.shape.payment,
    startDate: maybe(instant),
    endDate: maybe(instant),
    sessionId: maybe(guid),
    scheduleId: guid,
    serviceId: guid,
    totalParticipants: z.int().min(1),
    /** Whether the service has age limits and a year of birth is unknown. */
    ageNotChecked: maybe(z.boolean()),
    /** The number of people who came, as last recorded. */
    came: maybe(z.int()),
    /** The position on the waiting list, while the booking is waiting. */
    position: maybe(z.int()),
    /** The name of the person who booked. */
    contactName: z.string(),
    createdDate: instant,
    revision,
  })
  .meta({ id: "PersonBooking" });
export type PersonBooking = z.infer<typeof PersonBooking>;

export const Person = PersonSearchResult.extend({
  /** Other names, email addresses and phone numbers given with bookings, newest first. */
  contacts: z.array(z.object(contact)),
  /** The member's account; visible to the owner only. */
  account: maybe(
    z.object({
      role: z.enum(accountRoles),
      status: z.string(),
      emailVerified: z.boolean(),
      createdDate: instant,
    }),
  ),
}).meta({ id: "Person" });
export type Person = z.infer<typeof Person>;

export const PersonNote = z
  .object({
    id: guid,
    text: z.string(),
    author: z.object({ id: z.string(), name: maybe(z.string()) }),
    createdDate: instant,
    updatedDate: instant,
    revision,
  })
  .meta({ id: "PersonNote" });
export type PersonNote = z.infer<typeof PersonNote>;

const one = z.object({ personId: guid });
const paged = one.extend({
  limit: maybe(z.int().min(1).max(100)),
  cursor: maybe(z.string().max(16000)),
});
const text = typedText().min(1).max(4000);
const note = z.object({ note: PersonNote });
const ofNote = z.object({ noteId: guid, revision });

export const people = {
  search: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/people/search",
    access: "trainer",
    also: ["desk"],
    input: z.object({ text: typedText().min(2).max(100) }),
    output: z.object({
      people: z.array(PersonSearchResult),
      /** Bookings with the code entered as search text. */
      bookings: z.array(PersonBooking),
      /** Whether more people match than are returned; a more specific search text narrows the result. */
      hasMore: z.boolean(),
    }),
    errors: [],
    summary: "Find people by name, e-mail or phone, and bookings by their code, whatever the diacritics.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/people/{personId}",
    access: "trainer",
    also: ["desk"],
    input: one,
    output: z.object({ person: Person }),
    errors: ["PERSON_NOT_FOUND"],
    summary: "Read a member or a guest.",
  }),
  ofBooking: endpoint({
    method: "GET",
    path: "/v1/people/of-booking/{bookingId}",
    access: "trainer",
    also: ["desk"],
    input: z.object({ bookingId: guid }),
    output: z.object({ person: Person }),
    errors: ["PERSON_NOT_FOUND"],
    summary: "Read who made a booking.",
  }),
  bookings: endpoint({
    method: "GET",
    path: "/v1/people/{personId}/bookings",
    access: "trainer",
    also: ["desk"],
    input: paged.extend({ when: z.enum(["AHEAD", "PAST", "WAITING"]) }),
    output: z.object({ bookings: z.array(PersonBooking), pagingMetadata: PagingMetadata }),
    errors: ["PERSON_NOT_FOUND", "INVALID_CURSOR"],
    summary:
      "Read a person's bookings: those ahead, the next first; those past, the last first; or what they wait for.",
  }),
  notes: endpoint({
    method: "GET",
    path: "/v1/people/{personId}/notes",
    access: "trainer",
    also: ["desk"],
    input: paged,
    output: z.object({ notes: z.array(PersonNote), pagingMetadata: PagingMetadata }),
    errors: ["PERSON_NOT_FOUND", "INVALID_CURSOR"],
    summary: "Read what the team wrote down about a person, the newest first.",
  }),
  addNote: endpoint({
    method: "POST",
    path: "/v1/people/{personId}/notes",
    access: "trainer",
    also: ["desk"],
    input: one.extend({ text }),
    output: note,
    errors: ["PERSON_NOT_FOUND"],
    summary: "Write down something about a person, for the team.",
  }),
  changeNote: endpoint({
    method: "PATCH",
    path: "/v1/people/notes/{noteId}",
    access: "trainer",
    also: ["desk"],
    input: ofNote.extend({ text }),
    output: note,
    errors: ["NOTE_NOT_FOUND", "REVISION_MISMATCH", "UNAUTHORIZED_OPERATION"],
    summary: "Change a note: one's own, or any for the owner.",
  }),
  deleteNote: endpoint({
    method: "POST",
    path: "/v1/people/notes/{noteId}/delete",
    access: "trainer",
    also: ["desk"],
    input: ofNote,
    output: z.object({}),
    errors: ["NOTE_NOT_FOUND", "REVISION_MISMATCH", "UNAUTHORIZED_OPERATION"],
    summary: "Delete a note: one's own, or any for the owner.",
  }),
};
