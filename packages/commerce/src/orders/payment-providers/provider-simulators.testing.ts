import type { Client } from "@uola/client";
import { byProvider, type PaymentProvider, recordOfProviders } from "@uola/contract";
import { simulateMontonio, startPartner as startMontonio } from "./montonio/montonio.testing.ts";
import { simulatePaysera, startFakePaysera as startPaysera } from "./paysera/paysera.testing.ts";
import type { ProviderSimulator } from "./provider-simulator.testing.ts";
import { simulateStripe, startFakeStripe as startStripe } from "./stripe/stripe.testing.ts";

export * from "./provider-simulator.testing.ts";
export type ProviderSimulators = Awaited<ReturnType<typeof startProviderSimulators>>;

/**
 * Starts the simulated servers of all providers behind one interface, for tests that apply to any
 * provider.
 */
export async function startProviderSimulators(now: () => Date, ports: Partial<Record<PaymentProvider, number>> = {}) {
  const servers = {
    montonio: await startMontonio(now, ports.MONTONIO),
    paysera: await startPaysera(ports.PAYSERA),
    stripe: await startStripe(now, ports.STRIPE),
  };
  const of: Record<PaymentProvider, ProviderSimulator> = {
    MONTONIO: simulateMontonio(servers.montonio),
    PAYSERA: simulatePaysera(servers.paysera),
    STRIPE: simulateStripe(servers.stripe),
  };
  return {
    of,
    ...servers,
    providerUrls: byProvider(({ key }) => servers[key].url),
    /** Enables all providers in the shop. */
    switchOn: (owner: Client) =>
      change(owner, () => recordOfProviders(({ key, id }) => [key, of[id].settings]) as Changes),
    /** Disables all providers in the shop. */
    switchOff: (owner: Client) =>
      change(
        owner,
        (settings) => recordOfProviders(({ key }) => [key, { ...settings[key], enabled: false }]) as Changes,
      ),
    close: () => Promise.all(Object.values(servers).map((server) => server.close())),
  };
}

type Settings = Awaited<ReturnType<Client["payments"]["settings"]>>["settings"];
type Changes = Partial<Parameters<Client["payments"]["updateSettings"]>[0]["settings"]>;

async function change(owner: Client, changes: (settings: Settings) => Changes): Promise<void> {
  const { settings } = await owner.payments.settings({});
  const { revision, ...rest } = settings;
  await owner.payments.updateSettings({ revision, settings: { ...rest, ...changes(settings) } });
}
