import { type Account, AccountRefusal } from "@uola/accounts";
import type { StateMachineResponse } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Call, type Context, dayMs, issueSecret, Refusal, readSecret, transact, useSecret } from "@uola/kernel";
import { visitorSignedIn } from "../events.ts";
import { blocked, identityMapper, signInStateOf, withRefusals } from "../members/members.ts";
import type { SessionToken } from "../tokens/tokens.ts";
import * as store from "./store.ts";

const sessionTokenMs = 10 * 60_000;
const stateTokenMs = dayMs;

/** A person's identity at another provider that is linked to an account. */
export type IdentityLink = { issuer: string; subject: string };

/** Details of how a person authenticated. */
export type Authentication = {
  /**
   * Authentication methods as named in RFC 8176, such as `pwd` and `otp`. `fed` stands for another
   * provider.
   */
  methods: string[];
  /**
   * Whether to skip the second factor: the platform's own provider has already checked it, and the
   * owner's API key needs none.
   */
  vouched?: boolean;
  identitySession?: string | undefined;
  /** When the person authenticated. Missing if somebody else vouched for them. */
  provedDate?: Date | undefined;
};

/** The payload of a state token: a sign-in that is waiting for a verification or an approval. */
export type PendingSignIn = Omit<Authentication, "provedDate"> & {
  memberId: string;
  /** A fingerprint of the password. After a password change the person has to sign in again. */
  stamp: string;
  /**
   * The identity to link once the mailed code is entered with this token. Until then the address is
   * unproven.
   */
  link?: IdentityLink;
};

type SignInContinuation = {
  call: Pick<Call, "caller" | "from">;
  /** The state token of the pending sign-in, if there is one. */
  stateToken?: string | undefined;
  /** Whether to mail a code if the address still has to be verified. */
  mails?: boolean;
  /** Runs in the transaction that issues the token. */
  also?: (tx: Database) => Promise<void>;
};

type VerificationStep = Pick<SignInContinuation, "call"> & {
  account: Account;
  waiting: PendingSignIn;
  stateToken: string;
  code: string;
};

/** Completes a sign-in after authentication: issues a session token, or a state token while the person has to wait. */
export function createSignInFlow(context: Context) {
  const { db, siteId, accounts, now, events } = context;
  const people = identityMapper(context);
  const stateTokens = { siteId, purpose: "state_token" } as const;

  /**
   * Issues a session token. If the account is still pending, returns the reason and a state token
   * that is valid for a day. Errors: MEMBER_BLOCKED, SECOND_FACTOR_REQUIRED.
   */
  async function completeSignIn(
    account: Account,
    entry: Authentication,
    continuation: SignInContinuation,
  ): Promise<StateMachineResponse> {
    const state = signInStateOf(account);
    if (state === "BLOCKED") throw blocked();
    if (state === "SUCCESS" && !entry.vouched && (await accounts.factors.areRequiredFor(account.id)))
      throw secondFactorNeeded();
    if (state === "REQUIRE_EMAIL_VERIFICATION" && continuation.mails) await mailCode(account);
    const given = await transact(context, async (tx) => {
      await continuation.also?.(tx);
      if (state !== "SUCCESS") {
        const { provedDate: _, ...waiting } = entry;
        return {
          stateToken: continuation.stateToken ?? (await issueStateToken(tx, { ...waiting, memberId: account.id })),
        };
      }
      if (continuation.stateToken) await spend(tx, continuation.stateToken);
      return { sessionToken: await issueSessionToken(tx, account.id, entry, continuation.call) };
    });
    return { state, ...given, identity: await people.identityOf(account) };
  }

  async function issueSessionToken(
    tx: Database,
    memberId: string,
    { methods, identitySession, provedDate }: Authentication,
    { caller, from }: SignInContinuation["call"],
  ): Promise<string> {
    const visitorId = caller.kind === "member" ? undefined : caller.visitorId;
    if (visitorId) await events.emit(tx, visitorSignedIn, { visitorId, memberId });
    const payload: SessionToken = {
      memberId,
      methods,
      ...(caller.clientId && { clientId: caller.clientId }),
      ...(visitorId && { visitorId }),
      ...(identitySession && { identitySession }),
      ...(provedDate && { provedTime: provedDate.getTime() }),
    };
    await accounts.recordSignIn(memberId, { methods, ...from, browser: visitorId, device: from.userAgent }, { tx });
    return issueSecret(tx, { siteId, purpose: "session_token" }, payload, after(sessionTokenMs));
  }

  /** Issues a state token, which can be used until the person is signed in. */
  async function issueStateToken(tx: Database, waiting: Omit<PendingSignIn, "stamp">): Promise<string> {
    const stamp = await store.passwordStamp({ db: tx, siteId }, waiting.memberId);
    return issueSecret(tx, stateTokens, { ...waiting, stamp }, after(stateTokenMs));
  }

  async function spend(tx: Database, stateToken: string) {
    const used = await useSecret(tx, stateTokens, stateToken, now());
    if (!used || used.again) throw invalidStateToken();
  }

  /**
   * Mails a code to the account's address. Above the rate limit nothing is mailed, and this is not
   * reported to the caller.
   */
  async function mailCode({ id, status }: Account): Promise<void> {
    if (status === "BLOCKED" || status === "DELETED") return;
    await accounts.startVerification(id, { by: "code" }).catch((error: unknown) => {
      if (!(error instanceof AccountRefusal && error.code === "TOO_MANY_MAILS")) throw error;
    });
  }

  const after = (ms: number) => new Date(now().getTime() + ms);

  return {
    enter: completeSignIn,
    wait: issueStateToken,

    /**
     * Continues the sign-in with a mailed code. With a `link` the code proves the address, so
     * credentials that were set before, including the password, are deleted. Errors:
     * VERIFICATION_FAILED, and those of `enter`.
     */
    async verify({ account, waiting, stateToken, code, call }: VerificationStep): Promise<StateMachineResponse> {
      const { link, methods, identitySession, vouched } = waiting;
      const entry: Authentication = {
        methods: [...methods, "otp"],
        identitySession,
        ...(vouched && { vouched }),
        provedDate: now(),
      };
      if (!link) {
        const verified = await withCodeRefusals(accounts.verifyEmailByCode(account.id, code));
        return completeSignIn(verified, entry, { call, stateToken });
      }
      const also = async (tx: Database) => {
        await spend(tx, stateToken);
        await store.link({ db: tx, siteId }, { ...link, accountId: account.id, createdDate: now() });
      };
      const claimed = await withCodeRefusals(accounts.useCode(account.id, code, { claims: true, also }));
      return completeSignIn(claimed, entry, { call });
    },
    spend,
    mailCode,
    /** Returns the pending sign-in of a state token. Errors: INVALID_STATE_TOKEN. */
    async resume(stateToken: string): Promise<{ account: Account; waiting: PendingSignIn }> {
      const waiting = await readSecret<PendingSignIn>(db, stateTokens, stateToken, now());
      const account = waiting && (await accounts.find(waiting.memberId));
      if (!waiting || !account) throw invalidStateToken();
      if ((await store.passwordStamp(context, account.id)) !== waiting.stamp) throw invalidStateToken();
      return { account, waiting };
    },
  };
}
/** Converts the rejection of a wrong code to this API's error. Errors: VERIFICATION_FAILED. */
const withCodeRefusals = <Proven>(proof: Promise<Proven>): Promise<Proven> =>
  withRefusals(proof).catch((error: unknown) => {
    if (!(error instanceof AccountRefusal && error.code === "PROOF_INVALID")) throw error;
    throw new Refusal("VERIFICATION_FAILED", "This is not the code, or it is good no more.", 400);
  });

export type SignInFlow = ReturnType<typeof createSignInFlow>;

const secondFactorNeeded = () =>
  new Refusal("SECOND_FACTOR_REQUIRED", "A second factor is needed: sign in at the identity provider.", 403);
const invalidStateToken = () => new Refusal("INVALID_STATE_TOKEN", "This sign-in is not waiting (any more).", 400);
