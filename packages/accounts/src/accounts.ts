import type { Database } from "@uola/database";
import { createAccountAdmin } from "./account-admin.ts";
import { createMails } from "./account-mails.ts";
import { createAccountStore } from "./account-store.ts";
import { createEmailVerifications } from "./email-verification.ts";
import { createSealer } from "./encryption.ts";
import { createOrigins } from "./familiar-origins.ts";
import { createLockout, defaultLockout, type LockoutRules } from "./lockout.ts";
import { createProfiles } from "./profile.ts";
import { createLimits, defaultLimits, type Limits, type Subject } from "./rate-limits.ts";
import { createRecovery } from "./recovery.ts";
import { createFactors } from "./second-factors.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn } from "./sign-in.ts";
import { createSignUp } from "./sign-up.ts";

export type { Account, Actor } from "./account.ts";

export type AccountOptions = {
  db: Database;
  siteId: string;
  /**
   * Encrypts values that must be readable again, such as the secret of an authenticator app. It is
   * stored outside the database.
   */
  secret: string;
  now?: () => Date;
  lockout?: Partial<LockoutRules>;
  limits?: Partial<Limits>;
  /** Whether owners and trainers need a second factor. Default: true. */
  secondFactorRequired?: boolean;
};
export type Accounts = ReturnType<typeof createAccounts>;

/** The accounts of a site and their credentials. No other package handles passwords. */
export function createAccounts(options: AccountOptions) {
  const { db, siteId, secret, now = () => new Date(), secondFactorRequired = true } = options;
  const deps = { db, siteId, now };
  const { registrations, mails: mailLimits, networkMails, causedMails } = { ...defaultLimits, ...options.limits };

  const origins = createOrigins(deps);
  const lockout = createLockout(db, siteId, { ...defaultLockout, ...options.lockout }, origins, now);
  const limits = createLimits(deps);
  const mails = createMails(siteId, now);
  const store = createAccountStore(deps);
  const verifications = createEmailVerifications({ ...deps, secret, mails, store, limits, mailLimits });
  const people = { ...deps, store, verifications, mails, limits, lockout, origins };
  const signUp = createSignUp({ ...people, registrations });
  const sessions = createSessions(deps);

  const { find, findByEmail } = store;
  const { openVerification, issueVerificationSecret, readVerification, useVerification, pendingEmail } = verifications;
  return {
    find,
    findByEmail,
    ...signUp,
    ...createSignIn(people),
    ...createRecovery({ ...people, mailLimits, networkMails }),
    ...createProfiles(store),
    ...createAccountAdmin({ ...people, signUpRules: signUp.signUpRules }),
    openVerification,
    issueVerificationSecret,
    readVerification,
    useVerification,
    pendingEmail,
    failures: lockout.failures,
    requiresProofOfWork: lockout.requiresProofOfWork,
    rememberOrigin: origins.remember,
    factors: createFactors({ ...deps, secret, lockout, find, secondFactorRequired }),
    sessions,
    limits: {
      take: limits.take,
      takeAll: limits.consumeAll,
      count: limits.count,
      countAll: limits.countAll,
      /**
       * Returns the number of seconds until a mail triggered by other people may be sent to an
       * email address; 0 means that it may be sent now and is counted.
       */
      async takeMail({ address, network }: { address: string; network: Subject | undefined }): Promise<number> {
        const seconds = network ? await limits.take("mail of a network", network, networkMails) : 0;
        return seconds || limits.consumeAll("mail that was caused", address, causedMails);
      },
    },
    /** Encrypts, for one purpose, values that another package must be able to read again. */
    sealer: (purpose: string) => createSealer(secret, siteId, purpose),

    /** Deletes expired links, rate-limit windows, failed sign-in attempts and remembered browsers. */
    async sweep(): Promise<void> {
      for (const { sweep } of [verifications, limits, lockout, origins, sessions]) await sweep();
    },
  };
}
