import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { words } from "@uola/words/identity";
import { words as mailWords } from "@uola/words/mail";
import { mailAbout, nthMailTo } from "../../e2e/harness/mail.ts";
import { mailFolder, registered } from "../harness/addresses.ts";

const say = words("lt");

export const clients = (): Record<"firstParty" | "thirdParty" | "app" | "organization", string> =>
  JSON.parse(readFileSync(registered, "utf8"));

export const somebody = () => ({ email: `${randomUUID()}@pastas.example`, password: `trys kibirai ${randomUUID()}` });
export type Somebody = ReturnType<typeof somebody>;
export const austeja: Somebody = { email: "austeja@uola.example", password: "trys-atramos-taskai-9" };

export const ruta: Somebody = { email: "ruta@uola.example", password: "magnezija-rankoms-4" };

/** Signs in on the provider's page. */
export async function signIn(page: Page, { email, password }: Somebody) {
  await page.getByLabel(say("email")).fill(email);
  await page.getByLabel(say("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say("signIn"), exact: true }).click();
}

export async function allow(page: Page) {
  await page.getByRole("button", { name: say("allow"), exact: true }).click();
}

const mailTo = (address: string, n = 1) => nthMailTo(address, n, mailFolder);
/**
 * Returns the link of the password reset email, found by subject because emails may arrive in any
 * order.
 */
export async function resetLinkOf(address: string): Promise<URL> {
  const { text = "" } = await mailAbout(address, mailWords("lt")("account.resetPassword.title"), mailFolder);
  return new URL(/https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? "missing:");
}

/** Returns the six-digit code of the nth email. */
export async function codeFor(address: string, n = 1): Promise<string> {
  const { text = "" } = await mailTo(address, n);
  const [code] = /\b\d{6}\b/.exec(text) ?? [];
  expect(code, text).toBeDefined();
  return code as string;
}
