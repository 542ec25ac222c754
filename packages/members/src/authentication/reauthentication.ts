import { AccountRefusal } from "@uola/accounts";
import { type Context, Refusal } from "@uola/kernel";
import * as store from "./store.ts";

/** Who has shown who they are need not do so again for so long. */
const freshMs = 10 * 60_000;

type Reauthentication = { memberId: string; sessionId: string };
type ReauthenticationInput = { currentPassword: string | null | undefined; network: string | undefined };

/** That it is the member who sits there, not somebody at their unlocked machine: asked before a way to sign in changes. */
export function reauthentication(context: Context) {
  const { accounts, now } = context;

  /** Refuses with WRONG_PASSWORD; guesses count as they do at a sign-in. */
  async function byPassword(
    { memberId, sessionId }: Reauthentication,
    { currentPassword, network }: ReauthenticationInput,
  ): Promise<void> {
    const account = await accounts.find(memberId);
    await accounts
      .authenticate({ email: account?.email ?? "", password: currentPassword ?? "", network, sessionId })
      .catch((error) => {
        const code = error instanceof AccountRefusal ? error.code : undefined;
        // one that may not be used to sign in any more still shows who sits there
        if (code === "PASSWORD_EXPIRED") return;
        if (code !== "WRONG_CREDENTIALS") throw error;
        throw new Refusal("WRONG_PASSWORD", "This is not the present password.", 403);
      });
  }

  /** By the sign-in itself, not by the stay: one that was renewed without a word proves nothing. Refuses with REAUTHENTICATION_NEEDED. */
  async function bySignIn({ sessionId }: Reauthentication): Promise<void> {
    const proved = await store.lastAuthenticated(context, sessionId);
    if (proved && now().getTime() - proved.getTime() <= freshMs) return;
    throw new Refusal("REAUTHENTICATION_NEEDED", "Sign in again first.", 403);
  }

  return {
    /** The present password from whoever has one; others must have signed in just now. */
    passwordFirst: async (self: Reauthentication, given: ReauthenticationInput): Promise<void> =>
      (await accounts.factors.of(self.memberId)).hasPassword ? byPassword(self, given) : bySignIn(self),

    /** Either: clients that know no `currentPassword` may send people to sign in. */
    passwordOrSignIn: (self: Reauthentication, given: ReauthenticationInput): Promise<void> =>
      given.currentPassword == null ? bySignIn(self) : byPassword(self, given),
  };
}
