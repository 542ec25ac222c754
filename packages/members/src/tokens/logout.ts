import { contract } from "@uola/contract";
import { type Caller, type Context, type Handlers, type PageHandlers, Refusal, Violation } from "@uola/kernel";
import { z } from "zod";
import { redirect } from "./browser-responses.ts";
import { type PageOf, requireOwnPage } from "./clients.ts";
import { platformClient } from "./identity-client.ts";
import * as store from "./store.ts";

export const logoutPath = "/v1/logout";
/** The provider has to redirect the browser back within this time. */
const rememberedSeconds = 600;

/** Ends the caller's session and returns the page to open next. */
export function logout(context: Context): Handlers<typeof contract.authentication>["logout"] {
  return async ({ clientId, postLogoutRedirectUri }, { caller }) => {
    const returnTo = postLogoutRedirectUri ?? `${context.urls.site}/`;
    const to = await requireOwnPage(context, { clientId: clientId ?? caller?.clientId, returnTo });
    await endCallerSession(context, caller);
    return { statusCode: 302, headers: [{ key: "Location", value: to }], body: "" };
  };
}

/** Ends the caller's session, if there is one. */
export async function endCallerSession(context: Context, caller: Caller | undefined): Promise<void> {
  if (!caller?.sessionId) return;
  await store.endSession(context, caller.sessionId, context.now());
  context.callerResolver.forget(caller.sessionId);
}

/**
 * Redirects a browser that signs out to the platform's own identity provider, which ends its own
 * session, and from there to a page of the client.
 */
export function logoutPages(context: Context): PageHandlers {
  const { urls } = context;
  const attributes = `; Path=/oauth2/; HttpOnly; SameSite=Lax${urls.platform.startsWith("https:") ? "; Secure" : ""}`;

  return {
    [`GET ${logoutPath}`]: async (request: Request) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const parsed = contract.authentication.logout.input.safeParse(query);
      if (!parsed.success) throw new Violation([{ field: "", description: "has a value that is too long" }]);
      const { clientId, postLogoutRedirectUri } = parsed.data;
      const page: PageOf = { clientId, returnTo: postLogoutRedirectUri ?? `${urls.site}/` };
      await requireOwnPage(context, page);
      // The provider redirects only to exactly registered URLs, so the next page is stored in a
      // cookie.
      const stored = Buffer.from(JSON.stringify(page)).toString("base64url");
      const identity = new URL(`${urls.identity}/v2/logout`);
      identity.searchParams.set("client_id", platformClient.id);
      identity.searchParams.set("returnTo", `${urls.platform}${platformClient.signedOutPath}`);
      const cookie = `uola_signed_out=${stored}; Max-Age=${rememberedSeconds}${attributes}`;
      return redirect(identity.href, { "set-cookie": cookie }, 302);
    },

    [`GET ${platformClient.signedOutPath}`]: async (request: Request) => {
      const page = rememberedPage(request);
      // Checked again: the cookie may be forged, and the client may have changed.
      const to = page && (await requireOwnPage(context, page).catch(unlessRefused));
      return redirect(to ?? `${urls.site}/`, { "set-cookie": `uola_signed_out=; Max-Age=0${attributes}` });
    },
  };
}

function rememberedPage(request: Request): PageOf | undefined {
  const [, stored] = /(?:^|;\s*)uola_signed_out=([\w-]+)(?:;|$)/.exec(request.headers.get("cookie") ?? "") ?? [];
  if (!stored) return undefined;
  try {
    return Remembered.parse(JSON.parse(Buffer.from(stored, "base64url").toString()));
  } catch {
    return undefined;
  }
}
const Remembered = z.object({ clientId: z.string().nullish(), returnTo: z.string() });

const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};
