import { type Account, AccountRefusal } from "@uola/accounts";
import type { StateMachineResponse } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Call, type Context, dayMs, issueSecret, Refusal, readSecret, transact, useSecret } from "@uola/kernel";
import { visitorSignedIn } from "../events.ts";
import { blocked, identifier, stateOf, withRefusals } from "../members/members.ts";
import type { SessionToken } from "../tokens/tokens.ts";
import * as store from "./store.ts";

const sessionTokenMs = 10 * 60_000;
const stateTokenMs = dayMs;

/** A person of another provider, to be known by it from now on. */
export type IdentityLink = { issuer: string; subject: string };

/** How somebody showed who they are. */
export type Authentication = {
  /** By names of RFC 8176: `pwd`, `otp`, …, or `fed` for another provider's word. */
  methods: string[];
  /** Who vouches has asked for a second factor itself, or needs none: our own provider, the owner. */
  vouched?: boolean;
  identitySession?: string | undefined;
  /** When they showed it; never, when somebody else did for them. */
  provedDate?: Date | undefined;
};

/** A sign-in that waits, as its state token stands for it. */
export type PendingSignIn = Omit<Authentication, "provedDate"> & {
  memberId: string;
  /** Of the password when the waiting began: with another one, the person has to sign in anew. */
  stamp: string;
  /** Only a code given with this very token lets in: whoever waits has not shown that the address is theirs. */
  link?: IdentityLink;
};

type SignInContinuation = {
  /** Who asks for it, and from where. */
  call: Pick<Call, "caller" | "from">;
  /** The token this sign-in has been waiting under. */
  stateToken?: string | undefined;
  /** Mail a code to who still has to verify their address. */
  mails?: boolean;
  /** Belongs to the same transaction as whatever is handed out. */
  also?: (tx: Database) => Promise<void>;
};

type VerificationStep = Pick<SignInContinuation, "call"> & {
  account: Account;
  waiting: PendingSignIn;
  stateToken: string;
  code: string;
};

/** From "who they are is known" to a session token, or to what they still have to wait for. */
export function createSignInFlow(context: Context) {
  const { db, siteId, accounts, now, events } = context;
  const people = identifier(context);
  const statePlace = { siteId, purpose: "state_token" } as const;

  /**
   * Let a person in, or tell what they wait for under a state token that is good for a day. Refuses with MEMBER_BLOCKED and SECOND_FACTOR_REQUIRED.
   */
  async function enter(
    account: Account,
    entry: Authentication,
    going: SignInContinuation,
  ): Promise<StateMachineResponse> {
    const state = stateOf(account);
    if (state === "BLOCKED") throw blocked();
    if (state === "SUCCESS" && !entry.vouched && (await accounts.factors.areRequiredFor(account.id)))
      throw secondFactorNeeded();
    if (state === "REQUIRE_EMAIL_VERIFICATION" && going.mails) await mailCode(account);
    const given = await transact(context, async (tx) => {
      await going.also?.(tx);
      if (state !== "SUCCESS") {
        const { provedDate: _, ...waiting } = entry;
        return { stateToken: going.stateToken ?? (await wait(tx, { ...waiting, memberId: account.id })) };
      }
      if (going.stateToken) await spend(tx, going.stateToken);
      return { sessionToken: await letIn(tx, account.id, entry, going.call) };
    });
    return { state, ...given, identity: await people.identityOf(account) };
  }

  async function letIn(
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

  /** Begin to wait; the token is not used up until the person is in. */
  async function wait(tx: Database, waiting: Omit<PendingSignIn, "stamp">): Promise<string> {
    const stamp = await store.passwordStamp({ db: tx, siteId }, waiting.memberId);
    return issueSecret(tx, statePlace, { ...waiting, stamp }, after(stateTokenMs));
  }

  async function spend(tx: Database, stateToken: string) {
    const used = await useSecret(tx, statePlace, stateToken, now());
    if (!used || used.again) throw invalidStateToken();
  }

  /** A code to the account's address; whoever has had many is not mailed another, and is not told so here. */
  async function mailCode({ id, status }: Account): Promise<void> {
    if (status === "BLOCKED" || status === "DELETED") return;
    await accounts.startVerification(id, { by: "code" }).catch((error: unknown) => {
      if (!(error instanceof AccountRefusal && error.code === "TOO_MANY_MAILS")) throw error;
    });
  }

  const after = (ms: number) => new Date(now().getTime() + ms);

  return {
    enter,
    wait,

    /**
     * Go on with a mailed code. Refuses with VERIFICATION_FAILED, beside what `enter` refuses with. Who is linked by it has
     * shown that the address is theirs: what somebody who had not set before, a password among it, is gone.
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
        const verified = await captchaOf(accounts.verifyEmailByCode(account.id, code));
        return enter(verified, entry, { call, stateToken });
      }
      const also = async (tx: Database) => {
        await spend(tx, stateToken);
        await store.link({ db: tx, siteId }, { ...link, accountId: account.id, createdDate: now() });
      };
      const claimed = await captchaOf(accounts.useCode(account.id, code, { claims: true, also }));
      return enter(claimed, entry, { call });
    },
    spend,
    mailCode,
    /** Who waits under a state token. Refuses with INVALID_STATE_TOKEN. */
    async resume(stateToken: string): Promise<{ account: Account; waiting: PendingSignIn }> {
      const waiting = await readSecret<PendingSignIn>(db, statePlace, stateToken, now());
      const account = waiting && (await accounts.find(waiting.memberId));
      if (!waiting || !account) throw invalidStateToken();
      if ((await store.passwordStamp(context, account.id)) !== waiting.stamp) throw invalidStateToken();
      return { account, waiting };
    },
  };
}
const captchaOf = <Proven>(proof: Promise<Proven>): Promise<Proven> =>
  withRefusals(proof).catch((error: unknown) => {
    if (!(error instanceof AccountRefusal && error.code === "PROOF_INVALID")) throw error;
    throw new Refusal("VERIFICATION_FAILED", "This is not the code, or it is good no more.", 400);
  });

export type SignInFlow = ReturnType<typeof createSignInFlow>;

const secondFactorNeeded = () =>
  new Refusal("SECOND_FACTOR_REQUIRED", "A second factor is needed: sign in at the identity provider.", 403);
export const invalidStateToken = () =>
  new Refusal("INVALID_STATE_TOKEN", "This sign-in is not waiting (any more).", 400);
