import { type Caller, type CallOrigin, type Context, Refusal } from "@uola/kernel";
import type { CaptchaGate, CaptchaTokens } from "@uola/members";
import { isStaff } from "./limits.ts";
import { captchaForNetwork } from "./rules.ts";

/** Limits on wrong codes per ten minutes; the numbers are explained in docs/rules/limits.md. */
const window = { per: 600 };
const atMost = { person: 10, staff: 30 };
const freeOfNetwork = { withoutProof: 100 };

type Tried = { call: { caller: Caller | undefined; from: CallOrigin }; tokens: CaptchaTokens };
export type CodeGuesses = ReturnType<typeof createCodeGuessLimit>;

/**
 * Limits how many wrong codes of vouchers, passes and coupons a person may try. After too many
 * attempts every code from that person is rejected, right or wrong, so that the response reveals
 * nothing. Other people in the same network are not rejected, but need a proof of work for each
 * further code.
 */
export function createCodeGuessLimit(
  { accounts }: Pick<Context, "accounts">,
  gate: Pick<CaptchaGate, "requireProofOfWork">,
) {
  return {
    /**
     * Returns the result of `find` for a typed code. Rejects with TOO_MANY_GUESSES, -19971 and
     * -19970.
     */
    async tried<Found>(
      { call: { caller, from }, tokens }: Tried,
      find: () => Promise<Found | undefined>,
    ): Promise<Found | undefined> {
      const { network } = from;
      const byStaff = caller !== undefined && isStaff(caller);
      const ofPerson = async (by: 1 | -1) =>
        caller ? accounts.limits.count("code guesses of one", caller.id, { ...window, by }) : 0;
      const ofNetwork = async (by: 1 | -1) =>
        network && !byStaff ? accounts.limits.count("code guesses from", network, { ...window, by }) : 0;
      // The attempt is counted before the lookup, so that concurrent guesses are counted too.
      if ((await ofPerson(1)) > (byStaff ? atMost.staff : atMost.person)) {
        const minutes = window.per / 60;
        throw new Refusal("TOO_MANY_GUESSES", "Too many codes were wrong. Try again later.", 429, { minutes });
      }
      // Attempts rejected above, without a lookup, do not count against the network.
      const work = captchaForNetwork(await ofNetwork(1), freeOfNetwork);
      if (work) await gate.requireProofOfWork({ network, tokens }, work);
      const found = await find();
      if (found !== undefined) {
        await ofPerson(-1);
        await ofNetwork(-1);
      }
      return found;
    },
  };
}
