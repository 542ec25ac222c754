import type { Context } from "koa";
import { readText } from "./json-bodies.ts";

const limitBytes = 16 * 1024;

/** The last value of a name in a form, "" when there is none. */
export type Field = (name: string) => string;

/** What a form sent. Undefined when it is no form or too long. */
export async function readForm(ctx: Context): Promise<Field | undefined> {
  if (!ctx.is("application/x-www-form-urlencoded")) return undefined;
  const text = await readText(ctx.req, limitBytes);
  if (text === undefined) {
    ctx.set("Connection", "close");
    return undefined;
  }
  const form = new URLSearchParams(text);
  return (name) => form.getAll(name).at(-1) ?? "";
}

const credentialId = /^[\w-]{1,1400}$/;
const isText = (value: unknown) => typeof value === "string" && !value.includes("\0");
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** What a browser said about a passkey, as far as its shape goes; undefined for anything else. */
export function credentialIn<Credential extends { id: string; response: object }>(
  text: string,
): Credential | undefined {
  let given: Partial<{ id: unknown; response: unknown; clientExtensionResults: unknown }> | null;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { id, response } = given ?? {};
  if (typeof id !== "string" || !credentialId.test(id) || typeof response !== "object" || !response) return undefined;
  // numbers are the algorithm the browser names beside the key
  const isFlat = Object.values(response).every((value) => isText(value) || isTexts(value) || Number.isInteger(value));
  return isFlat ? (given as Credential) : undefined;
}
