import { type Caller, type CallOrigin, type Context, Refusal } from "@uola/kernel";
import type { CaptchaGate, CaptchaTokens } from "@uola/members";
import { isStaff } from "./limits.ts";
import { workOfNetwork } from "./rules.ts";

/** Codes in ten minutes that are nobody's: docs/rules/limits.md says why these numbers. */
const window = { per: 600 };
const atMost = { person: 10, staff: 30 };
const freeOfNetwork = { withoutProof: 100 };

type Tried = { call: { caller: Caller | undefined; from: CallOrigin }; tokens: CaptchaTokens };
export type CodeGuesses = ReturnType<typeof createCodeGuesses>;

/**
 * How many codes of vouchers, passes and coupons somebody may try that are nobody's. Who tried too many is refused, right or wrong,
 * so that nothing is learnt; others of the same network are not, and pay with a proof of work for each further code.
 */
export function createCodeGuesses({ accounts }: Pick<Context, "accounts">, gate: Pick<CaptchaGate, "prove">) {
  return {
    /** What `find` finds by a typed code. Refuses TOO_MANY_GUESSES, -19971 and -19970. */
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
      // Counted before it is looked up, so that guesses sent at the same moment are counted too.
      if ((await ofPerson(1)) > (byStaff ? atMost.staff : atMost.person)) {
        const minutes = window.per / 60;
        throw new Refusal("TOO_MANY_GUESSES", "Too many codes were wrong. Try again later.", 429, { minutes });
      }
      // What is refused unseen is nothing that others of the network pay for.
      const work = workOfNetwork(await ofNetwork(1), freeOfNetwork);
      if (work) await gate.prove({ network, tokens }, work);
      const found = await find();
      if (found !== undefined) {
        await ofPerson(-1);
        await ofNetwork(-1);
      }
      return found;
    },
  };
}
