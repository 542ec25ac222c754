import { type PageHandlers, readBody } from "@uola/kernel";
import type { Hearing } from "./hearing.ts";
import type { Paysera } from "./paysera.ts";
import type { Stripe } from "./stripe.ts";

type Parts = { paysera: Paysera; stripe: Stripe; hearing: Hearing };

/**
 * Where providers tell what happened, as each of them wants it: Stripe signs the bytes of its body in a header, Paysera asks for the
 * word OK. They say a thing again until they are heard; what is not ours, or is known, is heard too.
 */
export function providerPages({ paysera, stripe, hearing }: Parts): PageHandlers {
  return {
    async "GET /v1/payments/paysera"({ url }) {
      await hearing.hear("PAYSERA", await paysera.hear(new URL(url).searchParams));
      return new Response("OK", { headers: { "content-type": "text/plain" } });
    },
    async "POST /v1/payments/stripe"(request) {
      const body = await readBody(request);
      const news = await stripe.hear(body, request.headers.get("stripe-signature") ?? "");
      if (news) await hearing.hear("STRIPE", news);
      return Response.json({});
    },
  };
}
