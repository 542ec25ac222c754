import { type Account, AccountRefusal } from "@uola/accounts";
import type { contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import { issueSecret, rememberSecret } from "../../kernel/secrets.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { identityOf, stateOf } from "../members/members.ts";
import type { SessionToken } from "../tokens/tokens.ts";
import { createProviders, invalidToken, type Vouched } from "./providers.ts";
import * as store from "./store.ts";

const sessionTokenMs = 10 * 60_000;

/** People registering and signing in. */
export function authentication(context: Context): Handlers<typeof contract.authentication> {
  const { db, siteId, accounts, urls, now } = context;
  const providers = createProviders(now);
  const ownIssuer = `${urls.identity}/`;

  /** The account of a person a provider vouches for; undefined when their e-mail has to be verified first. */
  async function accountOf(person: Vouched): Promise<Account | undefined> {
    if (person.issuer === ownIssuer) {
      const account = await accounts.find(person.subject);
      if (!account) throw invalidToken("The person of this token is gone.");
      return account;
    }
    const linked = await store.findLinked(context, person.issuer, person.subject);
    if (linked) return accounts.find(linked);
    const { email, emailVerified, firstName, lastName, issuer, subject } = person;
    if (!email) throw invalidToken("The token names no e-mail address.");
    if (!emailVerified) return undefined;
    const byEmail = await accounts.findByEmail(email);
    // Whoever registered a foreign address unverified must not be handed its owner's sign-in.
    if (byEmail && !byEmail.emailVerified) return undefined;
    const account =
      byEmail ?? (await added({ email, emailVerified, firstName, lastName }, { kind: "idp", id: issuer }));
    await store.link(context, { issuer, subject, accountId: account.id, createdDate: now() });
    return account;
  }

  async function added(...[wish, actor]: Parameters<typeof accounts.create>): Promise<Account> {
    return accounts.create(wish, actor).catch((error: unknown) => {
      throw error instanceof AccountRefusal ? invalidToken(error.message) : error;
    });
  }

  return {
    loginWithIdpToken: async ({ idpConnectionId, tokenParams }, { caller }) => {
      const provider = await store.findProvider(context, idpConnectionId);
      if (!provider) throw new Refusal("IDP_CONNECTION_NOT_FOUND", "There is no such identity provider.", 404);
      const person = await providers.verify(provider, tokenParams);
      const account = await accountOf(person);
      if (!account) return { state: "REQUIRE_EMAIL_VERIFICATION" };
      const state = stateOf(account);
      if (state === "BLOCKED") throw new Refusal("MEMBER_BLOCKED", "This person may not sign in.", 403);
      const identity = identityOf(account);
      if (state !== "SUCCESS") return { state, identity };

      return db.transaction().execute(async (tx) => {
        const at = now();
        const used = { now: at, expires: person.expires };
        if (!(await rememberSecret(tx, { siteId, purpose: "idp_token" }, person.token, used))) {
          throw invalidToken("The identity token was used before.");
        }
        const memberId = account.id;
        const visitorId = caller.kind === "visitor" ? caller.id : undefined;
        if (visitorId) for (const claim of context.signIns) await claim(tx, { visitorId, memberId });
        const payload: SessionToken = visitorId ? { memberId, visitorId } : { memberId };
        const expires = new Date(at.getTime() + sessionTokenMs);
        const sessionToken = await issueSecret(tx, { siteId, purpose: "session_token" }, payload, expires);
        return { state, sessionToken, identity };
      });
    },
    register: pending,
    login: pending,
    registerV2: pending,
    loginV2: pending,
    changePassword: pending,
    proceed: pending,
    signOn: pending,
    logout: pending,
    captcha: pending,
  };
}

const pending = async (): Promise<never> => {
  throw new Refusal("UNAVAILABLE", "Not built yet.", 503);
};
