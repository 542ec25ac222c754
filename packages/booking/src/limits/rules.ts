import type { BookingLimits } from "@uola/contract";
import type { CaptchaKind } from "@uola/members";

/** Above this multiple of its free limit, a network must solve a harder captcha for each place. */
const extraWorkFrom = 5;

type UsageCount = {
  /** Upcoming places of the person, including the requested ones. */
  person: number;
  /**
   * Places requested today from the network, including those of this request; undefined for calls
   * from within the platform.
   */
  network: number | undefined;
};

/** Returns whether a request needs no proof, needs a captcha, or exceeds the limit. */
export function limitDecision(
  { person, network = 0 }: UsageCount,
  { placesPerPerson, placesPerNetwork }: Pick<BookingLimits, "placesPerPerson" | "placesPerNetwork">,
): "go" | "tooMany" | CaptchaKind {
  if (person > placesPerPerson.atMost) return "tooMany";
  const work = captchaForNetwork(network, placesPerNetwork);
  return work ?? (person > placesPerPerson.withoutProof ? "INVISIBLE" : "go");
}

/**
 * Returns the captcha required for each further request of a network: none, a normal or a harder
 * one. A network is never rejected.
 */
export function captchaForNetwork(count: number, { withoutProof }: { withoutProof: number }): CaptchaKind | undefined {
  if (count > withoutProof * extraWorkFrom) return "VISIBLE";
  return count > withoutProof ? "INVISIBLE" : undefined;
}
