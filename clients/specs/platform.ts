import { randomUUID } from "node:crypto";
import { availabilityCalendar, bookings, extendedBookings, services } from "@wix/bookings";
import { collections, externalDatabaseConnections, indexes, items } from "@wix/data";
import { ApiKeyStrategy, createClient, OAuthStrategy } from "@wix/sdk";
import { ownerKey } from "../../e2e/harness/addresses.ts";
import { platform } from "../harness/addresses.ts";
import { clients, type Somebody, somebody } from "./people.ts";

/** Redirects the requests of the platform's public SDK to this installation. Only the host is changed. */
const send = globalThis.fetch;
globalThis.fetch = (to, init) =>
  send(typeof to === "string" ? to.replace("https://www.wixapis.com", platform) : to, init);

const modules = {
  availabilityCalendar,
  bookings,
  extendedBookings,
  services,
  collections,
  externalDatabaseConnections,
  indexes,
  items,
};
export const owner = createClient({ modules, auth: ApiKeyStrategy({ apiKey: ownerKey, siteId: randomUUID() }) });
export const visitor = () => createClient({ modules, auth: OAuthStrategy({ clientId: clients().app }) });

/** Returns a client for a new, signed-in member. */
export async function member(): Promise<ReturnType<typeof visitor> & { one: Somebody; memberId: string }> {
  const client = visitor();
  const one = somebody();
  await client.auth.register({ ...one, profile: { firstName: "Ona", lastName: "Kopėja" } });
  type Members = { members: { identity: { id: string } }[] };
  const { members } = await asOwner<Members>("/v1/members/query", { query: { filter: { email: one.email } } });
  const memberId = members[0]?.identity.id as string;
  client.auth.setTokens(await client.auth.generateVisitorTokens());
  client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(memberId, ownerKey));
  return Object.assign(client, { one, memberId });
}

/** Makes an API call that the SDK does not support, with the owner's key, to prepare a test. */
export async function asOwner<Answer>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<Answer> {
  const response = await send(platform + path, {
    method,
    headers: { authorization: ownerKey, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

type Violation = { field: string; ruleName?: string; description: string };
type Failure = {
  status?: number;
  details: {
    applicationError?: { code: string; description: string; data?: object };
    validationError?: { fieldViolations: Violation[] };
  };
};
/** Returns the error that the SDK throws for a rejected call. */
async function failureOf(failing: Promise<unknown>): Promise<Failure> {
  try {
    await failing;
  } catch (error) {
    return error as Failure;
  }
  throw new Error("The call should have been refused.");
}
export const refusalOf = async (failing: Promise<unknown>) => (await failureOf(failing)).details.applicationError;
export const codeOf = async (failing: Promise<unknown>) => (await refusalOf(failing))?.code;
/** Returns the distinct error codes of several calls. */
export const codesOf = async (failing: Promise<unknown>[]) => [...new Set(await Promise.all(failing.map(codeOf)))];
/** Returns the status and the code of an error: "404 WDE0073". */
export async function answerTo(failing: Promise<unknown>): Promise<string> {
  const { status, details } = await failureOf(failing);
  return `${status} ${details.applicationError?.code ?? "violations"}`;
}
export const violationsOf = async (failing: Promise<unknown>) =>
  (await failureOf(failing)).details.validationError?.fieldViolations ?? [];
/** Returns the invalid fields of a call's arguments. */
export const fieldsOf = async (failing: Promise<unknown>) => (await violationsOf(failing)).map(({ field }) => field);
