import type { Context } from "koa";
import { readText } from "./json-bodies.ts";

const limitBytes = 16 * 1024;

/** Returns the last value of a form field, or "" if there is none. */
export type Field = (name: string) => string;

/** Returns the fields of a form. Undefined if the body is not a form or is too long. */
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

/**
 * Parses the passkey credential sent by a browser, without validating it. Undefined if it is not
 * JSON.
 */
export function credentialIn<Credential extends object>(text: string): Credential | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
