import { type Reason, reasonOf, registrationOpensOf } from "@uola/browser/error-messages.ts";
import { say } from "@uola/words/site";
import { unopenedText } from "./cart-words.ts";

/**
 * Returns the message that explains why accepting or declining a waiting-list offer failed, and
 * what the reader can do now.
 */
export function waitRefusalText(error: unknown, phone: string): string {
  const why = reasonOf(error, "wait");
  return why === "unopened" ? unopenedOfferText(error, phone) : say(`account.wait.refusal.${why}`, { phone });
}

/**
 * Returns the same message for the page of a single offer, which is loaded again after a failure.
 * Returns undefined if the page then already shows what happened.
 */
export function offerRefusalText(error: unknown, phone: string): string | undefined {
  const why: Reason<"wait"> = reasonOf(error, "wait");
  if (why === "expired" || why === "gone") return undefined;
  return why === "unopened" ? unopenedOfferText(error, phone) : say("booking.offer.unsent");
}

/** "Registracija prasideda gruodžio 7 d., 12:00. Pasiūlymo priimti dar negalima, …" */
function unopenedOfferText(error: unknown, phone: string): string {
  const opens = registrationOpensOf(error);
  return [opens && unopenedText(opens), say("booking.offer.unopened", { phone })].filter(Boolean).join(" ");
}
