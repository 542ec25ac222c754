import type { BookingLimits } from "@uola/contract";
import type { CaptchaKind } from "@uola/members";

/** Above how many times what goes without a proof a network does more work for each. */
const extraWorkFrom = 5;

type UsageCount = {
  /** Places one has booked ahead with these. */
  person: number;
  /** Places asked for today from the network, with these; undefined for calls from within the house. */
  network: number | undefined;
};

/** What is asked of somebody who wants places: nothing, a proof that costs work, or another day. */
export function limitDecision(
  { person, network = 0 }: UsageCount,
  { placesPerPerson, placesPerNetwork }: Pick<BookingLimits, "placesPerPerson" | "placesPerNetwork">,
): "go" | "tooMany" | CaptchaKind {
  if (person > placesPerPerson.atMost) return "tooMany";
  if (network > placesPerNetwork.withoutProof * extraWorkFrom) return "VISIBLE";
  return person > placesPerPerson.withoutProof || network > placesPerNetwork.withoutProof ? "INVISIBLE" : "go";
}
