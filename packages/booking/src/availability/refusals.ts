import { isoText, type Service } from "@uola/contract";
import { type Caller, Refusal } from "@uola/kernel";
import { isViolated, policyViolations, registrationOpensFor } from "./rules.ts";

export const notAvailable = (message = "This time is not free.") => new Refusal("SLOT_NOT_AVAILABLE", message);
export const holdNotFound = () => new Refusal("HOLD_NOT_FOUND", "The hold has ended.");
export const withheld = () => notAvailable("It is outside the opening hours and is not offered.");

type PolicyService = Parameters<typeof policyViolations>[0];
type Times = Parameters<typeof policyViolations>[1];

/**
 * Rejects a booking that the caller cannot make now because of the service's policy or the start of
 * its registration.
 */
export function refuseByPolicy(service: PolicyService, times: Times, { role }: Pick<Caller, "role">, now: Date) {
  refuseBeforeRegistration(service, { role }, now);
  const violations = policyViolations(service, times, { now, role });
  if (!isViolated(violations)) return;
  const named = Object.entries(violations).flatMap(([name, violated]) => (violated ? [name] : []));
  throw new Refusal("BOOKING_POLICY_VIOLATION", `The policy does not allow it: ${named.join(", ")}.`, 409, violations);
}

/**
 * Rejects all callers except the gym before registration opens, even if the other policy rules do
 * not apply.
 */
export function refuseBeforeRegistration(
  service: Pick<Service, "registrations">,
  { role }: Pick<Caller, "role">,
  now: Date,
) {
  const opens = registrationOpensFor(service, role, now);
  if (!opens) return;
  const data = {
    tooEarlyToBook: true,
    tooLateToBook: false,
    bookOnlineDisabled: false,
    registrationOpens: isoText(opens),
  };
  throw new Refusal("BOOKING_POLICY_VIOLATION", `Registration opens at ${isoText(opens)}.`, 409, data);
}
