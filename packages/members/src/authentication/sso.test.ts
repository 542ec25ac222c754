import { createTokenStore, type TokenStore } from "@uola/client";
import { createPkce, type Frame, signInWithIdp, signOut } from "@uola/client/sign-in";
import { newId } from "@uola/database";
import { createContext, openPlatform, sha256 } from "@uola/kernel";
import { testPlatformOf } from "@uola/kernel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type VisitorSignIn, visitorSignedIn } from "../events.ts";
import { createMembers } from "../index.ts";
import { refusalResponse, type TestPlatform, urls } from "../testing.ts";
import { createProvider, type IssuedToken, type Provider } from "./provider.testing.ts";

/** The events emitted by sign-ins. */
const signIns: VisitorSignIn[] = [];
const createTestPlatform = testPlatformOf((options) => {
  const context = createContext(options);
  context.events.subscribe(visitorSignedIn, { name: "test" }, async (_, signIn) => void signIns.push(signIn));
  const members = createMembers(context);
  return openPlatform(context, members.handlers, [members], options);
});

let platform: TestPlatform;
let own: Provider;
let foreign: Provider;
const ownIssuer = `${urls.identity}/`;
const foreignIssuer = "https://idp.example/";
const connections = { own: newId(), foreign: newId(), off: newId() };
const audience = "site-client";

beforeAll(async () => {
  platform = await createTestPlatform();
  own = await createProvider(ownIssuer, audience);
  foreign = await createProvider(foreignIssuer, audience);
  const row = { siteId: platform.siteId, audiences: [audience], createdDate: platform.clock.now };
  const dates = { createdDate: platform.clock.now, updatedDate: platform.clock.now };
  const client = { siteId: platform.siteId, redirectUris: ["https://example.lt/"], ...dates };
  await platform.db
    .insertInto("identityClient")
    .values([
      { ...client, id: audience, name: "ours", firstParty: true },
      { ...client, id: "other-site", name: "ours as well", firstParty: true },
      { ...client, id: "club", name: "somebody else's" },
    ])
    .execute();
  await platform.db
    .insertInto("idpConnection")
    .values([
      { ...row, id: connections.own, issuer: ownIssuer, jwksUri: own.jwksUri },
      { ...row, id: connections.foreign, issuer: foreignIssuer, jwksUri: foreign.jwksUri },
      { ...row, id: connections.off, issuer: ownIssuer, jwksUri: own.jwksUri, enabled: false },
    ])
    .execute();
});
afterAll(async () => {
  own.close();
  foreign.close();
  await platform.close();
});

let token: string;
beforeEach(async () => {
  token = await platform.visitor().access();
});

const login = (idpConnectionId: string, tokenParams: object) =>
  platform.ask("/_api/iam/authentication/v1/sso/login-with-token-params", {
    token,
    body: JSON.stringify({ idpConnectionId, tokenParams }),
  });
const ownToken = (sub: string, how?: IssuedToken) => own.token({ sub }, platform.clock.now, how);
const foreignToken = (claims: object) => foreign.token({ sub: newId(), ...claims }, platform.clock.now);
const no = refusalResponse(400, "INVALID_IDP_TOKEN");

describe("the platform's own provider", () => {
  test("signs in the account named by the subject, with either an id token or an access token", async () => {
    const id = await platform.account({ email: "ona@example.lt" });
    for (const name of ["id_token", "access_token", "idToken", "accessToken"]) {
      const answer = await login(connections.own, { [name]: await ownToken(id) });
      expect(answer).toMatchObject({ status: 200, body: { state: "SUCCESS", identity: { id } } });
      expect(answer.body.sessionToken).toMatch(/^[\w-]{43}$/);
      expect(answer.body.identity.email).toEqual({ address: "ona@example.lt", isVerified: true });
      expect(answer.text).not.toMatch(/password/i);
    }
  });

  test("accepts a token only if it was issued to one of the platform's own sites, regardless of its audience", async () => {
    const id = await platform.account();
    const access = (claims: object, to: string = urls.platform) =>
      own.token({ sub: id, ...claims }, platform.clock.now, { type: "at+jwt", audience: to });
    const refusals: Record<string, string> = {
      "a foreign site's access token for us": await access({ client_id: "club" }),
      "an access token without a client": await access({}),
      "a foreign site's access token that also names ours": await access(
        { client_id: "club", azp: audience },
        audience,
      ),
      "a foreign site's id token": await ownToken(id, { audience: "club" }),
      "an id token for ours that was issued to another site": await own.token(
        { sub: id, azp: "club" },
        platform.clock.now,
      ),
      "a token with our audience that names no client": await ownToken(id, { audience: urls.platform }),
    };
    for (const [what, token] of Object.entries(refusals)) {
      expect(await login(connections.own, { access_token: token }), what).toMatchObject(no);
      expect(await login(connections.own, { id_token: token }), what).toMatchObject(no);
    }
    for (const token of [
      await access({ client_id: audience }),
      await access({ client_id: "other-site" }),
      await ownToken(id, { audience: "other-site" }),
    ]) {
      expect((await login(connections.own, { access_token: token })).body.state).toBe("SUCCESS");
    }
    // If both tokens are given, the id token is used.
    const both = { access_token: "a.b.c", id_token: await ownToken(id) };
    expect((await login(connections.own, both)).body.state).toBe("SUCCESS");
  });

  test("an identity token works once, even for simultaneous requests", async () => {
    const id_token = await ownToken(await platform.account());
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(connections.own, { id_token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await login(connections.own, { id_token })).toMatchObject(no);
  });

  test("rejects a token with a wrong key, algorithm, audience, issuer or time", async () => {
    const id = await platform.account();
    const tokens = {
      stranger: await ownToken(id, { stranger: true }),
      "public key as secret": await ownToken(id, { algorithm: "HS256" }),
      "another audience": await ownToken(id, { audience: "somebody else" }),
      "another issuer": await ownToken(id, { issuer: foreignIssuer }),
      old: await ownToken(id, { secondsAgo: 700 }),
      "from the future": await ownToken(id, { secondsAgo: -120 }),
      garbage: "a.b.c",
      empty: "",
      unsigned: `${Buffer.from('{"alg":"none"}').toString("base64url")}.${(await ownToken(id)).split(".")[1]}.`,
    };
    for (const [what, id_token] of Object.entries(tokens)) {
      expect(await login(connections.own, { id_token }), what).toMatchObject(no);
    }
    expect(await login(connections.own, {})).toMatchObject(no);
    expect(await login(connections.own, { id_token: await ownToken(newId()) })).toMatchObject(no);
    expect(await login(connections.own, { id_token: await ownToken("not-an-id") })).toMatchObject(no);
    expect((await login(connections.own, { id_token: await ownToken(id, { secondsAgo: -30 }) })).status).toBe(200);
  });

  test("returns 404 for an unknown or disabled identity provider connection", async () => {
    const id_token = await ownToken(await platform.account());
    for (const connection of [newId(), connections.off]) {
      expect(await login(connection, { id_token })).toMatchObject(refusalResponse(404, "IDP_CONNECTION_NOT_FOUND"));
    }
  });

  test("rejects a blocked person and returns the reason and a state token for a pending one", async () => {
    const attempt = async (input: Parameters<TestPlatform["account"]>[0]) =>
      login(connections.own, { id_token: await ownToken(await platform.account(input)) });
    for (const status of ["BLOCKED", "DELETED"] as const) {
      expect(await attempt({ status })).toMatchObject(refusalResponse(403, "MEMBER_BLOCKED"));
    }
    const waiting: [Parameters<TestPlatform["account"]>[0], string][] = [
      [{ status: "PENDING", reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"] }, "REQUIRE_EMAIL_VERIFICATION"],
      [{ status: "PENDING", reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] }, "REQUIRE_OWNER_APPROVAL"],
      [{ status: "OFFLINE" }, "STATUS_CHECK"],
    ];
    for (const [input, state] of waiting) {
      const { body } = await attempt(input);
      expect(body).toMatchObject({ state, stateToken: expect.stringMatching(/^[\w-]{43}$/) });
      expect(body.sessionToken).toBeUndefined();
    }
  });

  test("stores the provider's session with the login session and accepts its second factor", async () => {
    const id = await platform.account({ role: "owner" });
    const id_token = await own.token({ sub: id, sid: "uid-7", amr: ["pwd", "otp"] }, platform.clock.now);
    const { body } = await login(connections.own, { id_token });
    const hash = sha256(body.sessionToken);
    const secret = await platform.db
      .selectFrom("oneTimeSecret")
      .select("payload")
      .where("hash", "=", hash)
      .executeTakeFirst();
    expect(secret?.payload).toMatchObject({ memberId: id, identitySession: "uid-7", methods: ["pwd", "otp"] });
  });

  test("fetches the provider's keys once and returns UNAVAILABLE if the provider cannot be reached", async () => {
    expect(own.fetched()).toBe(1);
    const dead = newId();
    const row = {
      siteId: platform.siteId,
      id: dead,
      issuer: ownIssuer,
      audiences: [audience],
      createdDate: platform.clock.now,
    };
    await platform.db
      .insertInto("idpConnection")
      .values({ ...row, jwksUri: "http://127.0.0.1:9/jwks.json" })
      .execute();
    const id_token = await ownToken(await platform.account());
    expect(await login(dead, { id_token })).toMatchObject(refusalResponse(503, "UNAVAILABLE"));
    expect((await login(connections.own, { id_token })).status).toBe(200);
  });
});

describe("an external provider", () => {
  test("a new person becomes a member and is recognised later, even with another address", async () => {
    const sub = newId();
    const claims = { sub, email: "Rasa@Example.lt", email_verified: true, given_name: "Rasa" };
    const first = await login(connections.foreign, { id_token: await foreignToken(claims) });
    expect(first.body.identity).toMatchObject({
      email: { address: "rasa@example.lt", isVerified: true },
      identityProfile: { firstName: "Rasa" },
    });
    const changed = { sub, email: "another@example.lt", email_verified: false };
    const second = await login(connections.foreign, { id_token: await foreignToken(changed) });
    expect(second.body.identity.id).toBe(first.body.identity.id);
  });

  const attempt = async (address: string, email_verified: boolean, sub = newId()) =>
    login(connections.foreign, { id_token: await foreignToken({ sub, email: address, email_verified }) });
  const verify = (stateToken: string, code: string) =>
    platform.ask("/v1/auth/verify", { token, body: JSON.stringify({ stateToken, code }) });
  const proceed = (stateToken: string) =>
    platform.ask("/v1/state/proceed", { token, body: JSON.stringify({ stateToken }) });

  test("links an account immediately only if both sides have verified the address", async () => {
    const known = await platform.account({ email: "known@example.lt" });
    await platform.account({ email: "squatted@example.lt", emailVerified: false });
    for (const [address, isVerified] of [
      ["known@example.lt", false],
      ["squatted@example.lt", true],
      ["new@example.lt", false],
    ] as const) {
      const { body } = await attempt(address, isVerified);
      // The response is always the same, so it does not reveal whether the address has an account.
      expect(body).toEqual({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: expect.any(String) });
      expect((await proceed(body.stateToken)).body).toEqual(body);
    }
    expect((await attempt("known@example.lt", true)).body.identity.id).toBe(known);
    expect(
      await platform.db.selectFrom("externalIdentity").select("accountId").where("accountId", "=", known).execute(),
    ).toHaveLength(1);
    expect(await platform.accounts.findByEmail("new@example.lt")).toMatchObject({
      status: "PENDING",
      statusReasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"],
    });
  });

  test("entering the code mailed to the address links the account for later sign-ins", async () => {
    const sub = newId();
    const { body } = await attempt("coded@example.lt", false, sub);
    expect(await verify(body.stateToken, "000000x".slice(0, 6))).toMatchObject(
      refusalResponse(400, "VERIFICATION_FAILED"),
    );
    const entered = await verify(body.stateToken, await platform.mailedCode("coded@example.lt"));
    expect(entered.body).toMatchObject({ state: "SUCCESS", identity: { email: { isVerified: true } } });
    expect(entered.body.identity.connections).toEqual([
      { idpConnection: { idpConnectionId: connections.foreign, idpUserId: sub } },
    ]);
    expect(await verify(body.stateToken, "123456")).toMatchObject(refusalResponse(400, "INVALID_STATE_TOKEN"));
    expect((await attempt("coded@example.lt", false, sub)).body.state).toBe("SUCCESS");
  });

  test("a person who registered someone else's address loses access when the owner of the address signs in", async () => {
    const email = "hijacked@example.lt";
    await platform.db.deleteFrom("rateWindow").execute();
    await platform.accounts.setSignUpRules({ emailVerification: true });
    const password = "keturi-zodziai-viename-4";
    const squatter = await platform.ask("/v2/register", {
      token,
      body: JSON.stringify({ loginId: { email }, password }),
    });
    await platform.accounts.setSignUpRules({ emailVerification: false });
    expect(squatter.body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
    const waitingSquatter = await attempt(email, false);

    const owner = await attempt(email, true);
    const entered = await verify(owner.body.stateToken, await platform.mailedCode(email));
    expect(entered.body.state).toBe("SUCCESS");
    const login = await platform.ask("/v2/login", { token, body: JSON.stringify({ loginId: { email }, password }) });
    expect(login).toMatchObject(refusalResponse(401, "-19976"));
    expect(await proceed(squatter.body.stateToken)).toMatchObject(refusalResponse(400, "INVALID_STATE_TOKEN"));
    for (const { body } of [await proceed(waitingSquatter.body.stateToken)]) expect(body.state).not.toBe("SUCCESS");
  });

  test("a token without a valid e-mail address creates no member", async () => {
    expect(await login(connections.foreign, { id_token: await foreignToken({}) })).toMatchObject(no);
    const claims = { email: "not an address", email_verified: true };
    expect(await login(connections.foreign, { id_token: await foreignToken(claims) })).toMatchObject(no);
  });

  test("a subject that equals an account id does not sign in to that account", async () => {
    const sub = await platform.account();
    const id_token = await foreignToken({ sub, email: "who@example.lt", email_verified: true });
    expect((await login(connections.foreign, { id_token })).body.identity.id).not.toBe(sub);
  });
});

describe("the client package", () => {
  /** Loads the page and reads the message it posts, as a browser does in a hidden frame. */
  const frame: Frame = async (url) => {
    const { text } = await platform.ask(url.replace(urls.platform, ""), { method: "GET" });
    const [, message = ""] = /postMessage\((\{.*?\}), origin\)/.exec(text) ?? [];
    const { error_description: errorDescription, ...answer } = JSON.parse(message);
    return errorDescription ? { ...answer, errorDescription } : answer;
  };
  const signIn = async (
    tokens: TokenStore,
    accountId: string,
    { claims = {}, ...more }: { frame?: Frame; claims?: object } = {},
  ) =>
    signInWithIdp({
      client: platform.as(tokens),
      tokens,
      clientId: platform.clientId,
      idpConnectionId: connections.own,
      idToken: await own.token({ sub: accountId, ...claims }, platform.clock.now),
      frame,
      ...more,
    });

  test("a visitor signs in as a member and signs out again", async () => {
    const tokens = platform.visitor();
    await tokens.access();
    const id = await platform.account();
    expect(tokens.isLoggedIn()).toBe(false);
    expect((await signIn(tokens, id)).loginState).toBe("SUCCESS");
    expect(tokens.isLoggedIn()).toBe(true);
    expect((await platform.as(tokens).members.me()).identity.id).toBe(id);

    const goodbye = { client: platform.as(tokens), tokens, clientId: platform.clientId, postFlowUrl: `${urls.site}/` };
    expect(await signOut(goodbye)).toContain(`${urls.platform}/v1/logout?`);
    expect(tokens.isLoggedIn()).toBe(false);
    await expect(platform.as(tokens).members.me()).rejects.toMatchObject({ status: 403 });
  });

  test("allows a password change only within ten minutes of the authentication at the provider", async () => {
    const changed = async (claims: object) => {
      const tokens = platform.visitor();
      await tokens.access();
      await signIn(tokens, await platform.account(), { claims });
      return platform.as(tokens).authentication.changePassword({ newPassword: "keturi-zodziai-viename-4" });
    };
    const secondsAgo = (seconds: number) => ({ auth_time: Math.floor(platform.clock.now.getTime() / 1000) - seconds });
    for (const claims of [{}, secondsAgo(601), secondsAgo(6 * 86_400), { auth_time: "now" }]) {
      await expect(changed(claims)).rejects.toMatchObject({ status: 403, code: "REAUTHENTICATION_NEEDED" });
    }
    expect(await changed(secondsAgo(30))).toEqual({});
  });

  test("a sign-in emits an event with the visitor's id", async () => {
    const visitorId = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).subject as string;
    const id = await platform.account({ email: "claims@example.lt" });
    signIns.length = 0;
    expect((await login(connections.own, { id_token: await ownToken(id) })).status).toBe(200);
    expect(signIns).toEqual([{ visitorId, memberId: id }]);
  });

  test("rejects a sign-in response with a missing or wrong state", async () => {
    const id = await platform.account();
    const attempt = (answer: object) => signIn(platform.visitor(), id, { frame: async () => answer });
    await expect(attempt({ code: "c" })).rejects.toThrow("Missing code or _state");
    await expect(attempt({ state: "s" })).rejects.toThrow("Missing code or _state");
    await expect(attempt({ code: "c", state: "another" })).rejects.toThrow("Invalid _state");
    await expect(attempt({ error: "login_required", state: "s" })).rejects.toThrow("Missing code or _state");
    const wrongCode = signIn(platform.visitor(), id, { frame: async (_, state) => ({ code: "c", state }) });
    await expect(wrongCode).rejects.toThrow("Failed to get member tokens");
  });

  test("a person pending approval remains a visitor and is shown the reason", async () => {
    const tokens = createTokenStore({ url: urls.platform, clientId: platform.clientId, fetch: platform.api.fetch });
    const id = await platform.account({ status: "PENDING" });
    expect(await signIn(platform.visitor(), id)).toEqual({ loginState: "OWNER_APPROVAL_REQUIRED" });
    expect(tokens.isLoggedIn()).toBe(false);
  });

  test("a PKCE verifier must have between 43 and 128 characters", async () => {
    await expect(createPkce(42)).rejects.toThrow("Expected a length between 43 and 128. Received 42.");
    await expect(createPkce(129)).rejects.toThrow("Expected a length between 43 and 128. Received 129.");
    for (const length of [43, 128]) {
      expect((await createPkce(length)).codeVerifier).toMatch(new RegExp(`^[A-Za-z0-9._~-]{${length}}$`));
    }
    expect((await createPkce()).codeVerifier).toHaveLength(43);
  });
});
