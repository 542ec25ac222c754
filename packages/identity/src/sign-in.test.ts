import { defaultTape, hues, tapeColours } from "@uola/art";
import { newId } from "@uola/database";
import { expect, test } from "vitest";
import { identityForFile } from "./file-identity.fixture.ts";
import { type Browser, browser, callback, landed, newPerson, password, siteOrigin } from "./identity.fixture.ts";

const on = identityForFile({ clientCacheSeconds: 0 });

const read = async (person: Browser, path: string, headers = {}) => (await person.request(path, { headers })).text();
const newEmail = () => `${newId()}@example.lt`;

test("the sign-in page is in Lithuanian, cannot be framed, runs only our scripts and prefills the login hint", async () => {
  const person = browser(on);
  const page = await person.start({ login_hint: `"><script>alert(1)</script>@example.lt` });
  const response = await person.request(page);
  const text = await response.text();
  expect(text).toContain('<html lang="lt">');
  expect(text).toContain("<title>Prisijungti – Uola</title>");
  expect(text).toContain('autocomplete="username webauthn"');
  expect(text).toContain('autocomplete="current-password"');
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@example.lt"');
  expect(text.match(/<script[^>]*>/g)).toHaveLength(3);
  expect(text.match(/<script src="\/assets\/\w+\/(webauthn|passkey)\.js" defer><\/script>/g)).toHaveLength(2);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain(`form-action 'self' ${siteOrigin}`);
  expect(response.headers.get("x-frame-options")).toBe("DENY");
  expect(response.headers.get("cross-origin-opener-policy")).toBeNull();
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("shows the new name of a renamed gym, escaped, in the title and next to the form", async () => {
  const rename = (name: string) => on.fresh.db.updateTable("site").set({ name }).execute();
  const person = browser(on);
  const page = await person.start();
  try {
    await rename("Siena <&>");
    const text = await read(person, page);
    expect(text).toContain("<title>Prisijungti – Siena &lt;&amp;&gt;</title>");
    expect(text).toContain('<span class="wordmark written" aria-hidden="true">Siena &lt;&amp;&gt;</span>');
    expect(text).not.toContain("Uola");
  } finally {
    await rename("Uola");
  }
});

test("the holds next to the form have the gym's tape colours", async () => {
  const { business } = await on.fresh.db.selectFrom("site").select("business").executeTakeFirstOrThrow();
  const paint = (own: object) =>
    on.fresh.db
      .updateTable("site")
      .set({ business: JSON.stringify(own) })
      .execute();
  const person = browser(on);
  const page = await person.start();
  try {
    await paint({ ...(business as object), tape: { ...defaultTape, firstTime: "lilac" } });
    const text = await read(person, page);
    expect(text).toContain(`fill="${tapeColours.lilac.face}"`);
    expect(text).not.toContain(`fill="${hues.pink.face}"`);
  } finally {
    await paint(business as object);
  }
});

test("chooses the language from the link, then from the site's request, then from the browser", async () => {
  const person = browser(on);
  const page = await person.start({ ui_locales: "lt-LT en" });
  const english = { "accept-language": "de;q=0.9, en-GB;q=0.8, lt;q=0.1" };
  expect(await read(person, page, english)).toContain('<html lang="lt">');
  expect(await read(person, `${page}?lang=en`)).toContain("<title>Sign in – Uola</title>");
  expect(await read(person, `${page}/login?lang=en`)).toContain(`href="${page}/register?lang=en"`);
  const plain = await person.start();
  expect(await read(person, plain, english)).toContain('<html lang="en">');
  expect(await read(person, plain, { "accept-language": "de" })).toContain('<html lang="lt">');
  expect(await read(person, plain, { "accept-language": "xx;q=,;;,*" })).toContain('<html lang="lt">');
});

test("shows the same page for a wrong password and an unknown person, which keeps the address but not the password", async () => {
  const { email } = await newPerson(on.accounts);
  const pages = await Promise.all(
    [email, newEmail()].map(async (given) => {
      const person = browser(on);
      const page = await person.start();
      const response = await person.post(`${page}/login`, { email: given, password: "not the password" });
      const text = await response.text();
      expect(text).toContain(`value="${given}"`);
      expect(text).not.toContain("not the password");
      expect(text).toContain('role="alert" tabindex="-1" autofocus');
      const plain = text.replaceAll(encodeURIComponent(given), "").replaceAll(given, "");
      return [response.status, plain.replaceAll(page.slice("/interaction/".length), "")];
    }),
  );
  expect(pages[0]).toEqual(pages[1]);
  expect(pages[0]?.[0]).toBe(400);
});

test("shows an error at each empty field", async () => {
  const person = browser(on);
  const page = await person.start();
  const text = await (await person.post(`${page}/login`, { email: "", password: "" })).text();
  expect(text).toContain("Pataisykite 2 laukelius");
  expect(text).toContain('<a href="#email">Įrašykite el. pašto adresą.</a>');
  expect(text).toContain('aria-describedby="password-mistake"');
});

test("registers a new person and signs them in once, even if the button is pressed twice", async () => {
  const person = browser(on);
  const page = await person.start({ screen_hint: "signup" });
  expect(await read(person, page)).toContain('autocomplete="new-password"');
  const email = newEmail();
  const form = { firstName: "Ąžuolas", lastName: "", email: ` ${email.toUpperCase()} `, password };
  const both = await Promise.all([person.post(`${page}/register`, form), person.post(`${page}/register`, form)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  const landing = landed(await person.follow(both[1]));
  expect(landing.href.startsWith(callback)).toBe(true);
  const made = await on.accounts.findByEmail(email);
  expect(made).toMatchObject({ firstName: "Ąžuolas", lastName: null, language: "lt", role: "member" });
});

test("the registration form shows errors and keeps its values, except the password", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const page = `${await person.start()}/register`;
  const form = { firstName: "Ona", lastName: "O'Neil & <b>", email, password: "another password 7" };
  const taken = await (await person.post(page, form)).text();
  expect(taken).toContain("Paskyra šiuo adresu jau yra.");
  expect(taken).toContain('value="O&#39;Neil &amp; &lt;b&gt;"');
  expect(taken).not.toContain("another password 7");
  const common = await person.post(page, { ...form, email: newEmail(), password: "Slaptazodis123" });
  expect([common.status, (await common.text()).includes("lengva atspėti")]).toEqual([400, true]);
  const short = await (await person.post(page, { ...form, email: "ona@", password: "trumpas" })).text();
  for (const mistake of ["Pataisykite 2 laukelius", "vardas@pavyzdys.lt", "per trumpas"])
    expect(short).toContain(mistake);
  const link = /href="([^"]+\/login)"/.exec(short)?.[1] ?? "";
  expect(
    landed(await person.follow(await person.post(link, { email, password }))).searchParams.get("code"),
  ).toBeTruthy();
});

test("shows how long to wait after ten wrong passwords", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const page = await person.start();
  for (let count = 1; count <= 10; count++) await person.post(`${page}/login`, { email, password: `guess ${count}` });
  const paused = await person.post(`${page}/login`, { email, password });
  expect(paused.status).toBe(429);
  expect(Number(paused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await paused.text()).toMatch(/po \d\u00a0sekund/);
});

test("refuses a sign-in form from a foreign page, another browser or another sign-in", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const page = await person.start();
  const form = { email, password };
  for (const origin of ["https://evil.example", "null", siteOrigin]) {
    expect((await person.post(`${page}/login`, form, { origin })).status).toBe(400);
  }
  const other = await person.start();
  for (const [key, { value }] of [...person.jar])
    if (key.endsWith(page)) person.jar.set(key.replace(page, other), { value, path: other });
  expect((await person.post(`${other}/login`, form)).status).toBe(400);
  const stranger = await browser(on).post(`${page}/login`, form);
  expect([stranger.status, (await stranger.text()).includes("Prisijungimo puslapis paseno")]).toEqual([400, true]);
  expect((await person.request("/interaction/of-nobody")).status).toBe(400);
  expect((await person.post(`${page}/consent`, { answer: "allow" })).status).toBe(400);
  const landing = landed(await person.follow(await person.post(`${page}/login`, form)));
  expect(landing.searchParams.get("code")).toBeTruthy();
  expect((await person.request(`${page}/login`)).status).toBe(400);
});

test("signing in as another person shows a notice and ends the first session", async () => {
  const [first, second] = [await newPerson(on.accounts), await newPerson(on.accounts)];
  const person = browser(on);
  await person.signIn(first.email);
  const page = await person.start({ prompt: "login" });
  expect(await read(person, page)).toContain(`Dabar esate prisijungę kaip ${first.email}`);
  const between = await person.follow(await person.post(`${page}/login`, { email: second.email, password }));
  expect(between.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  const text = await between.text();
  const action = /action="([^"]+)"/.exec(text)?.[1] ?? "";
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const landing = landed(await person.follow(await person.post(action, { xsrf, logout: "yes" })));
  expect(landing.searchParams.get("code")).toBeTruthy();
  const again = await person.start({ prompt: "login" });
  expect(await read(person, again)).toContain(`Dabar esate prisijungę kaip ${second.email}`);
});

test("the standard logout asks for confirmation on our page", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  await person.signIn(email);
  const text = await (await person.request("/oidc/logout")).text();
  expect(text).toContain("Likti prisijungus");
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const done = await person.follow(await person.post("/oidc/logout/confirm", { xsrf, logout: "yes" }));
  expect([done.status, (await done.text()).includes("niekas neprisijungęs")]).toEqual([200, true]);
  expect(landed(await person.request(person.ask({ prompt: "none" }))).searchParams.get("error")).toBe("login_required");
});

test.each([
  ["an unknown client", "/authorize?client_id=nobody&response_type=code", 400, "neregistruota"],
  ["an unregistered redirect address", "REDIRECT", 400, "Grįžti ten negalima"],
  ["a request without parameters", "/authorize", 400, "Užklausa nesuprasta"],
  ["an expired sign-in link", "/authorize/never-was", 400, "Laikas baigėsi"],
  ["a page that does not exist", "/wp-login.php", 404, "Čia kelio nėra"],
])("shows our error page for %s", async (_what, path, status, words) => {
  const person = browser(on);
  const address = path === "REDIRECT" ? person.ask({ redirect_uri: "https://evil.example/" }) : path;
  const response = await person.request(address);
  expect([response.status, (await response.text()).includes(words)]).toEqual([status, true]);
  const asProgram = await person.request(address, { headers: { accept: "application/json" } });
  expect([asProgram.status, asProgram.headers.get("content-type")]).toEqual([status, expect.stringContaining("json")]);
});

test("invalid input never causes a 5xx response", async () => {
  const person = browser(on);
  const page = await person.start();
  const form = { "content-type": "application/x-www-form-urlencoded", origin: on.url };
  const send = (path: string, body: string, headers: Record<string, string> = form) =>
    person.request(path, { method: "POST", body, headers });
  const answers = [
    await person.request("/authorize?client_id=%00"),
    await person.request(`${person.ask()}&login_hint=%00`),
    await person.request(`${person.ask()}&state=a&state=b`),
    await person.request(person.ask({ claims: "{", max_age: "-1", scope: "\ud800" })),
    await person.request(person.ask({ login_hint: "ą".repeat(5000) })),
    await person.request("/%E0%A4%A"),
    await person.request("/interaction/%zz/login"),
    await person.request("/v2/logout?client_id=a&client_id=b&returnTo=x&returnTo=y"),
    await send(`${page}/login`, "email=%00&password=%00"),
    await send(`${page}/login`, "email=a&email=b@c.lt&password=x&password=y"),
    await send(`${page}/login`, "%zz=%E0%A4%A&&&="),
    await send(`${page}/login`, `email=${"x".repeat(100_000)}`),
    await send(`${page}/login`, "{}", { "content-type": "application/json", origin: on.url }),
    await send(`${page}/register`, `email=${"x".repeat(9000)}@a.lt&password=${"y".repeat(3000)}&firstName=%00`),
    await send("/oauth/token", "grant_type=refresh_token&client_id=%00&refresh_token=%00"),
    await send("/oauth/token", "grant_type=password&client_id=nobody"),
    await send("/oauth/token", `client_id=${on.clientId}&client_id=x`),
    await send("/oauth/revoke", "token=%00"),
    await send("/oidc/logout/confirm", "xsrf=x&logout=yes"),
    await person.request("/userinfo", { headers: { authorization: "Bearer \u00e9" } }),
    await person.request("/userinfo", { method: "PUT" }),
  ];
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.every((status) => status >= 300)).toBe(true);
});

test("static files are cached indefinitely, and /health reports whether the database responds", async () => {
  const person = browser(on);
  const text = await read(person, await person.start());
  const style = /href="(\/assets\/[^"]+style\.css)"/.exec(text)?.[1] ?? "";
  const css = await person.request(style);
  expect(css.headers.get("cache-control")).toContain("immutable");
  const files = (await css.text()).match(/\/assets\/[^)"']+/g) ?? [];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect([file, (await person.request(file)).status]).toEqual([file, 200]);
  expect(await (await person.request("/health")).json()).toEqual({ status: "ok" });
});

test("HEAD requests to the sign-in page and to logout get the same response as GET but change nothing", async () => {
  const person = browser(on);
  const { email } = await newPerson(on.accounts);
  const page = await person.start();
  const facts = ({ status, headers }: Response) => [
    status,
    ...["content-type", "cache-control", "content-security-policy"].map((name) => headers.get(name)),
  ];
  const head = await person.request(page, { method: "HEAD" });
  expect([...facts(head).slice(0, 3), await head.text()]).toEqual([
    ...facts(await person.request(page)).slice(0, 3),
    "",
  ]);
  expect((await browser(on).request(page, { method: "HEAD" })).status).toBe((await browser(on).request(page)).status);
  await person.follow(await person.post(`${page}/login`, { email, password }));
  const silent = async () => landed(await person.request(person.ask({ prompt: "none" }))).searchParams;
  expect((await silent()).has("code")).toBe(true);
  expect((await person.request("/v2/logout", { method: "HEAD" })).status).toBe(200);
  expect((await silent()).has("code")).toBe(true);
  expect((await person.request("/v2/logout")).status).toBe(200);
  expect((await silent()).get("error")).toBe("login_required");
});
