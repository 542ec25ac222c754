import { type Account, AccountRefusal } from "@uola/accounts";
import type { contract, StateMachineResponse } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, type Handlers, Refusal, rememberSecret, transact } from "@uola/kernel";
import { createProviders, invalidToken, type TrustedIssuer, type VerifiedIdentity } from "./providers.ts";
import type { SignInFlow } from "./sign-in-result.ts";
import * as store from "./store.ts";

type LoginWithIdpToken = Handlers<typeof contract.authentication>["loginWithIdpToken"];

/** Handles sign-in with a token of an identity provider, either the platform's own or an external one. */
export function idpSignIn(context: Context, signInFlow: SignInFlow): LoginWithIdpToken {
  const { siteId, accounts, urls, now } = context;
  const providers = createProviders(now);
  const ownIssuer = `${urls.identity}/`;

  /**
   * Returns the issuer with its accepted clients: for the platform's own provider all currently
   * registered sites, for external providers the audiences in their row.
   */
  async function trustedIssuerOf({ issuer, jwksUri, audiences }: store.Provider): Promise<TrustedIssuer> {
    const isOwn = issuer === ownIssuer;
    const clients = isOwn ? await store.ownClients(context) : audiences;
    return { issuer, jwksUri, clients, apis: isOwn ? [urls.platform] : [] };
  }

  /** Marks the token as used. Each token works once. Errors: INVALID_IDP_TOKEN. */
  const spend = async (tx: Database, { token, expires }: VerifiedIdentity) => {
    const used = { now: now(), expires };
    if (await rememberSecret(tx, { siteId, purpose: "idp_token" }, token, used)) return;
    throw invalidToken("The identity token was used before.");
  };

  /**
   * Returns the account of this person. The account is either already linked, or it is linked now
   * because both sides have verified the address or no account has the address yet. Returns
   * undefined if the person must prove the address first.
   */
  async function accountOf(person: VerifiedIdentity, network: string | undefined): Promise<Account | undefined> {
    const { issuer, subject, email, emailVerified } = person;
    const linked = await store.findLinked(context, issuer, subject);
    if (linked) return accounts.find(linked);
    if (!email) throw invalidToken("The token names no e-mail address.");
    if (!emailVerified) return undefined;
    const known = await accounts.findByEmail(email);
    // Another person may have registered the address and must not get access to the sign-in of its
    // owner.
    if (known && !known.emailVerified) return undefined;
    const account = known ?? (await added(person, email, network));
    await store.link(context, { issuer, subject, accountId: account.id, createdDate: now() });
    return account;
  }

  const added = (
    { emailVerified, firstName, lastName }: VerifiedIdentity,
    email: string,
    network?: string,
  ): Promise<Account> =>
    accounts
      .register({ email, emailVerified, mustVerify: true, verifyBy: "code", firstName, lastName, network })
      .catch((error: unknown) => {
        throw error instanceof AccountRefusal && error.code === "EMAIL_INVALID" ? invalidToken(error.message) : error;
      });

  /**
   * Mails a code to an address that is not verified on both sides. The account is linked once the
   * code is entered with this state token. The response is the same whether or not an account
   * exists.
   */
  async function requireEmailProof(
    person: VerifiedIdentity,
    network: string | undefined,
  ): Promise<StateMachineResponse> {
    const { issuer, subject, email = "" } = person;
    const known = await accounts.findByEmail(email);
    const account = known ?? (await added(person, email, network));
    const stateToken = await transact(context, async (tx) => {
      await spend(tx, person);
      return signInFlow.wait(tx, { memberId: account.id, methods: ["fed"], link: { issuer, subject } });
    });
    if (known) await signInFlow.mailCode(known);
    return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken };
  }

  return async ({ idpConnectionId, tokenParams }, call) => {
    const { network } = call.from;
    const provider = await store.findProvider(context, idpConnectionId);
    if (!provider) throw new Refusal("IDP_CONNECTION_NOT_FOUND", "There is no such identity provider.", 404);
    const person = await providers.verify(await trustedIssuerOf(provider), tokenParams);
    const also = (tx: Database) => spend(tx, person);
    if (person.issuer === ownIssuer) {
      const account = await accounts.find(person.subject);
      if (!account) throw invalidToken("The person of this token is gone.");
      const { methods, session: identitySession, provedDate } = person;
      const entry = { methods, vouched: true, identitySession, provedDate };
      return signInFlow.enter(account, entry, { call, also, mails: true });
    }
    const account = await accountOf(person, network);
    if (!account) return requireEmailProof(person, network);
    const entry = { methods: ["fed"], provedDate: person.provedDate };
    return signInFlow.enter(account, entry, { call, also, mails: true });
  };
}
