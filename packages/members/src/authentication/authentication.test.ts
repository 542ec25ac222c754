import { StateMachineResponse } from "@uola/contract";
import { sha256 } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  token = await platform.visitor().access();
  await platform.db.deleteFrom("signInFailure").execute();
  await platform.db.deleteFrom("rateWindow").execute();
});
afterEach(() => platform.accounts.setSignUpRules({ emailVerification: false, ownerApproval: false }));

const password = "keturi-zodziai-viename-4";
let people = 0;
const newEmail = () => `zmogus${people++}@example.lt`;
const post = (path: string, body: object, as = token, network?: string) =>
  platform.ask(path, { token: as, body: JSON.stringify(body), ...(network && { network }) });
const register = (email: string, more: object = {}, network?: string) =>
  post("/v2/register", { loginId: { email }, password, ...more }, token, network);
const login = (email: string, given = password, network?: string) =>
  post("/v2/login", { loginId: { email }, password: given }, token, network);
const proceed = (stateToken: string) => post("/v1/state/proceed", { stateToken });
const verify = (stateToken: string, code: string) => post("/v1/auth/verify", { stateToken, code });
const violations = ({ body }: Answer) => body.details.validationError?.fieldViolations;
const code = expect.stringMatching(/^[\w-]{43}$/);
const later = (seconds: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + seconds * 1000);
};

describe("registration", () => {
  test("registration creates an account and a session token in every version of the call and at every path", async () => {
    const ways: [string, (email: string) => object][] = [
      ["/v2/register", (email) => ({ loginId: { email }, password, clientMetaData: { from: "test" } })],
      [
        "/_api/iam/authentication/v1/register",
        (email) => ({ identity: { identifiers: [{ email }] }, inputs: { password } }),
      ],
      ["/v1/register", (address) => ({ identity: { email: { address } }, inputs: { password } })],
    ];
    for (const [path, input] of ways) {
      const email = newEmail();
      const { status, body, text } = await post(path, input(email.toUpperCase()));
      expect(status, text).toBe(200);
      expect(StateMachineResponse.safeParse(body).success).toBe(true);
      expect(body).toMatchObject({ state: "SUCCESS", sessionToken: code, identity: { email: { address: email } } });
      expect(body.stateToken).toBeUndefined();
      expect(text).not.toContain(password);
      expect((await login(email)).body).toMatchObject({ state: "SUCCESS", identity: { id: body.identity.id } });
    }
  });

  test("the registration response contains every field of the person", async () => {
    const email = newEmail();
    const { body } = await register(email);
    const date = platform.clock.now.toISOString();
    expect(body.identity).toEqual({
      id: expect.any(String),
      identifiers: [{ email }],
      revision: "1",
      createdDate: date,
      updatedDate: date,
      connections: [
        { authenticatorConnection: { authenticatorConnectionId: platform.siteId, reEnrollmentRequired: false } },
      ],
      identityProfile: { firstName: null, lastName: null, language: "lt" },
      metadata: { tags: [] },
      email: { address: email, isVerified: false },
      status: { name: "ACTIVE", reasons: [] },
      tenant: { id: platform.siteId, type: "SITE" },
    });
  });

  test("rejects a second registration with the same e-mail address", async () => {
    const email = newEmail();
    await register(email);
    for (const again of [email, email.toUpperCase()]) {
      expect(await register(again)).toMatchObject(refusalResponse(409, "-19995"));
    }
    const v1 = { identity: { identifiers: [{ email }] }, inputs: { password } };
    expect(await post("/v1/register", v1)).toMatchObject(refusalResponse(409, "-19995"));
  });

  test("accepts exactly one of twenty simultaneous registrations with the same e-mail address", async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const each of answers.filter(({ status }) => status !== 200)) {
      expect(each).toMatchObject(refusalResponse(409, "-19995"));
    }
    expect(await platform.db.selectFrom("account").select("id").where("email", "=", email).execute()).toHaveLength(1);
  });

  test("a registration that fails half-way leaves no data behind", async () => {
    const email = newEmail();
    await sql`create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
      platform.db,
    );
    for (const table of ["email_proof", "outbox", "audit"]) {
      await sql`create trigger broken before insert on ${sql.table(table)} execute function broken()`.execute(
        platform.db,
      );
      expect((await register(email)).status).toBe(500);
      expect(await platform.accounts.findByEmail(email)).toBeUndefined();
      await sql`drop trigger broken on ${sql.table(table)}`.execute(platform.db);
    }
    expect((await register(email)).status).toBe(200);
  });

  test("reports an invalid e-mail address or password as a violation of its field, with data that distinguishes them", async () => {
    const wrongAddress = await register("not an address");
    expect(wrongAddress.status).toBe(400);
    expect(violations(wrongAddress)).toMatchObject([{ field: "loginId.email", data: { type: "EMAIL" } }]);
    for (const identity of [
      { identifiers: [{ email: "no" }] },
      { identifiers: [{ userName: "no" }] },
      { email: { address: "no" } },
      {},
    ]) {
      const answer = await post("/v1/register", { identity, inputs: { password } });
      expect(violations(answer)).toMatchObject([
        { field: expect.stringMatching(/^identity\.(identifiers\.0|email)\./), data: { type: "EMAIL" } },
      ]);
    }
    const email = newEmail();
    for (const [given, rule] of [
      ["short", "PASSWORD_TOO_SHORT"],
      ["x".repeat(129), "PASSWORD_TOO_LONG"],
      ["password123", "PASSWORD_TOO_COMMON"],
    ]) {
      const v2 = await register(email, { password: given });
      expect(violations(v2)).toMatchObject([{ field: "password", ruleName: rule, data: { type: "PASSWORD", rule } }]);
      const v1 = await post("/v1/register", { identity: { email: { address: email } }, inputs: { password: given } });
      expect(violations(v1)).toMatchObject([{ field: "inputs.password", data: { rule } }]);
    }
    expect(violations(await register(email, { password: null }))).toMatchObject([{ field: "password" }]);
    for (const each of violations(await register("no", { password: 7, profile: { firstName: 7 } }))) {
      expect(each.data).toEqual(expect.any(Object));
    }
    expect(await platform.accounts.findByEmail(email)).toBeUndefined();
  });
});

describe("sign-in", () => {
  test("returns the same error for a wrong password and an unknown e-mail address", async () => {
    const email = newEmail();
    await register(email);
    const answers = [
      await login(email, "another-password-7"),
      await login(newEmail(), password),
      await post("/v1/login", { loginId: { email }, inputs: {} }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(refusalResponse(401, "-19976"));
      expect(answer.body.message).toBe(answers[0]?.body.message);
      expect(answer.body.details.validationError).toBeUndefined();
    }
    const misshapen = await post("/v2/login", { loginId: 7 });
    expect(misshapen.body.details.applicationError.code).toBe("INVALID_ARGUMENT");
  });

  test("returns an application error for an invalid address and does not count it as a failed attempt", async () => {
    const emailRequired = refusalResponse(400, "EMAIL_INVALID");
    for (const email of ["no address", "ona@", "@example.lt", "ona@localhost", ""]) {
      expect(await login(email, password), email).toMatchObject(emailRequired);
      const older = { identifier: { email }, inputs: { password } };
      expect(await post("/v1/login", older), email).toMatchObject(emailRequired);
    }
    expect(await platform.accounts.failures({ email: "no address" })).toEqual({ account: 0, network: 0 });
  });

  test("the older sign-in call accepts an e-mail address, a user name or a login id", async () => {
    const email = newEmail();
    await register(email);
    for (const who of [{ identifier: { email } }, { identifier: { userName: email } }, { loginId: { email } }]) {
      const { body } = await post("/v1/login", { ...who, inputs: { password } });
      expect(body).toMatchObject({ state: "SUCCESS", sessionToken: code });
    }
  });

  test("reports a blocked account or an expired password only if the password is correct", async () => {
    const email = newEmail();
    const { id } = (await register(email)).body.identity;
    await platform.accounts.requireNewPassword(id);
    expect(await login(email)).toMatchObject(refusalResponse(403, "-19973"));
    expect(await login(email, "another-password-7")).toMatchObject(refusalResponse(401, "-19976"));
    await platform.accounts.block(id);
    expect(await login(email)).toMatchObject(refusalResponse(403, "MEMBER_BLOCKED"));
    expect(await login(email, "another-password-7")).toMatchObject(refusalResponse(401, "-19976"));
  });

  test("reports a lockout with its duration", async () => {
    const email = newEmail();
    await register(email);
    const { subject: browser } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
    for (let i = 0; i < 10; i++)
      await platform.accounts.authenticate({ email, password: "no", browser }).catch(() => {});
    // Without failures no captcha is required, so only the lockout can reject the sign-in.
    await platform.db.updateTable("signInFailure").set({ failures: 0 }).execute();
    const answer = await login(email);
    expect(answer).toMatchObject(refusalResponse(429, "RESOURCE_EXHAUSTED"));
    expect(answer.body.details.applicationError.data.retryAfterSeconds).toBeGreaterThan(0);
  });

  test("rejects a password alone for a person who has or must have a second factor", async () => {
    const email = newEmail();
    const { id } = (await register(email)).body.identity;
    const needed = refusalResponse(403, "SECOND_FACTOR_REQUIRED");
    await platform.accounts.setRole(id, "trainer");
    expect(await login(email)).toMatchObject(needed);
    expect(await login(email, "another-password-7")).toMatchObject(refusalResponse(401, "-19976"));
    await platform.accounts.setRole(id, "member");
    expect((await login(email)).body.state).toBe("SUCCESS");
    const row = {
      siteId: platform.siteId,
      accountId: id,
      sealedSecret: Buffer.from("sealed"),
      createdDate: platform.clock.now,
    };
    await platform.db
      .insertInto("authenticator")
      .values({ ...row, confirmedDate: platform.clock.now })
      .execute();
    expect(await login(email)).toMatchObject(needed);
  });

  test("signing in to an offline account returns STATUS_CHECK", async () => {
    const email = newEmail();
    const { id } = (await register(email)).body.identity;
    await platform.db.updateTable("account").set({ status: "OFFLINE" }).where("id", "=", id).execute();
    const { body } = await login(email);
    expect(body).toMatchObject({ state: "STATUS_CHECK", stateToken: code });
    expect(body.sessionToken).toBeUndefined();
  });

  test("the session token records the sign-in method and is stored as a hash, and the sign-in is audited", async () => {
    const { body } = await register(newEmail());
    const secrets = platform.db.selectFrom("oneTimeSecret").select(["payload", "expiresDate"]);
    const row = await secrets.where("hash", "=", sha256(body.sessionToken)).executeTakeFirstOrThrow();
    const how = { memberId: body.identity.id, methods: ["pwd"], clientId: platform.clientId };
    expect(row.payload).toMatchObject({ ...how, visitorId: expect.any(String) });
    expect(row.expiresDate.getTime() - platform.clock.now.getTime()).toBe(600_000);
    const audit = platform.db
      .selectFrom("audit")
      .select("action")
      .where("entityId", "=", body.identity.id)
      .orderBy("id");
    expect(await audit.execute()).toEqual([{ action: "account.create" }, { action: "account.signIn" }]);
  });
});

describe("a pending sign-in", () => {
  test("a sign-in pending e-mail verification continues once with the mailed code", async () => {
    await platform.accounts.setSignUpRules({ emailVerification: true });
    const email = newEmail();
    const { body } = await register(email);
    expect(body).toMatchObject({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: code });
    expect(body.sessionToken).toBeUndefined();
    expect(body.identity.status).toEqual({ name: "PENDING", reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"] });

    expect((await proceed(body.stateToken)).body).toMatchObject({ state: "REQUIRE_EMAIL_VERIFICATION" });
    const mailed = await platform.mailedCode(email);
    const wrong = mailed === "000000" ? "000001" : "000000";
    expect(await verify(body.stateToken, wrong)).toMatchObject(refusalResponse(400, "VERIFICATION_FAILED"));
    expect(violations(await verify(body.stateToken, "12345"))).toMatchObject([{ field: "code" }]);
    expect(await verify("another", mailed)).toMatchObject(refusalResponse(400, "INVALID_STATE_TOKEN"));
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify(body.stateToken, mailed)));
    const [entered] = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(entered?.body).toMatchObject({ state: "SUCCESS", identity: { email: { isVerified: true } } });
    expect(await proceed(body.stateToken)).toMatchObject(refusalResponse(400, "INVALID_STATE_TOKEN"));
  });

  test("a pending sign-in sends the code again on request and at each new sign-in, up to the rate limit", async () => {
    await platform.accounts.setSignUpRules({ emailVerification: true });
    const email = newEmail();
    await register(email);
    const { body } = await login(email);
    expect(body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
    const first = await platform.mailedCode(email);
    const resend = () => post("/v1/auth/resend", { stateToken: body.stateToken });
    expect((await resend()).body).toEqual({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: body.stateToken });
    const second = await platform.mailedCode(email);
    expect((await verify(body.stateToken, first)).status === 200).toBe(first === second);
    const answers = [await resend(), await resend(), await resend(), await resend()];
    expect(answers.at(-1)).toMatchObject(refusalResponse(429, "RESOURCE_EXHAUSTED"));
    // A sign-in does not report that the rate limit was exceeded.
    expect((await login(email)).body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
    expect(await post("/v1/auth/resend", { stateToken: "no" })).toMatchObject(
      refusalResponse(400, "INVALID_STATE_TOKEN"),
    );
  });

  test("a sign-in pending approval continues once with the same token after the approval", async () => {
    await platform.accounts.setSignUpRules({ ownerApproval: true });
    const { body } = await register(newEmail());
    expect(body).toMatchObject({ state: "REQUIRE_OWNER_APPROVAL", stateToken: code });
    const { stateToken, identity } = body;
    expect((await proceed(stateToken)).body).toMatchObject({ state: "REQUIRE_OWNER_APPROVAL", stateToken });
    await platform.accounts.approve(identity.id);
    const answers = await Promise.all([1, 2, 3, 4].map(() => proceed(stateToken)));
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.state)).toEqual(["SUCCESS"]);
    expect(await proceed(stateToken)).toMatchObject(refusalResponse(400, "INVALID_STATE_TOKEN"));
  });

  test("a sign-in that needs a verified address and an approval requires the verified address first", async () => {
    await platform.accounts.setSignUpRules({ emailVerification: true, ownerApproval: true });
    const email = newEmail();
    const { body } = await register(email);
    const verified = await verify(body.stateToken, await platform.mailedCode(email));
    expect(verified.body).toMatchObject({ state: "REQUIRE_OWNER_APPROVAL", stateToken: body.stateToken });
    await platform.accounts.approve(body.identity.id);
    expect((await proceed(body.stateToken)).body.state).toBe("SUCCESS");
  });

  test("a pending sign-in ends after a day, a new password or a block, or if a second factor becomes required", async () => {
    await platform.accounts.setSignUpRules({ ownerApproval: true });
    const waiting = async () => (await register(newEmail())).body;
    const began = platform.clock.now;
    const [old, changed, blocked, promoted] = [await waiting(), await waiting(), await waiting(), await waiting()];
    later(86_399);
    token = await platform.visitor().access();
    expect((await proceed(old.stateToken)).body.state).toBe("REQUIRE_OWNER_APPROVAL");
    later(2);
    expect(await proceed(old.stateToken)).toMatchObject(refusalResponse(400, "INVALID_STATE_TOKEN"));
    platform.clock.now = began;
    await platform.accounts.setPassword(changed.identity.id, "visai-kitas-slaptazodis-9");
    expect(await proceed(changed.stateToken)).toMatchObject(refusalResponse(400, "INVALID_STATE_TOKEN"));
    await platform.accounts.block(blocked.identity.id);
    expect(await proceed(blocked.stateToken)).toMatchObject(refusalResponse(403, "MEMBER_BLOCKED"));
    await platform.accounts.approve(promoted.identity.id);
    await platform.accounts.setRole(promoted.identity.id, "trainer");
    expect(await proceed(promoted.stateToken)).toMatchObject(refusalResponse(403, "SECOND_FACTOR_REQUIRED"));
  });
});

describe("sign-on with the owner's API key", () => {
  const signOn = (input: object) => post("/v2/sign-on", input, platform.key);

  test("registers a new person and signs in a known one without a password", async () => {
    const email = newEmail();
    const first = await signOn({
      loginId: { email },
      profile: { firstName: "Rasa", company: "Uola" },
      verifyEmail: true,
    });
    expect(first.body).toMatchObject({ state: "SUCCESS", sessionToken: code });
    expect(first.body.identity).toMatchObject({
      email: { isVerified: true },
      identityProfile: { firstName: "Rasa", company: "Uola" },
      connections: [],
    });
    const again = await signOn({ loginId: { email }, profile: { firstName: "Kita" } });
    expect(again.body.identity).toMatchObject({ id: first.body.identity.id, identityProfile: { firstName: "Rasa" } });
    const merged = await signOn({ loginId: { email }, profile: { firstName: "Kita" }, mergeExistingContact: true });
    expect(merged.body.identity.identityProfile).toMatchObject({ firstName: "Kita", company: "Uola" });
    expect(violations(await signOn({ loginId: { email: "no" } }))).toMatchObject([
      { field: "loginId.email", data: { type: "EMAIL" } },
    ]);
    expect(await post("/v2/sign-on", { loginId: { email } })).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
  });

  test("verifying an address deletes the password set by the person who registered it unverified", async () => {
    const email = newEmail();
    const { id } = (await register(email)).body.identity;
    expect((await signOn({ loginId: { email } })).body.identity).toMatchObject({ id, email: { isVerified: false } });
    expect((await login(email)).body.state).toBe("SUCCESS");
    const vouched = await signOn({ loginId: { email }, verifyEmail: true });
    expect(vouched.body.identity).toMatchObject({ id, email: { isVerified: true }, connections: [] });
    expect(await login(email)).toMatchObject(refusalResponse(401, "-19976"));
    await platform.accounts.block(id);
    expect(await signOn({ loginId: { email } })).toMatchObject(refusalResponse(403, "MEMBER_BLOCKED"));
  });
});

describe("a password change", () => {
  const change = (as: string, newPassword: string, currentPassword?: string) =>
    post("/v2/change-password", { newPassword, ...(currentPassword && { currentPassword }) }, as);

  test("rejects a password change in a session started by an API key, because the person did not authenticate", async () => {
    const { id } = await platform.member();
    const body = { grant_type: "authorized_client", scope: "offline_access", member_id: id };
    const { body: tokens } = await post("/oauth2/token", body, `${token},${platform.key}`);
    expect(await change(tokens.access_token, password)).toMatchObject(refusalResponse(403, "REAUTHENTICATION_NEEDED"));
  });

  test("a password change requires the current password or a recent sign-in, and ends all other sessions", async () => {
    const began = platform.clock.now;
    const email = newEmail();
    const { id, token: own } = await platform.member({ email });
    const sessions = platform.db.selectFrom("memberSession").select("id").where("accountId", "=", id);
    const elsewhere = { siteId: platform.siteId, id: platform.clientId, accountId: id, createdDate: began };
    await platform.db
      .insertInto("memberSession")
      .values({ ...elsewhere, expiresDate: new Date(began.getTime() + 86_400_000) })
      .execute();
    expect(violations(await change(own, "short"))).toMatchObject([
      { field: "newPassword", data: { type: "PASSWORD" } },
    ]);
    expect((await change(own, password)).body).toEqual({});
    expect(await sessions.where("endedDate", "is", null).execute()).toHaveLength(1);
    expect((await platform.ask("/v1/members/me", { method: "GET", token: own })).status).toBe(200);
    expect((await login(email)).body.state).toBe("SUCCESS");

    later(601);
    const other = "dar-vienas-slaptazodis-3";
    expect(await change(own, other)).toMatchObject(refusalResponse(403, "REAUTHENTICATION_NEEDED"));
    expect(await change(own, other, "ne-tas-slaptazodis-5")).toMatchObject(refusalResponse(403, "WRONG_PASSWORD"));
    expect((await change(own, other, password)).body).toEqual({});
    platform.clock.now = began;
    expect(await change(platform.key, password)).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
  });
});
