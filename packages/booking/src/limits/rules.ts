import type { BookingLimits } from "@uola/contract";
import type { CaptchaKind } from "@uola/members";

/** Above so many times its free limit, a network has to solve a harder captcha for each place. */
const extraWorkFrom = 5;

type UsageCount = {
  /** Upcoming places of the person, with the requested ones. */
  person: number;
  /** Places requested today from the network, with these; undefined for calls from within the platform. */
  network: number | undefined;
};

/** What a request needs: nothing, a captcha, or another day. */
export function limitDecision(
  { person, network = 0 }: UsageCount,
  { placesPerPerson, placesPerNetwork }: Pick<BookingLimits, "placesPerPerson" | "placesPerNetwork">,
): "go" | "tooMany" | CaptchaKind {
  if (person > placesPerPerson.atMost) return "tooMany";
  const work = workOfNetwork(network, placesPerNetwork);
  return work ?? (person > placesPerPerson.withoutProof ? "INVISIBLE" : "go");
}

/** The captcha that each further request of a network needs: none, one, or a harder one. A network is never turned away. */
export function workOfNetwork(count: number, { withoutProof }: { withoutProof: number }): CaptchaKind | undefined {
  if (count > withoutProof * extraWorkFrom) return "VISIBLE";
  return count > withoutProof ? "INVISIBLE" : undefined;
}
