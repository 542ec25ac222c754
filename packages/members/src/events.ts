import { defineEvent } from "@uola/kernel";

/** A visitor turns out to be a member: what the visitor did becomes the member's. */
export type VisitorSignIn = { visitorId: string; memberId: string };

/** Within the transaction of every sign-in by somebody who was a visitor before. */
export const visitorSignedIn = defineEvent<VisitorSignIn>("visitorSignedIn");
