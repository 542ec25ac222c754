import { reasonOf, registrationOpensOf } from "@uola/browser/error-messages.ts";
import { time as clock, dayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";

/** Formats the start of registration: "Registracija prasideda gruodžio 7 d., 12:00." */
export const unopenedText = (opens: Date): string =>
  say("season.banner.opens", { when: say("booking.when", { day: dayShort(opens), time: clock(opens) }) });

/** Returns the reason why the cart was not changed. */
export function cartRefusalText(error: unknown): string {
  const why = reasonOf(error, "cart");
  if (why !== "unopened") return say(`order.refused.${why}`);
  const opens = registrationOpensOf(error);
  return opens ? unopenedText(opens) : say("order.refused.closed");
}
