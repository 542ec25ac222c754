import { type PageHandlers, readBody } from "@uola/kernel";
import type { Paysera } from "./paysera/paysera.ts";
import type { ProviderUpdates } from "./provider-updates.ts";
import type { Stripe } from "./stripe/stripe.ts";

type Parts = { paysera: Paysera; stripe: Stripe; providerUpdates: ProviderUpdates };

/**
 * Webhook endpoints of the payment providers, in the form each of them requires: Stripe signs the
 * raw body in a header, Paysera expects the answer OK. Providers repeat a message until it is
 * acknowledged, so unknown and duplicate messages are acknowledged too.
 */
export function providerPages({ paysera, stripe, providerUpdates }: Parts): PageHandlers {
  return {
    async "GET /v1/payments/paysera"({ url }) {
      await providerUpdates.receive("PAYSERA", await paysera.hear(new URL(url).searchParams));
      return new Response("OK", { headers: { "content-type": "text/plain" } });
    },
    async "POST /v1/payments/stripe"(request) {
      const body = await readBody(request);
      await providerUpdates.receive(
        "STRIPE",
        await stripe.parseMessage(body, request.headers.get("stripe-signature") ?? ""),
      );
      return Response.json({});
    },
  };
}
