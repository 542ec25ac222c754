import { type Database, json } from "@uola/database";
import { sql } from "kysely";
import {
  type Account,
  type Actor,
  needsApproval,
  needsVerification,
  systemActor,
  withoutStatusReason,
} from "./account.ts";
import type { Mails } from "./account-mails.ts";
import type { AccountStore, AccountsDeps } from "./account-store.ts";
import type { EmailVerifications } from "./email-verification.ts";
import type { Origins } from "./familiar-origins.ts";
import type { createLockout } from "./lockout.ts";
import { AccountRefusal } from "./refusals.ts";
import type { SignUpRules } from "./sign-up.ts";

type Options = AccountsDeps & {
  store: AccountStore;
  verifications: EmailVerifications;
  mails: Mails;
  lockout: ReturnType<typeof createLockout>;
  origins: Origins;
  signUpRules: (tx?: Database) => Promise<SignUpRules>;
};
/** Creates the owners' operations on accounts: approve, block, change the role, delete. */
export function createAccountAdmin({ siteId, store, verifications, mails, lockout, origins, signUpRules }: Options) {
  const { change } = store;

  /**
   * Locks the active owners until the transaction ends, so that two of them cannot lose the role at
   * the same time.
   */
  async function requireAnotherOwner(tx: Database, id: string) {
    const owners = await store
      .rows(tx)
      .where("role", "=", "owner")
      .where("status", "=", "ACTIVE")
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    if (owners.length === 1 && owners[0]?.id === id)
      throw new AccountRefusal("LAST_OWNER", "Somebody has to stay owner.");
  }

  /**
   * Deletes all personal data except those in bookings and sales: orders and their documents must
   * be retained by law.
   */
  async function erase(tx: Database, id: string, email: string) {
    const tables = [
      "passkey",
      "authenticator",
      "recoveryCode",
      "emailProof",
      "externalIdentity",
      "organizationMember",
    ] as const;
    for (const table of tables)
      await tx.deleteFrom(table).where("siteId", "=", siteId).where("accountId", "=", id).execute();
    await tx
      .updateTable("memberSession")
      .set({ device: null, network: null })
      .where("siteId", "=", siteId)
      .where("accountId", "=", id)
      .execute();
    // Staff notes can also be filed under the guest with the same e-mail address.
    const guest = sql<string>`guest_id(${siteId}::uuid, ${`e ${email}`})`;
    await tx
      .deleteFrom("personNote")
      .where("siteId", "=", siteId)
      .where((eb) => eb.or([eb("personId", "=", id), eb("personId", "=", guest)]))
      .execute();
    // A cart contains the names and birth years of the participants.
    await tx.deleteFrom("cart").where("siteId", "=", siteId).where("holder", "=", `member ${id}`).execute();
    await lockout.forget(tx, email);
    await origins.forget(tx, id);
    await mails.dequeue(tx, id);
    await tx
      .deleteFrom("mail")
      .where("siteId", "=", siteId)
      .where("recipient", "=", email)
      .where("template", "like", "account-%")
      .execute();
    // The audit entries keep the action and its time, but no longer identify the person.
    const personal = sql`array['email', 'firstName', 'lastName', 'profile', 'network', 'device', 'name']`;
    await sql`update audit set before = before - ${personal}, after = after - ${personal}
      where site_id = ${siteId} and entity = 'account' and entity_id = ${id}`.execute(tx);
  }

  return {
    /** Approves a member who is waiting for approval and notifies them by email. */
    approve: (id: string, actor: Actor = systemActor): Promise<Account> =>
      change(id, {
        action: "account.approve",
        actor,
        set: (before) =>
          before.statusReasons.includes(needsApproval) ? withoutStatusReason(needsApproval, before) : undefined,
        also: (tx, _, { email: to, language }) =>
          mails.enqueue(tx, { template: "account-approved", accountId: id, to, language }),
      }),

    /** A blocked person cannot sign in, and all their sessions end at once. Errors: LAST_OWNER, ACCOUNT_NOT_FOUND. */
    block: (id: string, actor: Actor = systemActor, reasons: string[] = []): Promise<Account> =>
      change(id, {
        action: "account.block",
        actor,
        first: (tx) => requireAnotherOwner(tx, id),
        set: () => ({ status: "BLOCKED", statusReasons: reasons }),
        ends: true,
      }),

    /**
     * Lets the person sign in again. They still have to verify the e-mail address if the sign-up
     * rules require it.
     */
    async unblock(id: string, actor: Actor = systemActor): Promise<Account> {
      const { emailVerification } = await signUpRules();
      return change(id, {
        action: "account.unblock",
        actor,
        set: ({ status, emailVerified }) => {
          if (status !== "BLOCKED") return undefined;
          const waits = emailVerification && !emailVerified;
          return { status: waits ? "PENDING" : "ACTIVE", statusReasons: waits ? [needsVerification] : [] };
        },
      });
    },

    /** Errors: LAST_OWNER, ACCOUNT_NOT_FOUND. */
    setRole: (id: string, role: Account["role"], actor: Actor = systemActor): Promise<Account> =>
      change(id, {
        action: "account.setRole",
        actor,
        first: async (tx) => {
          if (role !== "owner") await requireAnotherOwner(tx, id);
        },
        set: (before) => (before.role === role ? undefined : { role }),
      }),

    /** Expires the password: all sessions end, and a link to choose a new one is mailed. */
    requireNewPassword: (id: string, actor: Actor = systemActor): Promise<Account> =>
      change(id, {
        action: "account.requireNewPassword",
        actor,
        set: () => ({ passwordExpired: true }),
        ends: true,
        also: async (tx, _, { email, language }) => {
          await verifications.openUnlimited(tx, { accountId: id, purpose: "RESET_PASSWORD", email, language });
        },
      }),

    /**
     * Deletes the person: personal data are erased and the e-mail address becomes free. Errors: LAST_OWNER,
     * ACCOUNT_NOT_FOUND.
     */
    remove: (id: string, actor: Actor = systemActor): Promise<Account> =>
      change(id, {
        action: "account.remove",
        actor,
        first: (tx) => requireAnotherOwner(tx, id),
        set: () => ({
          email: `${id}@deleted.invalid`,
          emailVerified: false,
          passwordHash: null,
          passwordExpired: false,
          firstName: null,
          lastName: null,
          profile: json({}),
          role: "member",
          status: "DELETED",
          statusReasons: [],
        }),
        ends: true,
        also: (tx, { email }) => erase(tx, id, email),
      }),
  };
}
