import type { Database } from "@uola/database";
import { createFactors } from "./second-factors.ts";
import { createLimits, defaultLimits, type Limits, type Subject } from "./rate-limits.ts";
import { createMails } from "./account-mails.ts";
import { createOrigins } from "./familiar-origins.ts";
import { createPauses, defaultPauses, type Pauses } from "./lockout.ts";
import { createProfiles } from "./profile.ts";
import { createProofs } from "./email-verification.ts";
import { createRecords } from "./account-store.ts";
import { createRecovery } from "./recovery.ts";
import { createSealer } from "./encryption.ts";
import { createSignIn } from "./sign-in.ts";
import { createSignUp } from "./sign-up.ts";
import { createStanding } from "./account-admin.ts";
import { createStays } from "./sessions.ts";

export type { Account, Actor } from "./account.ts";

export type AccountOptions = {
  db: Database;
  siteId: string;
  /** Seals what has to be read again, such as the secret of a code app; kept outside of the database. */
  secret: string;
  now?: () => Date;
  pauses?: Partial<Pauses>;
  limits?: Partial<Limits>;
  /** Whether owner and trainers have to have a second factor; they do unless it is turned off. */
  secondFactorRequired?: boolean;
};
export type Accounts = ReturnType<typeof createAccounts>;

/** The people of a site and their credentials: the one place that knows a password. */
export function createAccounts(options: AccountOptions) {
  const { db, siteId, secret, now = () => new Date(), secondFactorRequired = true } = options;
  const ground = { db, siteId, now };
  const { registrations, mails: mailLimits, networkMails, causedMails } = { ...defaultLimits, ...options.limits };

  const origins = createOrigins(ground);
  const pauses = createPauses(db, siteId, { ...defaultPauses, ...options.pauses }, origins, now);
  const limits = createLimits(ground);
  const mails = createMails(siteId, now);
  const records = createRecords(ground);
  const proofs = createProofs({ ...ground, secret, mails, records, limits, mailLimits });
  const people = { ...ground, records, proofs, mails, limits, pauses, origins };
  const signUp = createSignUp({ ...people, registrations });
  const stays = createStays(ground);

  const { find, findByEmail } = records;
  const { openProof, mintProof, readProof, useProof, pendingEmail } = proofs;
  return {
    find,
    findByEmail,
    ...signUp,
    ...createSignIn(people),
    ...createRecovery({ ...people, mailLimits, networkMails }),
    ...createProfiles(records),
    ...createStanding({ ...people, signUpRules: signUp.signUpRules }),
    openProof,
    mintProof,
    readProof,
    useProof,
    pendingEmail,
    failures: pauses.failures,
    takesWork: pauses.takesWork,
    rememberOrigin: origins.remember,
    factors: createFactors({ ...ground, secret, pauses, find, secondFactorRequired }),
    stays,
    limits: {
      take: limits.take,
      takeAll: limits.takeAll,
      count: limits.count,
      countAll: limits.countAll,
      /** Seconds until a mail that people caused may go to an address; 0 = it counts as sent. */
      async takeMail({ address, network }: { address: string; network: Subject | undefined }): Promise<number> {
        const seconds = network ? await limits.take("mail of a network", network, networkMails) : 0;
        return seconds || limits.takeAll("mail that was caused", address, causedMails);
      },
    },
    /** Seals, for a purpose, what another part of the house has to read again. */
    sealer: (purpose: string) => createSealer(secret, siteId, purpose),

    /** Forgets what is over: links, windows of limits, wrong guesses, browsers. */
    async sweep(): Promise<void> {
      for (const { sweep } of [proofs, limits, pauses, origins, stays]) await sweep();
    },
  };
}
