import { type Account, type Actor, isStorable, type Row, seen, theirs } from "./account.ts";
import { normalEmail } from "./email.ts";
import type { Origin, Origins } from "./familiar-origins.ts";
import { hashPassword, inTurn, isDated, passwordFits } from "./passwords.ts";
import type { createPauses } from "./lockout.ts";
import type { Ground, Records } from "./account-store.ts";
import { AccountRefusal } from "./refusals.ts";
import { shortNetwork } from "./sessions.ts";

type Options = Ground & { records: Records; pauses: ReturnType<typeof createPauses>; origins: Origins };
type Given = Origin & {
  email: string;
  password: string;
  /** The stay of somebody who is signed in already and shows once more who they are. */
  stay?: string | undefined;
};

/** Whom a failure is noted for whose address is nobody's. */
const nobody = "00000000-0000-0000-0000-000000000000";
const actor: Actor = { kind: "system", id: "accounts" };
const placeOf = ({ methods, network }: { methods: string[]; network?: string | undefined }) => ({
  methods,
  ...(network && { network: shortNetwork(network) }),
});

/** People showing by a password who they are. */
export function createSignIn({ db, siteId, records, pauses, origins }: Options) {
  /**
   * The account whose e-mail and password these are. An unknown person and a wrong password look and cost the same.
   * Errors: WRONG_CREDENTIALS; BLOCKED and PASSWORD_EXPIRED (only to who knows the password); PAUSED with the seconds to wait.
   * Somebody who is PENDING is given too: what they wait for is for the caller to say.
   */
  async function authenticate({ email, password, ...from }: Given): Promise<Account> {
    const guesser = { email: normalEmail(email), ...from };
    const known = isStorable(guesser.email);
    const { found, row } = await inTurn(async () => {
      // Looked up in turn: guesses sent all at once must not slip past the pause that the first of them earn.
      const seconds = await pauses.secondsLeft(guesser);
      if (seconds > 0) throw new AccountRefusal("PAUSED", `Too many wrong guesses; wait ${seconds} s.`, seconds);
      const found = known ? await records.rowByEmail(guesser.email) : undefined;
      const candidate = found?.status === "DELETED" ? undefined : found;
      const fits = await passwordFits(password, candidate?.passwordHash);
      return { found, row: fits ? candidate : undefined };
    });
    if (!row) {
      await pauses.countFailure({ ...guesser, accountId: found?.id });
      // For an unknown address just as for a known one, so that both cost the same.
      const line = {
        actor,
        action: "account.signInFailed",
        after: placeOf({ methods: ["pwd"], network: from.network }),
      };
      await records.note(db, found?.id ?? nobody, line);
      throw new AccountRefusal("WRONG_CREDENTIALS", "E-mail and password do not belong together.");
    }
    await pauses.countSuccess(guesser);
    if (row.status === "BLOCKED") throw new AccountRefusal("BLOCKED", "The account is blocked.");
    if (row.passwordExpired) throw new AccountRefusal("PASSWORD_EXPIRED", "This password may be used no more.");
    if (row.passwordHash && isDated(row.passwordHash)) await rehash(row, password);
    return seen(row);
  }

  /** The same password under today's cost; nothing changed that anybody would ask about later. */
  async function rehash({ id, passwordHash: before }: Row, password: string) {
    const passwordHash = await inTurn(() => hashPassword(password));
    const same = db.updateTable("account").set({ passwordHash }).where("siteId", "=", siteId).where("id", "=", id);
    await same.where("passwordHash", "=", before).execute();
  }

  return {
    authenticate,

    /**
     * Whoever begins a session writes it down, in the transaction that begins it. `methods` by the names of RFC 8176. Where
     * they come from is familiar from now on, unless it was somebody else who let them in.
     */
    async noteSignIn(
      id: string,
      { methods, network, browser, device }: Origin & { methods: string[]; device?: string | undefined },
      { tx = db, actor = theirs(id) }: { tx?: typeof db; actor?: Actor } = {},
    ): Promise<void> {
      if (!methods.includes("user")) await origins.remember(id, { network, browser }, tx);
      const from = {
        ...(network && { network: shortNetwork(network) }),
        ...(device && { device: device.slice(0, 500) }),
      };
      return records.note(tx, id, { actor, action: "account.signIn", after: { methods, ...from } });
    },
  };
}
