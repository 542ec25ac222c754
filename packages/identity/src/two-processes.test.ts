import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browser, codeGrant, newPerson, type Running, run, type Tokens, tokenRequest } from "./identity.fixture.ts";

let on: Running;
let elsewhere: Running;
let stop: () => void;
beforeAll(async () => {
  on = await run({ overlapSeconds: 0 });
  const program = fileURLToPath(new URL("second-process.fixture.ts", import.meta.url));
  const env = { ...process.env, DATABASE_URL: on.fresh.connection.url, SITE_ID: on.fresh.siteId, ISSUER: on.issuer };
  const child = fork(program, { env, execArgv: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
  stop = () => child.disconnect();
  const [port] = await once(child.stdout ?? child, "data");
  elsewhere = { ...on, url: `http://localhost:${String(port).trim()}` };
}, 60_000);
afterAll(async () => {
  stop();
  expect(on.errors).toEqual([]);
  await on.stop();
});

/** Sends fifty requests at once, half of them to each process. */
async function rush(given: Record<string, string>) {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => tokenRequest(index % 2 ? on : elsewhere, given)),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 400 || status === 403)).toHaveLength(49);
  expect(won).toHaveLength(1);
  return (await won[0]?.json()) as Tokens;
}
const scope = "openid offline_access";

test("only one of fifty requests to two processes can redeem a code, and the replay revokes the tokens", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  // The first round opens the connections, so that all fifty requests of the later rounds arrive at
  // the same time.
  for (const _round of [1, 2, 3]) {
    const tokens = await rush(codeGrant(await person.signIn(email, { scope, prompt: "login" }), person));
    const renewal = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    expect((await tokenRequest(elsewhere, renewal)).status).toBe(403);
  }
});

test("only one of fifty requests to two processes can use a refresh token, and the reuse revokes its family", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  for (const _round of [1, 2, 3]) {
    const grant = codeGrant(await person.signIn(email, { scope, prompt: "login" }), person);
    const first = (await (await tokenRequest(on, grant)).json()) as Tokens;
    const tokens = await rush({ grant_type: "refresh_token", refresh_token: first.refresh_token ?? "" });
    const renewal = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    expect((await tokenRequest(elsewhere, renewal)).status).toBe(403);
  }
});
