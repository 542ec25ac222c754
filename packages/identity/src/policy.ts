import type { Accounts } from "@uola/accounts";
import { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import { hasSecondFactor } from "./second-factor.ts";
import { cachedPerson } from "./storage.ts";

const { Check, Prompt, base } = interactionPolicy;
type Oidc = KoaContextWithOIDC["oidc"];

/** A person who changes credentials must have signed in within this time, in seconds. */
const freshSeconds = 10 * 60;

/** Whether our own site requests the page with `screen_hint`. The page is shown once per sign-in. */
const asksFor = (hint: "passkey" | "second-factor", { params, client, result }: Oidc, done: string) =>
  params?.screen_hint === hint && client?.first_party === true && !(result && done in result);
const asksForChange = (oidc: Oidc) => asksFor("passkey", oidc, "passkey") || asksFor("second-factor", oidc, "enrol");

/**
 * Returns the steps between a request and its response, in this order: choose the account, sign in,
 * second factor, change of credentials, consent. Each is a prompt with its own page.
 */
export function policy({ factors }: Accounts) {
  const prompts = base();
  const login = prompts.get("login");
  // A session of a blocked or deleted account is treated as no session.
  const gone = ({ oidc }: KoaContextWithOIDC) => Boolean(oidc.session?.accountId) && !oidc.account;
  login?.checks.add(new Check("account_gone", "End-User authentication is required", "login_required", gone), 0);
  const another = ({ oidc: { result } }: KoaContextWithOIDC) => Boolean(result?.another) && !result?.login;
  login?.checks.add(new Check("another", "End-User authentication is required", "login_required", another));
  const stale = ({ oidc }: KoaContextWithOIDC) =>
    asksForChange(oidc) && Boolean(oidc.session?.accountId) && !oidc.result?.login && oidc.session?.past(freshSeconds);
  login?.checks.add(
    new Check("stale", "End-User authentication is required", "login_required", (ctx) => stale(ctx) === true),
  );

  // The account chooser needs a signed-in account, and is not shown directly after a sign-in.
  const choose = new Prompt({ name: "select_account", requestable: true });
  choose.checks.clear();
  const unchosen = ({ oidc }: KoaContextWithOIDC) =>
    oidc.prompts.has("select_account") &&
    Boolean(oidc.session?.accountId) &&
    !oidc.result?.select_account &&
    !oidc.result?.login;
  choose.checks.add(
    new Check("select_account_prompt", "an account was not chosen", "account_selection_required", unchosen),
  );
  prompts.add(choose, 0);

  const unproved = async ({ oidc: { account, session } }: KoaContextWithOIDC) => {
    if (!account || !session?.accountId || hasSecondFactor(session.amr)) return false;
    return factors.areRequiredFor(account.accountId, cachedPerson(account.accountId));
  };
  // The SDKs use exactly this text to detect that signing in again will help.
  const mfa = new Check("second_factor", "Multifactor authentication required", "login_required", unproved);
  prompts.add(new Prompt({ name: "mfa" }, mfa), 2);

  const passkey = ({ oidc }: KoaContextWithOIDC) => asksFor("passkey", oidc, "passkey");
  prompts.add(new Prompt({ name: "passkey" }, new Check("passkey", "a page was asked for", passkey)), 3);
  const enrol = async ({ oidc }: KoaContextWithOIDC) =>
    Boolean(oidc.account) &&
    asksFor("second-factor", oidc, "enrol") &&
    !(await factors.of(oidc.account?.accountId ?? "")).authenticator.isOn;
  prompts.add(new Prompt({ name: "enrol" }, new Check("enrol", "a page was asked for", enrol)), 4);
  return prompts;
}
