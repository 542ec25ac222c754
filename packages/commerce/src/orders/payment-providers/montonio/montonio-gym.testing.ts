import type { Client } from "@uola/client";
import { createTestGym, seller, type TestGym } from "../../../testing.ts";
import { keys, startPartner } from "./montonio.testing.ts";

export type MontonioGym = Awaited<ReturnType<typeof createMontonioGym>>;

/** Creates a gym that accepts Montonio payments, and a simulated Montonio. */
export async function createMontonioGym() {
  const createdDate = new Date();
  let made: TestGym | undefined;
  const partner = await startPartner(() => made?.clock.now ?? createdDate);
  const gym = await createTestGym({ connections: 5 }, { providerUrls: { MONTONIO: partner.url } });
  made = gym;
  const owner: Client = gym.as(gym.key);
  await owner.documents.setSeller(seller);
  const service = await gym.service();
  await gym.api.background.drain("business: follow the lists");
  const { settings } = await owner.payments.settings({});
  const { revision, ...rest } = settings;
  const montonio = { enabled: true, sandbox: true, ...keys };
  await owner.payments.updateSettings({ revision, settings: { ...rest, montonio } });
  return {
    gym,
    partner,
    owner,
    service,
    /** Resets the simulator before a test, so that Montonio accepts every request. */
    reset: () => Object.assign(partner.world, { dead: false, losesRefunds: false, refunds: "SUCCESSFUL", asked: [] }),
    /** Sends a message as Montonio does. */
    send: (orderToken: string) =>
      gym.ask("/v1/payments/montonio", { method: "POST", body: JSON.stringify({ orderToken }) }),
    async close() {
      await gym.close();
      await partner.close();
    },
  };
}
