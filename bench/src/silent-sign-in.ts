import { createHash, randomBytes } from "node:crypto";
import { demoAccounts } from "@uola/server";
import { origins } from "./harness.ts";
import type { LoadRequest } from "./load.ts";

/** The requests of a silent sign-in, with the cookies of a signed-in person. */
type SilentSignIn = { authorize: LoadRequest; exchange(code: string): LoadRequest };

const clientId = "uola-site";
const redirectUri = `${origins.site}/callback/`;

/** Signs a demo member in on the provider's page and stores the session's cookies. */
export async function signedIn(): Promise<SilentSignIn> {
  const jar = new Map<string, string>();
  const visit = async (address: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
    const headers = { cookie, accept: "text/html", origin: origins.identity };
    const response = await fetch(new URL(address, origins.identity), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
    return response.headers.get("location") ?? "";
  };
  const verifier = randomBytes(32).toString("base64url");
  const authorizePath = (more: Record<string, string>) =>
    `/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid profile email",
      state: "state",
      nonce: "nonce",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...more,
    })}`;
  const { email, password } = demoAccounts.find(({ role }) => role === "member") ?? { email: "", password: "" };
  const page = await visit(authorizePath({}));
  const resume = await visit(`${page}/login`, { email, password });
  const back = await visit(resume);
  if (!back.startsWith(redirectUri)) throw new Error(`The sign-in ended at ${back || resume || page}.`);

  const cookie = ["uola_idp", "uola_idp.sig"].map((name) => `${name}=${jar.get(name)}`).join("; ");
  const body = (code: string) =>
    new URLSearchParams({
      client_id: clientId,
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }).toString();
  const form = { "content-type": "application/x-www-form-urlencoded", origin: origins.site };
  return {
    authorize: {
      method: "GET",
      path: authorizePath({ prompt: "none", response_mode: "web_message" }),
      headers: { cookie, accept: "text/html" },
    },
    exchange: (code) => ({ method: "POST", path: "/oauth/token", headers: form, body: body(code) }),
  };
}

/** Extracts the authorization code from the page of a silent sign-in. */
export const codeIn = (page: string) => /"code":"([^"]+)"/.exec(page)?.[1] ?? "";
