import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import type { AvailabilityServices } from "../availability/availability.ts";
import { cancelRestoreHandlers } from "./cancel-restore-session.ts";
import { changeRuleHandler } from "./change-rule.ts";
import { changeSessionHandler } from "./change-session.ts";
import { createRulesHandler, listRulesHandler } from "./create-rules.ts";
import { createSessionHandler } from "./create-session.ts";
import { followServices } from "./follow-services.ts";
import { holidays } from "./holidays.ts";
import { createSessionReader, getSessionHandler } from "./read-session.ts";
import { setCapacityHandler } from "./set-capacity.ts";
import { outsideHoursHandlers } from "./settle-outside-hours.ts";

export { createRules, type NewRule } from "./create-rules.ts";
export { createSession } from "./create-session.ts";
export { generateSessions, sessionGenerationTask } from "./generate-sessions.ts";
export { holidayHours } from "./holiday-hours.ts";

/**
 * Handlers for weekly rules and single sessions. Their relation is described in
 * docs/rules/places.md, "The timetable".
 */
export function schedules(
  context: Context,
  availabilityServices: AvailabilityServices,
): Handlers<typeof contract.schedules> {
  followServices(context);
  const reader = createSessionReader(context, availabilityServices);
  return {
    rules: listRulesHandler(context),
    createRules: createRulesHandler(context, reader, availabilityServices),
    changeRule: changeRuleHandler(context, reader),
    setCapacity: setCapacityHandler(context),
    createSession: createSessionHandler(context, reader),
    getSession: getSessionHandler(context, reader),
    changeSession: changeSessionHandler(context, reader),
    ...cancelRestoreHandlers(context, reader),
    ...outsideHoursHandlers(context, reader),
    holidays: async ({ year }) => ({ holidays: holidays(year) }),
  };
}
