import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AccountOptions, type Accounts, createAccounts } from "@uola/accounts";
import { newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { createIdentity, type Identity, type IdentityOptions } from "./index.ts";

export const siteOrigin = "http://localhost:3000";
export const callback = `${siteOrigin}/callback/`;
export const loggedOutAt = `${siteOrigin}/`;
export const audience = "https://platform.example/";
export const password = "trys raudoni kibirai";

export type Running = {
  url: string;
  issuer: string;
  clientId: string;
  identity: Identity;
  accounts: Accounts;
  fresh: FreshDatabase;
  errors: unknown[];
  stop(): Promise<void>;
};

/** Starts the provider on its own port and database, with the site as its client. */
export async function run(
  options: Partial<IdentityOptions> = {},
  people: Partial<AccountOptions> = {},
): Promise<Running> {
  const fresh = await freshDatabase();
  const accounts = createAccounts({ db: fresh.db, siteId: fresh.siteId, secret: "a secret of the test", ...people });
  const errors: unknown[] = [];
  let handler: Identity["handler"] | undefined;
  const server = createServer((request, response) => handler?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const identity = createIdentity({
    connection: fresh.connection,
    siteId: fresh.siteId,
    accounts,
    issuer,
    siteUrl: siteOrigin,
    secret: "a secret of the test",
    audiences: [audience],
    log: { error: (values) => errors.push(values), info: () => {}, debug: () => {} },
    ...options,
  });
  handler = identity.handler;
  await identity.ready();
  const client = { name: "Svetainė", callbacks: [callback], logouts: [loggedOutAt], firstParty: true };
  const clientId = await identity.addClient(client);
  const stop = async () => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await identity.stop();
    await fresh.close();
  };
  return { url: issuer.slice(0, -1), issuer, clientId, identity, accounts, fresh, errors, stop };
}

/** A new person. */
export const newPerson = (accounts: Accounts) =>
  accounts.register({ email: `${newId()}@example.lt`, password, firstName: "Ona", lastName: "Onaitė" });

export type Tokens = {
  access_token: string;
  id_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
};

/** Simulates a browser: stores cookies by path and follows redirects one at a time. */
export function browser({ url, clientId }: Running) {
  const jar = new Map<string, { value: string; path: string }>();

  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(address, url);
    const cookies = [...jar].filter(([, { path }]) => target.pathname.startsWith(path));
    const headers = new Headers({ accept: "text/html", "accept-language": "lt", ...(init.headers as object) });
    if (cookies.length > 0)
      headers.set("cookie", cookies.map(([key, { value }]) => `${key.split(" ")[0]}=${value}`).join("; "));
    const response = await fetch(target, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const path = attributes.find((text) => text.startsWith("path="))?.slice(5) ?? "/";
      if (value) jar.set(`${name} ${path}`, { value, path });
      else jar.delete(`${name} ${path}`);
    }
    return response;
  }

  const post = (address: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    request(address, { method: "POST", body: new URLSearchParams(form), headers: { origin: url, ...headers } });

  /** Follows redirects until they reach a page or leave the provider. */
  async function follow(response: Response): Promise<Response> {
    let at = response;
    for (let step = 0; step < 8; step++) {
      const location = at.headers.get("location");
      if (!location || !new URL(location, url).href.startsWith(url)) return at;
      at = await request(location);
    }
    throw new Error("Round and round.");
  }

  const verifier = randomBytes(32).toString("base64url");
  const ask = (more: Record<string, string> = {}) => {
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const fields = {
      client_id: clientId,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid profile email",
      state: "some=state",
      nonce: "some=nonce",
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...more,
    };
    const parameters = Object.entries(fields).filter(([, value]) => value !== "");
    return `/authorize?${new URLSearchParams(Object.fromEntries(parameters))}`;
  };

  /** Starts a sign-in and returns the path of its page. */
  async function start(more?: Record<string, string>): Promise<string> {
    const location = (await request(ask(more))).headers.get("location") ?? "";
    return new URL(location, url).pathname;
  }

  /** Signs in and returns the URL to which the person is redirected. */
  async function signIn(email: string, more?: Record<string, string>): Promise<URL> {
    const page = await start(more);
    return landed(await follow(await post(`${page}/login`, { email, password })));
  }

  return { jar, request, post, follow, ask, start, signIn, verifier };
}
export type Browser = ReturnType<typeof browser>;

export const landed = (response: Response): URL => new URL(response.headers.get("location") ?? "missing:");

/** Sends a request to the token endpoint as the SDK does. */
export const tokenRequest = (
  { url, clientId }: Running,
  given: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(`${url}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ client_id: clientId, ...given }),
    headers: { origin: siteOrigin, accept: "application/json", ...headers },
  });

export const codeGrant = (landing: URL, { verifier }: Browser) => ({
  grant_type: "authorization_code",
  code: landing.searchParams.get("code") ?? "",
  code_verifier: verifier,
  redirect_uri: callback,
});

/** Signs a person in and exchanges the authorization code for tokens. */
export async function tokensFor(
  running: Running,
  person: Browser,
  email: string,
  more?: Record<string, string>,
): Promise<Tokens> {
  const landing = await person.signIn(email, more);
  const response = await tokenRequest(running, codeGrant(landing, person));
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Tokens;
}
