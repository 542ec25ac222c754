import { defineEvent } from "@uola/kernel";

/** A visitor has signed in as a member; their holds and bookings become the member's. */
export type VisitorSignIn = { visitorId: string; memberId: string };

/** Emitted in the transaction of the sign-in. */
export const visitorSignedIn = defineEvent<VisitorSignIn>("visitorSignedIn");

/** Emitted when a member says in which language they want to be written to. */
export const languageChosen = defineEvent<{ memberId: string }>("languageChosen");
