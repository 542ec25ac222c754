import { type PageHandlers, readBody } from "@uola/kernel";
import type { Paysera } from "./paysera.ts";
import type { ProviderUpdates } from "./provider-updates.ts";
import type { Stripe } from "./stripe.ts";

type Parts = { paysera: Paysera; stripe: Stripe; providerUpdates: ProviderUpdates };

/**
 * Where providers tell what happened, as each of them wants it: Stripe signs the bytes of its body in a header, Paysera asks for the
 * word OK. They say a thing again until they are heard; what is not ours, or is known, is heard too.
 */
export function providerPages({ paysera, stripe, providerUpdates }: Parts): PageHandlers {
  return {
    async "GET /v1/payments/paysera"({ url }) {
      await providerUpdates.receive("PAYSERA", await paysera.hear(new URL(url).searchParams));
      return new Response("OK", { headers: { "content-type": "text/plain" } });
    },
    async "POST /v1/payments/stripe"(request) {
      const body = await readBody(request);
      await providerUpdates.receive("STRIPE", await stripe.hear(body, request.headers.get("stripe-signature") ?? ""));
      return Response.json({});
    },
  };
}
