import { defineEvent } from "@uola/kernel";

/** A visitor signed in as a member. The visitor's holds and bookings become the member's. */
export type VisitorSignIn = { visitorId: string; memberId: string };

/** Emitted in the transaction of the sign-in. */
export const visitorSignedIn = defineEvent<VisitorSignIn>("visitorSignedIn");

/** Emitted when a member chooses the language for messages to them. */
export const languageChosen = defineEvent<{ memberId: string }>("languageChosen");
