import { expect, test } from "vitest";
import { identityForFile } from "./file-identity.fixture.ts";
import { browser, callback, newPerson, password, siteOrigin } from "./identity.fixture.ts";

const on = identityForFile();

const newPassword = "keturi mėlyni laipteliai";
const proofIn = (page: string) => /name="proof" value="([^"]+)"/.exec(page)?.[1] ?? "";

/** Returns the secret from the link in the latest e-mail. */
async function mailedTo(accountId: string): Promise<string> {
  const { id } = await on.fresh.db
    .selectFrom("emailProof")
    .select("id")
    .where("accountId", "=", accountId)
    .orderBy("createdDate", "desc")
    .executeTakeFirstOrThrow();
  return (await on.accounts.issueVerificationSecret(id))?.secret ?? "";
}

/** Opens a page and submits its form. */
async function press(path: string, form: Record<string, string> = {}) {
  const person = browser(on);
  const opened = await person.request(path);
  const page = await opened.text();
  const answer = await person.post(path, { proof: proofIn(page), ...form });
  return { opened, page, status: answer.status, text: await answer.text(), answer };
}

test("forgotten password: the response is the same for every e-mail address, and only existing accounts get a link", async () => {
  const { id, email } = await newPerson(on.accounts);
  const known = await press("/password/forgot?lang=en", { email });
  const unknown = await press("/password/forgot?lang=en", { email: "nobody@example.lt" });
  expect([known.status, unknown.status]).toEqual([200, 200]);
  expect(known.text).toBe(unknown.text);
  expect(known.text).toContain("If there is such an account");
  expect(await on.accounts.readVerification(await mailedTo(id))).toMatchObject({ purpose: "RESET_PASSWORD", email });
  expect(await press("/password/forgot", { email: "" })).toMatchObject({ status: 400 });
});

test("password reset: opening the link changes nothing; the button works once and leads back to the original page", async () => {
  const { id, email } = await newPerson(on.accounts);
  const forgot = `/password/forgot?${new URLSearchParams({ return_to: callback })}`;
  expect((await press(forgot, { email })).status).toBe(200);
  const path = `/password/reset?token=${await mailedTo(id)}`;
  const opened = await browser(on).request(path);
  expect(await opened.text()).toContain(email);
  await on.accounts.authenticate({ email, password });

  const short = await press(path, { password: "trumpas" });
  expect([short.status, short.text.includes('aria-invalid="true"')]).toEqual([400, true]);
  const done = await press(path, { password: newPassword });
  expect(done.status).toBe(200);
  expect(done.text).toContain(`href="${callback}"`);
  expect((await on.accounts.authenticate({ email, password: newPassword })).emailVerified).toBe(true);
  await expect(on.accounts.authenticate({ email, password })).rejects.toThrow();

  const again = await browser(on).request(path);
  expect([again.status, (await again.text()).includes("/password/forgot")]).toEqual([410, true]);
});

test("activation: the link sets the first password and leads to the site's account page", async () => {
  const { id, email } = await on.accounts.create({ email: "pirma@example.lt" });
  await on.accounts.sendActivation(id);
  const path = `/account/activate?token=${await mailedTo(id)}`;
  const done = await press(path, { password: newPassword });
  expect(done.text).toContain(`href="${siteOrigin}/account/"`);
  expect(await on.accounts.authenticate({ email, password: newPassword })).toMatchObject({ id });
});

test("e-mail change: the button changes the address, unless another account now uses it", async () => {
  const { id } = await newPerson(on.accounts);
  await on.accounts.changeEmail(id, "naujas@example.lt");
  const path = `/email/change?token=${await mailedTo(id)}`;
  expect((await (await browser(on).request(path)).text()).includes("naujas@example.lt")).toBe(true);
  expect((await on.accounts.find(id))?.email).not.toBe("naujas@example.lt");
  expect((await press(path)).status).toBe(200);
  expect(await on.accounts.find(id)).toMatchObject({ email: "naujas@example.lt", emailVerified: true });

  const other = await newPerson(on.accounts);
  await on.accounts.changeEmail(other.id, "uzimtas@example.lt");
  const late = `/email/change?token=${await mailedTo(other.id)}`;
  await on.accounts.create({ email: "uzimtas@example.lt" });
  expect((await press(late)).status).toBe(409);
});

test("a link from an e-mail works only on its own page, and an invalid link is shown as expired", async () => {
  const { id, email } = await newPerson(on.accounts);
  await press("/password/forgot", { email });
  const token = await mailedTo(id);
  for (const path of ["/account/activate", "/email/verify", "/email/change"])
    expect((await browser(on).request(`${path}?token=${token}`)).status).toBe(410);
  for (const query of ["", "?token=", "?token=short", `?token=${"x".repeat(3000)}`, "?token=a&token=b", "?token[]=1"])
    expect((await browser(on).request(`/password/reset${query}`)).status).toBe(410);
  expect(await on.accounts.readVerification(token)).toBeDefined();
});

test("verification: the button verifies the e-mail address, and the page exists in both languages", async () => {
  const { id, email } = await newPerson(on.accounts);
  await on.fresh.db
    .transaction()
    .execute((tx) => on.accounts.openVerification(tx, { accountId: id, purpose: "VERIFY_LINK", email }));
  const path = `/email/verify?token=${await mailedTo(id)}`;
  const lt = await (await browser(on).request(path)).text();
  expect(lt).toContain('lang="lt"');
  const other = /class="language" href="([^"]+)"/.exec(lt)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(await (await browser(on).request(other)).text()).toContain('<html lang="en">');
  expect((await press(path)).status).toBe(200);
  expect((await on.accounts.find(id))?.emailVerified).toBe(true);
});

test("does not leak the secret in a page's URL through caching, referrer, external resources or framing", async () => {
  const { id, email } = await newPerson(on.accounts);
  await press("/password/forgot", { email });
  const answer = await browser(on).request(`/password/reset?token=${await mailedTo(id)}`);
  expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(answer.headers.getSetCookie().join()).toMatch(/uola_idp_f=[^;]+; path=\/; samesite=strict; httponly/i);
  const foreign = [...(await answer.text()).matchAll(/(?:src|href)="(https?:[^"]+)"/g)].map(([, address]) => address);
  expect(foreign.filter((address) => !address?.startsWith(siteOrigin))).toEqual([]);
});

test("submitting a form requires the browser's cookie, its CSRF token and our own origin", async () => {
  const { id, email } = await newPerson(on.accounts);
  await press("/password/forgot", { email });
  const path = `/password/reset?token=${await mailedTo(id)}`;
  const form = { password: newPassword };
  const own = browser(on);
  const proof = proofIn(await (await own.request(path)).text());
  const theirs = proofIn(await (await browser(on).request(path)).text());
  const refused = [
    await own.post(path, { ...form, proof }, { origin: "https://evil.example" }),
    await own.post(path, { ...form, proof }, { origin: "null" }),
    await own.request(path, { method: "POST", body: new URLSearchParams({ ...form, proof }) }),
    await own.post(path, form),
    await own.post(path, { ...form, proof: theirs }),
    await browser(on).post(path, { ...form, proof }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(403));
  await on.accounts.authenticate({ email, password });
  expect((await own.post(path, { ...form, proof })).status).toBe(200);
});

test("refuses a redirect to an unregistered URL", async () => {
  const { id, email } = await newPerson(on.accounts);
  for (const address of [
    "https://evil.example/",
    "javascript:alert(1)",
    "//evil.example",
    "http://localhost:3000@evil.example/",
  ]) {
    const page = await (
      await browser(on).request(`/password/forgot?${new URLSearchParams({ return_to: address })}`)
    ).text();
    expect(page).not.toContain("evil.example");
  }
  // The stored URL is checked again when it is used.
  await on.fresh.db.transaction().execute((tx) =>
    on.accounts.openVerification(tx, {
      accountId: id,
      purpose: "RESET_PASSWORD",
      email,
      returnTo: "https://evil.example/",
    }),
  );
  const done = await press(`/password/reset?token=${await mailedTo(id)}`, { password: newPassword });
  expect([done.status, done.text.includes("evil.example")]).toEqual([200, false]);
});

test("a HEAD request gets the same response as GET without a body, and does not use up a link", async () => {
  const { id, email } = await newPerson(on.accounts);
  await press("/password/forgot", { email });
  const token = await mailedTo(id);
  const paths = [
    `/password/reset?token=${token}`,
    "/password/reset?token=x",
    "/password/forgot",
    "/email/verify?token=x",
  ];
  const facts = ({ status, headers }: Response) => [status, headers.get("content-type"), headers.get("cache-control")];
  for (const path of paths) {
    const head = await browser(on).request(path, { method: "HEAD" });
    expect([path, ...facts(head), await head.text()]).toEqual([path, ...facts(await browser(on).request(path)), ""]);
  }
  expect((await press(`/password/reset?token=${token}`, { password: newPassword })).status).toBe(200);
});
