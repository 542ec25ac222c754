import type { contract, Input } from "@uola/contract";
import type { Caller } from "../../kernel/callers.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal, Violation } from "../../kernel/errors.ts";
import { seesHidden } from "../services/services.ts";
import { createOffers, type Offer } from "./offers.ts";
import { readMoment } from "./timetable.ts";

type Wanted = Pick<Input<typeof contract.holds.create>, "slot" | "schedule">;
type Slot = NonNullable<Wanted["slot"]>;

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (text: string | null | undefined): text is string => guid.test(text ?? "");

/**
 * Looks up what somebody wants places of; hidden services do not exist for visitors. Refuses with SESSION_NOT_FOUND,
 * SCHEDULE_NOT_FOUND and SLOT_NOT_AVAILABLE.
 */
export function createWanted(context: Context) {
  const offers = createOffers(context);
  const visible = (offer: Offer | undefined, { role }: Caller) =>
    offer && (!offer.service.hidden || seesHidden(role)) ? offer : undefined;

  async function session({ sessionId, scheduleId, serviceId, startDate, timezone }: Slot, caller: Caller) {
    const start = startDate ? readMoment(startDate, timezone) : undefined;
    const found = sessionId
      ? isId(sessionId) && offers.session(sessionId)
      : isId(scheduleId) && start && offers.sessionAt(scheduleId, start);
    const offer = visible((await found) || undefined, caller);
    if (!offer || offer.service.id !== serviceId || offer.service.schedule.id !== scheduleId) {
      throw new Refusal("SESSION_NOT_FOUND", "The slot names no session of this service and schedule.", 404);
    }
    if (offer.service.type === "COURSE") {
      throw new Violation([{ field: "slot", description: "a course is wanted by its schedule" }]);
    }
    if (offer.canceled) throw new Refusal("SLOT_NOT_AVAILABLE", "The session does not take place.");
    return offer;
  }

  return {
    service: offers.service,
    async of({ slot, schedule }: Wanted, caller: Caller): Promise<Offer> {
      if (Boolean(slot) === Boolean(schedule)) {
        throw new Violation([{ field: "slot", description: "exactly one of slot and schedule is needed" }]);
      }
      if (slot) return session(slot, caller);
      const course = visible(await offers.course(schedule?.scheduleId ?? ""), caller);
      if (course) return course;
      throw new Refusal("SCHEDULE_NOT_FOUND", `No course has the schedule ${schedule?.scheduleId}.`, 404);
    },
  };
}
