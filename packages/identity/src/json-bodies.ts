import type { Context, Middleware } from "koa";

const routes = new Set(["/oauth/token", "/oauth/revoke"]);
const limitBytes = 56 * 1024;

/**
 * The SDKs may send JSON where oidc-provider reads only forms, so a flat JSON object is converted
 * to a form.
 */
export const jsonBodies: Middleware = async (ctx, next) => {
  if (ctx.method !== "POST" || !routes.has(ctx.path) || !ctx.is("application/json")) return next();
  const text = await readText(ctx.req, limitBytes);
  const form = text === undefined ? undefined : asForm(text);
  if (!form) {
    const origin = ctx.get("Origin");
    // Any origin may read this error, as in the library before it has identified the client.
    if (origin) ctx.set("Access-Control-Allow-Origin", origin);
    ctx.vary("Origin");
    ctx.set("Cache-Control", "no-store");
    // The unread rest of the body must not be parsed as the next request.
    if (text === undefined) ctx.set("Connection", "close");
    ctx.status = text === undefined ? 413 : 400;
    const error_description = text === undefined ? "the body is too large" : "the body must be a flat JSON object";
    ctx.body = { error: "invalid_request", error_description };
    return;
  }
  setBody(ctx, form);
  return next();
};

/** Sets a form as the request body, which was already read, so that the library can read it. */
export function setBody(ctx: Context, form: string): void {
  const bytes = Buffer.from(form);
  ctx.req.headers["content-type"] = "application/x-www-form-urlencoded";
  ctx.req.headers["content-length"] = String(bytes.length);
  const iterator = async function* () {
    yield bytes;
  };
  Object.defineProperties(ctx.req, { readable: again(true), iterator: again(iterator) });
}
const again = (value: unknown) => ({ value, configurable: true });

/** Reads the body of a request. Undefined if it is longer than the limit. */
export async function readText(
  request: NodeJS.ReadableStream & { iterator?: unknown },
  limit: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let received = 0;
  const stream = request as unknown as { iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Buffer> };
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    received += chunk.length;
    if (received > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function asForm(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (!["string", "number", "boolean"].includes(typeof value)) return undefined;
    form.set(name, String(value));
  }
  return form.toString();
}
