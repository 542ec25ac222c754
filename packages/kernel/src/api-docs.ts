import type { Endpoint } from "@uola/contract";
import type { Urls } from "./context.ts";
import { openapi } from "./openapi.ts";
import { referencePage } from "./reference-page.ts";
import type { PageHandlers } from "./serve.ts";

/**
 * Serves the API documentation: `/openapi.json` for programs, `/` and `/reference/` for people. It
 * is built on the first request.
 */
export function documentation(contract: Record<string, Record<string, Endpoint>>, { platform }: Urls): PageHandlers {
  let document: string | undefined;
  let page: string | undefined;
  const reference = () => {
    page ??= referencePage(contract);
    return new Response(page, { headers: { ...shared, "content-type": "text/html; charset=utf-8", ...locked } });
  };
  return {
    "GET /": reference,
    "GET /reference/": reference,
    "GET /openapi.json": () => {
      document ??= JSON.stringify(openapi(contract, platform));
      const headers = { ...shared, "content-type": "application/json; charset=utf-8" };
      return new Response(document, { headers: { ...headers, "access-control-allow-origin": "*" } });
    },
  };
}

const shared = { "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" };
const locked = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};
