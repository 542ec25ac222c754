import { setTimeout as wait } from "node:timers/promises";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { identityForFile } from "./file-identity.fixture.ts";
import {
  type Browser,
  browser,
  codeGrant,
  landed,
  newPerson,
  password,
  type Tokens,
  tokenRequest,
  tokensFor,
} from "./identity.fixture.ts";
import { sessionSeconds } from "./lifetimes.ts";

const on = identityForFile();

const sessionCookie = (person: Browser) => person.jar.get("uola_idp /")?.value;
const noted = (accountId: string) =>
  on.fresh.db.selectFrom("identitySession").selectAll().where("accountId", "=", accountId).execute();

test("records a finished sign-in with its browser, and the id token contains the session id", async () => {
  const { id, email } = await newPerson(on.accounts);
  const person = browser(on);
  const page = await person.start({ scope: "openid offline_access" });
  const agent = { "user-agent": "x".repeat(1000) };
  const sent = await person.post(`${page}/login`, { email, password });
  expect(await noted(id)).toEqual([]);
  const landing = landed(await person.request(sent.headers.get("location") ?? "", { headers: agent }));
  const tokens = (await (await tokenRequest(on, codeGrant(landing, person))).json()) as Tokens;
  const [session, ...others] = await noted(id);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ device: "x".repeat(300), network: expect.any(String), methods: ["pwd"] });
  expect(decodeJwt(tokens.id_token).sid).toBe(session?.uid);
  const renewed = await tokenRequest(on, { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" });
  expect(decodeJwt(((await renewed.json()) as Tokens).id_token).sid).toBe(session?.uid);
  await person.request(person.ask({ prompt: "none" }));
  expect(await noted(id)).toHaveLength(1);
});

test("auth_time remains the time of the original sign-in after a silent sign-in and a renewal", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const scope = "openid profile email offline_access";
  const { id_token, refresh_token = "" } = await tokensFor(on, person, email, { scope });
  const { auth_time: signedIn } = decodeJwt(id_token);
  expect(signedIn).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
  await wait(1100);
  const authTimes: unknown[] = [];
  const silently: Record<string, string>[] = [{ prompt: "none" }, { max_age: "600" }];
  for (const more of silently) {
    const landing = landed(await person.request(person.ask(more)));
    const tokens = (await (await tokenRequest(on, codeGrant(landing, person))).json()) as Tokens;
    authTimes.push(decodeJwt(tokens.id_token).auth_time);
  }
  const renewed = await tokenRequest(on, { grant_type: "refresh_token", refresh_token });
  authTimes.push(decodeJwt(((await renewed.json()) as Tokens).id_token).auth_time);
  expect(authTimes).toEqual([signedIn, signedIn, signedIn]);
});

test("signing in changes the session id, which prevents session fixation", async () => {
  const [mallory, victim] = [await newPerson(on.accounts), await newPerson(on.accounts)];
  const attacker = browser(on);
  await attacker.signIn(mallory.email);
  const planted = sessionCookie(attacker) ?? "";
  const person = browser(on);
  for (const [key, value] of attacker.jar) person.jar.set(key, value);
  const page = await person.start({ prompt: "login" });
  let response = await person.follow(await person.post(`${page}/login`, { email: victim.email, password }));
  const text = await response.text();
  const action = /action="([^"]+)"/.exec(text)?.[1] ?? "";
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  response = await person.follow(await person.post(action, { xsrf, logout: "yes" }));
  expect(landed(response).searchParams.get("code")).toBeTruthy();
  expect(sessionCookie(person)).not.toBe(planted);
  const seen = landed(await attacker.request(attacker.ask({ prompt: "none" })));
  expect(seen.searchParams.get("error")).toBe("login_required");

  const again = browser(on);
  await again.signIn(victim.email);
  const before = sessionCookie(again);
  await again.signIn(victim.email, { prompt: "login" });
  expect(sessionCookie(again)).not.toBe(before);
});

test("select_account offers the signed-in account and another one", async () => {
  const [first, second] = [await newPerson(on.accounts), await newPerson(on.accounts)];
  const person = browser(on);
  const choose = { prompt: "select_account" };
  expect((await person.signIn(first.email, choose)).searchParams.get("code")).toBeTruthy();
  const page = await person.start(choose);
  const text = await (await person.request(page)).text();
  expect(text).toContain(`prisijungę kaip ${first.email}`);
  const same = landed(await person.follow(await person.post(`${page}/account`, {})));
  const tokens = (await (await tokenRequest(on, codeGrant(same, person))).json()) as Tokens;
  expect(decodeJwt(tokens.id_token).sub).toBe(first.id);

  const other = await person.start(choose);
  const login = await person.follow(await person.post(`${other}/account`, { another: "yes" }));
  const signInPage = await login.text();
  expect(signInPage).toContain(`Dabar esate prisijungę kaip ${first.email}`);
  const to = /action="([^"]+\/login)"/.exec(signInPage)?.[1] ?? "";
  const between = await (await person.follow(await person.post(to, { email: second.email, password }))).text();
  const action = /action="([^"]+)"/.exec(between)?.[1] ?? "";
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(between)?.[1] ?? "";
  const landing = landed(await person.follow(await person.post(action, { xsrf, logout: "yes" })));
  const theirs = (await (await tokenRequest(on, codeGrant(landing, person))).json()) as Tokens;
  expect(decodeJwt(theirs.id_token).sub).toBe(second.id);
  const silentResult = landed(await person.request(person.ask({ prompt: "none" })));
  expect(silentResult.searchParams.get("code")).toBeTruthy();
});

test("a login session ends after its idle time and its maximum age, much sooner for staff", async () => {
  const day = 86_400;
  expect(sessionSeconds(0, false, 0)).toBe(7 * day);
  expect(sessionSeconds(0, false, 29 * day)).toBe(day);
  expect(sessionSeconds(0, false, 31 * day)).toBe(1);
  expect(sessionSeconds(0, true, 0)).toBe(day / 2);
  expect(sessionSeconds(0, true, 7 * day - 60)).toBe(60);

  const hoursLeft = async (accountId: string) => {
    const rows = on.fresh.db.selectFrom("identityPayload").select("expiresDate").where("accountId", "=", accountId);
    const { expiresDate } = await rows.where("model", "=", "Session").executeTakeFirstOrThrow();
    return Math.round((expiresDate.getTime() - Date.now()) / 3_600_000);
  };
  const member = await newPerson(on.accounts);
  const trainer = await newPerson(on.accounts);
  await on.accounts.setRole(trainer.id, "trainer");
  await on.accounts.factors.beginAuthenticator(trainer.id);
  await browser(on).signIn(member.email);
  await browser(on).signIn(trainer.email);
  expect(await hoursLeft(member.id)).toBe(7 * 24);
  expect(await hoursLeft(trainer.id)).toBe(12);
});
