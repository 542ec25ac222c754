import { AccountRefusal } from "@uola/accounts";
import { type Context, Refusal } from "@uola/kernel";
import * as store from "./store.ts";

/** After authenticating, a person does not have to authenticate again for this long. */
const freshMs = 10 * 60_000;

type Reauthentication = { memberId: string; sessionId: string };
type ReauthenticationInput = { currentPassword: string | null | undefined; network: string | undefined };

/**
 * Requires the member to authenticate again before a credential changes, because somebody else may
 * be using their unlocked device.
 */
export function reauthentication(context: Context) {
  const { accounts, now } = context;

  /**
   * Checks the current password. Wrong passwords count as failed attempts, as they do at a sign-in.
   * Errors: WRONG_PASSWORD.
   */
  async function byPassword(
    { memberId, sessionId }: Reauthentication,
    { currentPassword, network }: ReauthenticationInput,
  ): Promise<void> {
    const account = await accounts.find(memberId);
    await accounts
      .authenticate({ email: account?.email ?? "", password: currentPassword ?? "", network, sessionId })
      .catch((error) => {
        const code = error instanceof AccountRefusal ? error.code : undefined;
        // An expired password cannot sign in, but still proves the identity.
        if (code === "PASSWORD_EXPIRED") return;
        if (code !== "WRONG_CREDENTIALS") throw error;
        throw new Refusal("WRONG_PASSWORD", "This is not the present password.", 403);
      });
  }

  /**
   * Requires a recent authentication. The age of the session does not count, because a silent
   * renewal proves nothing. Errors: REAUTHENTICATION_NEEDED.
   */
  async function bySignIn({ sessionId }: Reauthentication): Promise<void> {
    const proved = await store.lastAuthenticated(context, sessionId);
    if (proved && now().getTime() - proved.getTime() <= freshMs) return;
    throw new Refusal("REAUTHENTICATION_NEEDED", "Sign in again first.", 403);
  }

  return {
    /** Requires the current password. A person without a password must have signed in recently. */
    passwordFirst: async (self: Reauthentication, given: ReauthenticationInput): Promise<void> =>
      (await accounts.factors.of(self.memberId)).hasPassword ? byPassword(self, given) : bySignIn(self),

    /**
     * Requires the current password or a recent sign-in: clients without a field for the current
     * password can make people sign in again.
     */
    passwordOrSignIn: (self: Reauthentication, given: ReauthenticationInput): Promise<void> =>
      given.currentPassword == null ? bySignIn(self) : byPassword(self, given),
  };
}
