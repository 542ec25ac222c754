import { notificationPath, recordOfProviders } from "@uola/contract";
import { type PageHandlers, readBody } from "@uola/kernel";
import type { Providers } from "./provider.ts";
import type { ProviderUpdates } from "./provider-updates.ts";

type Parts = { providers: Providers; providerUpdates: ProviderUpdates };

/**
 * The webhooks of the payment providers. They are not operations of the contract, because each
 * provider signs its notifications and expects a response in its own way, and only providers should
 * call them. Providers repeat a notification until it is acknowledged, so unknown and repeated ones
 * are acknowledged too.
 */
export const providerPages = ({ providers, providerUpdates }: Parts): PageHandlers =>
  recordOfProviders((provider) => {
    const { method, read, acknowledgement } = providers[provider.id].webhook;
    return [
      `${method} ${notificationPath(provider)}`,
      async (request: Request) => {
        const { headers, url } = request;
        const query = new URL(url).searchParams;
        const body = method === "POST" ? await readBody(request) : "";
        await providerUpdates.receive(provider.id, await read({ query, headers, body }));
        return acknowledgement
          ? new Response(acknowledgement, { headers: { "content-type": "text/plain" } })
          : Response.json({});
      },
    ];
  });
