import { type Account, type Actor, isStorable, publicAccount, type Row, selfActor } from "./account.ts";
import type { AccountStore, AccountsDeps } from "./account-store.ts";
import { normalEmail } from "./email.ts";
import type { Origin, Origins } from "./familiar-origins.ts";
import type { createLockout } from "./lockout.ts";
import { hashPassword, needsRehash, passwordMatches, runLimited } from "./passwords.ts";
import { AccountRefusal } from "./refusals.ts";
import { coarseNetwork } from "./sessions.ts";

type Options = AccountsDeps & { store: AccountStore; lockout: ReturnType<typeof createLockout>; origins: Origins };
type SignInInput = Origin & {
  email: string;
  password: string;
  /** The current login session when a signed-in person re-authenticates. */
  sessionId?: string | undefined;
};

/** Account id used in audit entries for failed sign-ins to unknown accounts. */
const unknownAccountId = "00000000-0000-0000-0000-000000000000";
const actor: Actor = { kind: "system", id: "accounts" };
const signInOrigin = ({ methods, network }: { methods: string[]; network?: string | undefined }) => ({
  methods,
  ...(network && { network: coarseNetwork(network) }),
});

/** Creates the password sign-in functions. */
export function createSignIn({ db, siteId, store, lockout, origins }: Options) {
  /**
   * Returns the account with this e-mail address and password. An unknown address and a wrong
   * password give the same error and take the same time. Errors: WRONG_CREDENTIALS; BLOCKED and
   * PASSWORD_EXPIRED, only if the password is correct; PAUSED with the number of seconds to wait. A
   * PENDING account is returned too: the caller decides what must still be completed.
   */
  async function authenticate({ email, password, ...from }: SignInInput): Promise<Account> {
    const attempt = { email: normalEmail(email), ...from };
    const known = isStorable(attempt.email);
    const { found, row } = await runLimited(async () => {
      // Checked inside the concurrency limit, so that simultaneous guesses cannot bypass the
      // lockout triggered by the first of them.
      const seconds = await lockout.secondsLeft(attempt);
      if (seconds > 0) throw new AccountRefusal("PAUSED", `Too many wrong guesses; wait ${seconds} s.`, seconds);
      const found = known ? await store.rowByEmail(attempt.email) : undefined;
      const candidate = found?.status === "DELETED" ? undefined : found;
      const fits = await passwordMatches(password, candidate?.passwordHash);
      return { found, row: fits ? candidate : undefined };
    });
    if (!row) {
      await lockout.countFailure({ ...attempt, accountId: found?.id });
      // Also recorded for unknown email addresses, so that both cases take the same time.
      const line = {
        actor,
        action: "account.signInFailed",
        after: signInOrigin({ methods: ["pwd"], network: from.network }),
      };
      await store.recordAudit(db, found?.id ?? unknownAccountId, line);
      throw new AccountRefusal("WRONG_CREDENTIALS", "E-mail and password do not belong together.");
    }
    await lockout.countSuccess(attempt);
    if (row.status === "BLOCKED") throw new AccountRefusal("BLOCKED", "The account is blocked.");
    if (row.passwordExpired) throw new AccountRefusal("PASSWORD_EXPIRED", "This password may be used no more.");
    if (row.passwordHash && needsRehash(row.passwordHash)) await rehash(row, password);
    return publicAccount(row);
  }

  /**
   * Rehashes the same password with the current cost parameters. This is not a change that needs an
   * audit entry.
   */
  async function rehash({ id, passwordHash: before }: Row, password: string) {
    const passwordHash = await runLimited(() => hashPassword(password));
    const same = db.updateTable("account").set({ passwordHash }).where("siteId", "=", siteId).where("id", "=", id);
    await same.where("passwordHash", "=", before).execute();
  }

  return {
    authenticate,

    /**
     * Records a sign-in in the transaction that starts the login session. `methods` are
     * authentication method names from RFC 8176. The network and browser are remembered as
     * familiar, unless somebody else signed in on behalf of the account.
     */
    async recordSignIn(
      id: string,
      { methods, network, browser, device }: Origin & { methods: string[]; device?: string | undefined },
      { tx = db, actor = selfActor(id) }: { tx?: typeof db; actor?: Actor } = {},
    ): Promise<void> {
      if (!methods.includes("user")) await origins.remember(id, { network, browser }, tx);
      const from = {
        ...(network && { network: coarseNetwork(network) }),
        ...(device && { device: device.slice(0, 500) }),
      };
      return store.recordAudit(tx, id, { actor, action: "account.signIn", after: { methods, ...from } });
    },
  };
}
