import type { contract } from "@uola/contract";
import { type Context, dayMs, type Handlers, hourMs, Refusal } from "@uola/kernel";
import { peopleByHour } from "./rules.ts";
import * as store from "./session-store.ts";

/** A day with a clock change has up to 25 hours. */
const rangeMaxMs = dayMs + hourMs;

/** Returns the number of people in the hall during sessions, without their identities. */
export const countPeopleHandler =
  ({ db, siteId }: Context): Handlers<typeof contract.bookings>["countPeople"] =>
  async ({ from, to }) => {
    if (to.getTime() - from.getTime() > rangeMaxMs) {
      throw new Refusal("RANGE_TOO_LONG", "People are counted for a day at once.", 400);
    }
    const sessions = await store.peopleOfSessions(db, siteId, from, to);
    return { people: sessions.reduce((sum, { people }) => sum + people, 0), hours: peopleByHour(sessions) };
  };
