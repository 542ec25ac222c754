import { expect, test } from "vitest";
import { identityForFile } from "./file-identity.fixture.ts";
import { browser, callback, newPerson, password, type Running, run } from "./identity.fixture.ts";

/** A proof of work that accepts any solution beginning with "solved", once each. */
const done = new Set<string>();
const proofOfWork = {
  challenge: async () => ({ parameters: { nonce: "00", salt: "00", cost: 1, keyPrefix: "0" } }),
  async verify(solution: string) {
    if (!solution.startsWith("solved") || done.has(solution)) return false;
    done.add(solution);
    return true;
  },
};

const on = identityForFile({ proofOfWork });

/** Enters wrong passwords from many networks. */
async function attack(email: string) {
  for (let n = 0; n < 12; n++)
    await on.accounts.authenticate({ email, password: "wrong guess", network: `198.51.100.${n}` }).catch(() => {});
}

test("during an attack on an account only unfamiliar browsers need a proof of work", async () => {
  const { email } = await newPerson(on.accounts);
  const known = browser(on);
  const landing = await known.signIn(email);
  expect(landing.href.startsWith(callback)).toBe(true);
  expect([...known.jar.keys()]).toContain("uola_idp_b /");
  // All requests of the test come from one network, which has become familiar as well.
  await on.fresh.db.deleteFrom("familiarOrigin").where("kind", "=", "NETWORK").execute();
  await attack(email);

  const stranger = browser(on);
  const at = await stranger.start();
  const response = await stranger.post(`${at}/login`, { email, password });
  const page = await response.text();
  expect([response.status, page.includes("Prie šios paskyros daug kas bando prisijungti")]).toEqual([429, true]);
  expect(page).toContain('data-work="{&quot;parameters&quot;');
  expect(page).toMatch(/<script src="\/assets\/[0-9a-f]+\/work\.js" defer>/);
  for (const work of ["", "made up"]) {
    expect((await stranger.post(`${at}/login`, { email, password, work })).status).toBe(429);
  }
  const signedIn = await stranger.follow(await stranger.post(`${at}/login`, { email, password, work: "solved 1" }));
  expect(signedIn.headers.get("location")).toContain(callback);

  await attack(email);
  const again = await known.start({ prompt: "login" });
  const free = await known.follow(await known.post(`${again}/login`, { email, password }));
  expect(free.status).toBe(303);
});

test("requires the same proof of work for an e-mail address without an account", async () => {
  const email = "niekas@example.lt";
  await attack(email);
  const stranger = browser(on);
  const at = await stranger.start();
  expect((await stranger.post(`${at}/login`, { email, password })).status).toBe(429);
  expect((await stranger.post(`${at}/login`, { email, password, work: "solved 2" })).status).toBe(400);
});

test("uses the network address given by the server, not the one in a header", async () => {
  const seenFrom = async (running: Running) => {
    const { id, email } = await newPerson(running.accounts);
    const person = browser(running);
    const at = await person.start();
    const headers = { "x-forwarded-for": "198.51.100.77" };
    await person.post(`${at}/login`, { email, password: "wrong guess" }, headers);
    await person.follow(await person.post(`${at}/login`, { email, password }, headers));
    const session = running.fresh.db.selectFrom("identitySession").select("network").where("accountId", "=", id);
    return (await session.executeTakeFirst())?.network;
  };
  expect(await seenFrom(on)).toMatch(/^(127\.0\.0\.\*|::1|0:0:0:0::\/64)$/);
  const behind = await run({ addressOf: () => "203.0.113.9" });
  expect(await seenFrom(behind)).toBe("203.0.113.*");
  await behind.stop();
});
