import type { Context } from "koa";
import { readText } from "./json-bodies.ts";

const limitBytes = 16 * 1024;

/** What a form sent: the last value of each name, "" when there is none. Undefined when it is no form or too long. */
export async function readForm(ctx: Context): Promise<((name: string) => string) | undefined> {
  if (!ctx.is("application/x-www-form-urlencoded")) return undefined;
  const text = await readText(ctx.req, limitBytes);
  if (text === undefined) {
    ctx.set("Connection", "close");
    return undefined;
  }
  const form = new URLSearchParams(text);
  return (name) => form.getAll(name).at(-1) ?? "";
}
