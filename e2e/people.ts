import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, test as base, expect, type Frame, type Page } from "@playwright/test";
import { words as identityWords } from "@uola/words/identity";
import { words as siteWords } from "@uola/words/site";
import { logFile, site } from "./harness/addresses.ts";
import { frameIn } from "./harness/layout.ts";

const say = siteWords("lt");
const identitySay = identityWords("lt");

export type Person = { firstName: string; lastName: string; email: string; password: string; page: Page };
type Role = "owner" | "trainer" | "desk" | "accountant" | "member";
type StoredState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/**
 * The users of the browser tests, each with a separate browser context, and a visitor's and an
 * owner's frame for page checks. All such frames of a worker share one context, so that its cache
 * keeps the assets of the pages.
 */
export const test = base.extend<
  Record<"visitor" | "member" | "trainer" | "desk" | "accountant" | "owner", Person> &
    Record<"view" | "ownerView", Frame>,
  { states: Map<Role, StoredState>; shared: Partial<Record<"visitor" | "owner", BrowserContext>> }
>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  states: [async ({}, use) => use(new Map()), { scope: "worker" }],
  visitor: async ({ page }, use) => use({ ...newPerson(), page }),
  member: ({ browser, states }, use) => signedIn(browser, states, "member", use),
  trainer: ({ browser, states }, use) => signedIn(browser, states, "trainer", use),
  desk: ({ browser, states }, use) => signedIn(browser, states, "desk", use),
  accountant: ({ browser, states }, use) => signedIn(browser, states, "accountant", use),
  owner: ({ browser, states }, use) => signedIn(browser, states, "owner", use),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  shared: [async ({}, use) => use({}), { scope: "worker" }],
  view: async ({ browser, shared }, use) => {
    shared.visitor ??= await browser.newContext();
    const page = await shared.visitor.newPage();
    // Enables data-saving mode, because otherwise pages prefetch data that these tests do not need.
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await use(await frameIn(page));
    await page.close();
  },
  ownerView: async ({ browser, shared }, use) => {
    // Signs in separately, because the owner's other contexts replace their tokens in the meantime.
    shared.owner ??= await newlySignedIn(browser, "owner");
    const page = await shared.owner.newPage();
    await use(await frameIn(page));
    await page.close();
  },
});
export { expect };

/** Generates a unique surname. Names with three digits are rejected. */
export const uniqueSurname = () => `Š${randomUUID().replace(/[\d-]/g, "").padEnd(8, "a")}`;

/** Generates the data of a new person. */
export const newPerson = () => ({
  firstName: "Žygimantas",
  lastName: "Šaltūnas",
  email: `zygimantas-${randomUUID().slice(0, 8)}@pastas.example`,
  password: `${randomUUID()} virš debesų`,
});

const names = {
  owner: ["Jurgis", "Uolys"],
  trainer: ["Rūta", "Kalnytė"],
  desk: ["Greta", "Slenkstė"],
  accountant: ["Laima", "Skaitytė"],
  member: ["Austėja", "Kazlaitė"],
} as const satisfies Record<Role, readonly [string, string]>;

/** Reads a demo account from Uola's start-up output. */
export function demoAccount(role: Role): Omit<Person, "page"> {
  const [, email, password] =
    new RegExp(`^\\s+${role}\\s+(\\S+@\\S+)\\s+(\\S+)$`, "m").exec(readFileSync(logFile, "utf8")) ?? [];
  if (!email || !password) throw new Error(`Uola has printed no demo ${role}.`);
  const [firstName, lastName] = names[role];
  return { firstName, lastName, email, password };
}

/** Signs in once for each role. Later contexts start with the stored cookies and close after the test. */
async function signedIn(
  browser: Browser,
  states: Map<Role, StoredState>,
  role: Role,
  use: (person: Person) => Promise<void>,
) {
  const stored = states.get(role);
  const context = stored ? await browser.newContext({ storageState: stored }) : await newlySignedIn(browser, role);
  if (!stored) states.set(role, await context.storageState());
  await use({ ...demoAccount(role), page: await context.newPage() });
  // The refresh token may have been replaced, so the next context needs the newest one.
  const state = await context.storageState();
  if (state.cookies.some(isMemberToken)) states.set(role, state);
  await context.close();
}

async function newlySignedIn(browser: Browser, role: Role): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site}/account/`);
  await login(page, demoAccount(role));
  await expect(page.getByRole("heading", { level: 1, name: say("account.head") })).toBeVisible();
  await page.close();
  return context;
}

const isMemberToken = ({ name, value }: StoredState["cookies"][number]) =>
  name === "wrefreshToken" && decodeURIComponent(value).includes('"role":"member"');

/** Signs in on the identity provider's page and waits until the site shows a member. */
export async function login(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.getByLabel(identitySay("email")).fill(email);
  await page.getByLabel(identitySay("password")).fill(password);
  await page.getByRole("button", { name: identitySay("signIn"), exact: true }).click();
  await waitUntilSignedIn(page);
}

/** Registers on the identity provider's page and waits until the site shows a member. */
export async function register(page: Page, { firstName, lastName, email, password }: Person) {
  await page.getByRole("link", { name: identitySay("createAccount") }).click();
  await page.getByLabel(identitySay("firstName")).fill(firstName);
  await page.getByLabel(identitySay("lastNameOptional")).fill(lastName);
  await page.getByLabel(identitySay("email")).fill(email);
  await page.getByLabel(identitySay("password")).fill(password);
  await page.getByRole("button", { name: identitySay("createAccount") }).click();
  await waitUntilSignedIn(page);
}

async function waitUntilSignedIn(page: Page) {
  await page.waitForURL((url) => url.origin === site && url.pathname !== "/callback/");
  await expect(page.locator("html")).toHaveAttribute("data-session", "member");
}

/** Waits until the page is hydrated, so that it reacts to clicks. */
export const hydrated = (page: Page | Frame) => expect(page.locator("html")).toHaveAttribute("data-alive", "");

/** Fills in the contact details of the booking form. */
export async function fillContact(
  page: Page | Frame,
  { firstName, lastName, email }: Omit<Person, "page" | "password">,
) {
  await page.getByLabel(say("field.firstName"), { exact: true }).fill(firstName);
  await page.getByLabel(say("field.lastName"), { exact: true }).fill(lastName);
  await page.getByLabel(say("field.email")).fill(email);
}

/**
 * The button that submits the booking form. The elements with the same name in the header and the
 * bar are links.
 */
export const bookButton = (page: Page | Frame) => page.getByRole("button", { name: say("action.book"), exact: true });

export const headline = (page: Page | Frame, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

/**
 * Waits until a booking step is shown: its headline has the focus, and the page is scrolled to the
 * top.
 */
export async function expectArrivedAt(page: Page, name: string) {
  await expect(headline(page, name)).toBeFocused();
  expect(await page.evaluate(() => scrollY), `${name}: scrolled down by`).toBe(0);
}
