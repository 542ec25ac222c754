import { notificationPath, type PaymentProvider, providerById } from "@uola/contract";
import type { Context } from "@uola/kernel";
import type { Settings } from "../settings.ts";
import { createMontonio } from "./montonio/montonio.ts";
import { createPaysera } from "./paysera/paysera.ts";
import { type ProviderParts, type Providers, switchedOff } from "./provider.ts";
import { createStripe } from "./stripe/stripe.ts";

/** URLs to call instead of the providers' own ones. */
export type ProviderUrls = Partial<Record<PaymentProvider, string | undefined>>;

/**
 * Creates the payment providers. Their other properties are described in `paymentProviders` in the
 * contract.
 */
export function createProviders(
  { urls, now }: Pick<Context, "urls" | "now">,
  settings: Pick<Settings, "keysOf">,
  providerUrls: ProviderUrls,
): Providers {
  function partsOf<Id extends PaymentProvider>(id: Id): ProviderParts<Id> {
    const keysIfSet = () => settings.keysOf(id);
    return {
      now,
      keysIfSet,
      async keysOrRefuse() {
        const set = await keysIfSet();
        if (!set) throw switchedOff(providerById[id].name);
        return set;
      },
      notificationUrl: urls.platform + notificationPath(providerById[id]),
      url: providerUrls[id],
    };
  }
  return {
    MONTONIO: createMontonio(partsOf("MONTONIO")),
    PAYSERA: createPaysera(partsOf("PAYSERA")),
    STRIPE: createStripe(partsOf("STRIPE")),
  };
}
