import { newId } from "@uola/database";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { codeOf, device } from "./factors.fixture.ts";
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
} from "./identity.fixture.ts";

const on = identityForFile();

type Options = { challenge: string; user: { id: string }; rp: { id?: string }; rpId?: string };
const optionsFor = async (person: Browser, page: string) =>
  (await (await person.post(`${page}/passkey/options`, {})).json()) as Options;
const relyingParty = () => ({ origin: on.url });
const codeFrom = async (person: Browser, response: Response) =>
  landed(await person.follow(response)).searchParams.get("code");

/** Adds a passkey on the page to which our site sends users, and returns the device that stores it. */
async function withPasskey(email: string) {
  const person = browser(on);
  await person.signIn(email);
  const page = await person.start({ screen_hint: "passkey" });
  const key = device();
  const response = key.make(await optionsFor(person, page), relyingParty());
  const done = await person.post(`${page}/passkey`, { response, passkeyName: "Mano telefonas" });
  expect(await codeFrom(person, done)).toBeTruthy();
  return key;
}

test("a first-party site offers to add a passkey once, and the person may skip it", async () => {
  const { id, email } = await newPerson(on.accounts);
  const person = browser(on);
  await person.signIn(email);
  const page = await person.start({ screen_hint: "passkey" });
  const agent = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
  const text = await (await person.request(page, { headers: { "user-agent": agent } })).text();
  expect(text).toContain('value="Chrome, Windows"');
  expect(await codeFrom(person, await person.post(`${page}/passkey`, { later: "yes" }))).toBeTruthy();
  expect(await on.accounts.factors.passkeys.list(id)).toEqual([]);
  await withPasskey(email);
  expect(await on.accounts.factors.passkeys.list(id)).toMatchObject([{ name: "Mano telefonas" }]);
});

test("a passkey signs in without a password and counts as two factors", async () => {
  const { id, email } = await newPerson(on.accounts);
  const key = await withPasskey(email);
  const { secret } = await on.accounts.factors.beginAuthenticator(id);
  await on.accounts.factors.confirmAuthenticator(id, codeOf(secret));
  const person = browser(on);
  const page = await person.start();
  const response = key.use(await optionsFor(person, page), relyingParty());
  const landing = landed(await person.follow(await person.post(`${page}/passkey`, { response })));
  const tokens = (await (await tokenRequest(on, codeGrant(landing, person))).json()) as Tokens;
  expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: id, amr: ["hwk", "user", "mfa"] });
});

test("accepts a passkey assertion once, for our origin and challenge, with user verification", async () => {
  const { email } = await newPerson(on.accounts);
  const key = await withPasskey(email);
  const refuse = async (make: (options: Options) => string) => {
    const person = browser(on);
    const page = await person.start();
    const answer = await person.post(`${page}/passkey`, { response: make(await optionsFor(person, page)) });
    expect([answer.status, (await answer.text()).includes("Prieigos raktas nepriimtas")]).toEqual([400, true]);
  };
  await refuse((options) => key.use(options, { origin: "https://evil.example" }));
  await refuse((options) => key.use(options, { ...relyingParty(), verified: false }));
  await refuse((options) => key.use({ ...options, challenge: "AAAA" }, relyingParty()));
  await refuse((options) => key.use({ ...options, rpId: "evil.example" }, relyingParty()));
  for (const text of ["", "{", "null", "1", "[]", '{"response":null}']) await refuse(() => text);
  await refuse((options) => JSON.stringify({ ...JSON.parse(key.use(options, relyingParty())), id: "\0" }));
  await refuse(() => JSON.stringify({ id: "a", response: { clientDataJSON: { deep: 1 } } }));
  const stranger = device();
  await refuse((options) => stranger.use(options, relyingParty()));
  const [first, second] = [browser(on), browser(on)];
  const page = await first.start();
  const response = key.use(await optionsFor(first, page), relyingParty());
  expect(await codeFrom(first, await first.post(`${page}/passkey`, { response }))).toBeTruthy();
  const replayed = await second.post(`${await second.start()}/passkey`, { response });
  expect(replayed.status).toBe(400);
});

test("only the person's own passkey is accepted as the second step after a password", async () => {
  const [own, theirs] = [await newPerson(on.accounts), await newPerson(on.accounts)];
  const [key, foreign] = [await withPasskey(own.email), await withPasskey(theirs.email)];
  const { secret } = await on.accounts.factors.beginAuthenticator(own.id);
  await on.accounts.factors.confirmAuthenticator(own.id, codeOf(secret));
  const person = browser(on);
  const login = await person.start();
  const secondStep = await person.follow(await person.post(`${login}/login`, { email: own.email, password }));
  const page = /action="(\/interaction\/[\w-]+)\//.exec(await secondStep.text())?.[1] ?? "";
  const wrong = foreign.use(await optionsFor(person, page), relyingParty());
  expect((await person.post(`${page}/passkey`, { response: wrong })).status).toBe(400);
  const response = key.use(await optionsFor(person, page), relyingParty());
  const landing = landed(await person.follow(await person.post(`${page}/passkey`, { response })));
  const tokens = (await (await tokenRequest(on, codeGrant(landing, person))).json()) as Tokens;
  expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: own.id, amr: ["pwd", "hwk", "user", "mfa"] });
});

test("a person who needs a second factor may add a passkey instead of an authenticator app", async () => {
  const email = `${newId()}@example.lt`;
  const { id } = await on.accounts.create({ email, password, role: "owner" });
  const person = browser(on);
  const login = await person.start({ screen_hint: "passkey" });
  const secondStep = await person.follow(await person.post(`${login}/login`, { email, password }));
  const page = /action="(\/interaction\/[\w-]+)\//.exec(await secondStep.text())?.[1] ?? "";
  const key = device();
  const response = key.make(await optionsFor(person, page), relyingParty());
  const done = await person.post(`${page}/passkey`, { response, passkeyName: "" });
  expect(await codeFrom(person, done)).toBeTruthy();
  expect(await on.accounts.factors.passkeys.list(id)).toHaveLength(1);
});

test("requires a sign-in within the last ten minutes to change credentials", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  await person.signIn(email);
  await on.fresh.db
    .updateTable("identityPayload")
    .set((eb) => ({
      payload: eb.fn("jsonb_set", ["payload", eb.val("{loginTs}"), eb.val(JSON.stringify(1_600_000_000))]) as never,
    }))
    .where("model", "=", "Session")
    .execute();
  const page = await person.start({ screen_hint: "passkey" });
  const text = await (await person.request(page)).text();
  expect(text).toContain("Praėjo laiko nuo paskutinio prisijungimo");
  expect((await person.post(`${page}/passkey/options`, {})).status).toBe(200);
  const next = await person.follow(await person.post(`${page}/login`, { email, password }));
  expect(await next.text()).toContain("Pridėti prieigos raktą");
});

test("never shows the credential pages to third-party sites or silent requests", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  await person.signIn(email);
  const silentResult = landed(await person.request(person.ask({ prompt: "none", screen_hint: "passkey" })));
  expect(silentResult.searchParams.get("error")).toBe("interaction_required");
  const callbacks = ["https://other.example/cb"];
  const other = await on.identity.addClient({ name: "Kita", callbacks, logouts: [] });
  const theirs = { client_id: other, redirect_uri: "https://other.example/cb", screen_hint: "passkey" };
  expect(await (await person.request(await person.start(theirs))).text()).toContain("nori jus atpažinti");
});

test("returns passkey options only to our own page, and only in the matching step", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const page = await person.start();
  const ask = (headers: Record<string, string>) => person.post(`${page}/passkey/options`, {}, headers);
  expect((await ask({ origin: "https://evil.example" })).status).toBe(400);
  expect((await person.request(`${page}/passkey/options`)).status).toBe(400);
  expect((await person.post(`${page}/login/options`, {})).status).toBe(400);
  expect((await browser(on).post(`${page}/passkey/options`, {})).status).toBe(400);
  const given = await ask({});
  expect([given.status, given.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await given.json()).toMatchObject({ rpId: "localhost", userVerification: "required" });
  await person.post(`${page}/login`, { email, password });
});
