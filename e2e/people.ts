import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { words as identityWords } from "@uola/words/identity";
import { words as siteWords } from "@uola/words/site";
import { said, site } from "./harness/addresses.ts";

const say = siteWords("lt");
const sayAtDoor = identityWords("lt");

export type Person = { firstName: string; lastName: string; email: string; password: string; page: Page };
type Role = "owner" | "trainer" | "member";
type Stay = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The people of the journeys, each with a browser of their own. */
export const test = base.extend<Record<"visitor" | "member" | "trainer" | "owner", Person>, { stays: Map<Role, Stay> }>(
  {
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    stays: [async ({}, use) => use(new Map()), { scope: "worker" }],
    visitor: async ({ page }, use) => use({ ...somebody(), page }),
    member: ({ browser, stays }, use) => signedIn(browser, stays, "member", use),
    trainer: ({ browser, stays }, use) => signedIn(browser, stays, "trainer", use),
    owner: ({ browser, stays }, use) => signedIn(browser, stays, "owner", use),
  },
);
export { expect };

/** Somebody nobody knows yet. */
export const somebody = () => ({
  firstName: "Žygimantas",
  lastName: "Šaltūnas",
  email: `zygimantas-${randomUUID().slice(0, 8)}@pastas.example`,
  password: `${randomUUID()} virš debesų`,
});

const names = {
  owner: ["Jurgis", "Uolys"],
  trainer: ["Rūta", "Kalnytė"],
  member: ["Austėja", "Kazlaitė"],
} as const satisfies Record<Role, readonly [string, string]>;

/** A demo account as Uola told it when it started. */
export function demoAccount(role: Role): Omit<Person, "page"> {
  const [, email, password] =
    new RegExp(`^\\s+${role}\\s+(\\S+@\\S+)\\s+(\\S+)$`, "m").exec(readFileSync(said, "utf8")) ?? [];
  if (!email || !password) throw new Error(`Uola named no demo ${role}.`);
  const [firstName, lastName] = names[role];
  return { firstName, lastName, email, password };
}

/** Signs in once per role; afterwards a new browser comes with what the first one kept, and goes when it has been used. */
async function signedIn(browser: Browser, stays: Map<Role, Stay>, role: Role, use: (person: Person) => Promise<void>) {
  const account = demoAccount(role);
  const kept = stays.get(role);
  const context = await browser.newContext(kept ? { storageState: kept } : {});
  const page = await context.newPage();
  if (!kept) {
    await page.goto(`${site}/account/`);
    await login(page, account);
    await expect(page.getByRole("heading", { level: 1, name: say("account.head") })).toBeVisible();
    stays.set(role, await context.storageState());
  }
  await use({ ...account, page });
  // What keeps somebody signed in is replaced as it is used: the next browser comes with the newest.
  const left = await context.storageState();
  if (left.cookies.some(isMemberStay)) stays.set(role, left);
  await context.close();
}

const isMemberStay = ({ name, value }: Stay["cookies"][number]) =>
  name === "wrefreshToken" && decodeURIComponent(value).includes('"role":"member"');

/** On the identity provider's own page: sign in, and be back on the site as a member. */
export async function login(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.getByLabel(sayAtDoor("email")).fill(email);
  await page.getByLabel(sayAtDoor("password")).fill(password);
  await page.getByRole("button", { name: sayAtDoor("signIn"), exact: true }).click();
  await backAsMember(page);
}

/** On the identity provider's sign-in page: make an account instead, and be back on the site as a member. */
export async function register(page: Page, { firstName, lastName, email, password }: Person) {
  await page.getByRole("link", { name: sayAtDoor("createAccount") }).click();
  await page.getByLabel(sayAtDoor("firstName")).fill(firstName);
  await page.getByLabel(sayAtDoor("lastNameOptional")).fill(lastName);
  await page.getByLabel(sayAtDoor("email")).fill(email);
  await page.getByLabel(sayAtDoor("password")).fill(password);
  await page.getByRole("button", { name: sayAtDoor("createAccount") }).click();
  await backAsMember(page);
}

async function backAsMember(page: Page) {
  await page.waitForURL((url) => url.origin === site && url.pathname !== "/callback/");
  await expect(page.locator("html")).toHaveAttribute("data-session", "member");
}

/** The page listens: what is pressed from now on is answered by it. */
export const alive = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-alive", "");

/** Fill in the contact part of the booking form. */
export async function introduce(page: Page, { firstName, lastName, email }: Omit<Person, "page" | "password">) {
  await page.getByLabel(say("field.firstName"), { exact: true }).fill(firstName);
  await page.getByLabel(say("field.lastName"), { exact: true }).fill(lastName);
  await page.getByLabel(say("field.email")).fill(email);
}

/** The button that sends the booking form; the links in the header and the bar are called the same. */
export const bookButton = (page: Page) => page.getByRole("button", { name: say("action.book"), exact: true });

export const headline = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** A step has come: its headline has the focus, and the page stands at its top. */
export async function arrivedAt(page: Page, name: string) {
  await expect(headline(page, name)).toBeFocused();
  expect(await page.evaluate(() => scrollY), `${name}: scrolled down by`).toBe(0);
}
