import { newId } from "@uola/database";
import { expect, test } from "vitest";
import { identityForFile } from "./file-identity.fixture.ts";
import { type Browser, browser, landed, newPerson, password, siteOrigin } from "./identity.fixture.ts";

const on = identityForFile({}, { limits: { registrations: { per: 3600, atMost: 4 } } });

const registration = () => ({ firstName: "Ona", lastName: "", email: `${newId()}@example.lt`, password });
const mails = async (accountId: string) => {
  const rows = await on.fresh.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
  return rows
    .map(({ payload }) => payload as { template: string; accountId: string; proofId: string })
    .filter((mail) => mail.accountId === accountId);
};
const accountOf = async (email: string) => {
  const account = await on.accounts.findByEmail(email);
  if (!account) throw new Error(`Nobody has ${email}.`);
  return account;
};
const codeFrom = async (person: Browser, response: Response) =>
  landed(await person.follow(response)).searchParams.get("code");

test("signs a new person in at once and sends an e-mail with a link that verifies the address", async () => {
  const person = browser(on);
  const form = registration();
  const page = await person.start({ screen_hint: "signup" });
  expect(await codeFrom(person, await person.post(`${page}/register`, form))).toBeTruthy();
  const { id, status } = await accountOf(form.email);
  expect(status).toBe("ACTIVE");
  expect(await mails(id)).toMatchObject([{ template: "account-verify-link", proofId: expect.any(String) }]);
});

test("if addresses must be verified first, registering leads to a page that can resend the e-mail", async () => {
  await on.accounts.setSignUpRules({ emailVerification: true });
  try {
    const person = browser(on);
    const form = registration();
    const page = await person.start({ screen_hint: "signup" });
    const response = await person.post(`${page}/register`, form);
    const text = await response.text();
    expect([response.status, text.includes("Jums laiškas"), text.includes(form.email)]).toEqual([200, true, true]);
    const silentResult = landed(await person.request(person.ask({ prompt: "none" })));
    expect(silentResult.searchParams.get("error")).toBe("login_required");
    const { id } = await accountOf(form.email);
    const again = await person.post(`${page}/mail`, {});
    expect(await again.text()).toContain("Išsiuntėme naują laišką");
    expect(await mails(id)).toHaveLength(2);
    expect((await browser(on).post(`${page}/mail`, {})).status).toBe(400);

    const secret = (await on.accounts.issueVerificationSecret((await mails(id)).at(-1)?.proofId ?? ""))?.secret ?? "";
    await on.accounts.verifyEmailByLink(secret);
    const next = await person.request(`${page}/mail`);
    expect(next.headers.get("location")).toBe(`${page}/login`);
    const { email } = form;
    expect(await codeFrom(person, await person.post(`${page}/login`, { email, password }))).toBeTruthy();
  } finally {
    await on.accounts.setSignUpRules({ emailVerification: false });
  }
});

test.each([{ emailVerification: true }, { ownerApproval: true }])(
  "if new accounts must wait (%o), taken and free addresses get the same response, and the holder is notified",
  async (rules) => {
    await on.fresh.db.deleteFrom("rateWindow").execute();
    const holder = await newPerson(on.accounts);
    const before = (await mails(holder.id)).length;
    await on.accounts.setSignUpRules(rules);
    try {
      const seen = async (email: string) => {
        const person = browser(on);
        const page = await person.start({ screen_hint: "signup" });
        const answers = [
          await person.post(`${page}/register`, { ...registration(), email }),
          await person.request(`${page}/mail`),
          ...(rules.emailVerification ? [await person.post(`${page}/mail`, {})] : []),
        ];
        const texts = await Promise.all(answers.map((answer) => answer.text()));
        const plain = texts.map((text) => text.replaceAll(email, "X").replaceAll(page, "P"));
        return { statuses: answers.map(({ status }) => status), plain };
      };
      expect(await seen(holder.email)).toEqual(await seen(registration().email));
      const letters = (await mails(holder.id)).slice(before).map(({ template }) => template);
      expect(new Set(letters)).toEqual(new Set(["account-exists"]));
      // The response to the right password reveals no more than the response to a wrong one.
      const own = browser(on);
      const page = await own.start();
      const answer = await own.post(`${page}/register`, { ...registration(), email: holder.email, password });
      expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    } finally {
      await on.accounts.setSignUpRules({ emailVerification: false, ownerApproval: false });
    }
  },
);

test("a sign-in without a registration cannot trigger the verification e-mail", async () => {
  const person = browser(on);
  const page = await person.start();
  expect((await person.post(`${page}/mail`, {})).status).toBe(400);
  expect((await person.request(`${page}/mail`)).status).toBe(400);
});

test("shows that the new account is awaiting approval if accounts must be approved", async () => {
  await on.accounts.setSignUpRules({ ownerApproval: true });
  try {
    const person = browser(on);
    const page = await person.start();
    const text = await (await person.post(`${page}/register`, registration())).text();
    expect(text).toContain("Paskyra laukia patvirtinimo");
  } finally {
    await on.accounts.setSignUpRules({ ownerApproval: false });
  }
});

test("limits the number of registrations from one network", async () => {
  const person = browser(on);
  const page = await person.start();
  let answer: Response | undefined;
  for (let count = 0; count < 5 && answer?.status !== 429; count++)
    answer = await person.post(`${page}/register`, registration());
  expect(answer?.status).toBe(429);
  expect(Number(answer?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await answer?.text()).toContain("Per daug prašymų iš šio tinklo");
});

test("an expired password leads to the reset page with the e-mail address and the return URL", async () => {
  const { id, email } = await newPerson(on.accounts);
  await on.accounts.requireNewPassword(id);
  const person = browser(on);
  const page = await person.start();
  const answer = await person.post(`${page}/login`, { email, password });
  const text = await answer.text();
  expect([answer.status, text.includes("Susikurti naują slaptažodį")]).toEqual([403, true]);
  const link = /href="(\/password\/forgot[^"]*)">Susikurti/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const query = Object.fromEntries(new URL(link, on.url).searchParams);
  expect(query).toEqual({ login_hint: email, return_to: `${siteOrigin}/`, lang: "lt" });
  const wrong = await (await person.post(`${page}/login`, { email, password: "not the password" })).text();
  expect(wrong).not.toContain("Susikurti naują slaptažodį");
});
