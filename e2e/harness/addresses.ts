import { tmpdir } from "node:os";
import { join } from "node:path";
import { byProvider, paymentProviders } from "@uola/contract/payment-providers";

/**
 * Ports and folders of one worker's Uola instance, separate from those of an instance that a
 * developer is running.
 */
export function addressesOf(target: number) {
  const first = 3920 + 30 * target;
  const folder = join(tmpdir(), "uola-journeys", String(target));
  return {
    ports: { site: first, platform: first + 1, identity: first + 2, smtp: first + 5 },
    /**
     * The ports at which this Uola instance contacts payment providers; nothing listens there until
     * a journey starts the provider simulators.
     */
    providerPorts: byProvider(({ id }) => first + 6 + paymentProviders.findIndex((each) => each.id === id)),
    folder,
    mailFolder: join(folder, "mail"),
    /** Contains everything that Uola has printed since its start, such as the demo accounts. */
    logFile: join(folder, "uola.log"),
  };
}
/** Each worker has a separate Uola instance, so that journeys do not affect each other. */
export const { ports, providerPorts, folder, mailFolder, logFile } = addressesOf(
  Number(process.env.TEST_PARALLEL_INDEX ?? 0),
);
export const site = `http://localhost:${ports.site}`;
export const platform = `http://localhost:${ports.platform}`;
export const ownerKey = "uola_journeys_owner_key_0123456789abcdef0123456789";
/** The site's public client on the platform. */
export const clientId = "6f6c6175-0000-4000-8000-6a6f75726e65";

/** Ports for an additional Uola instance started by a journey of this worker. */
export function portsBeside(use: "development" | "empty" | "crash") {
  const first = ports.site + { development: 10, empty: 15, crash: 20 }[use];
  return { site: first, platform: first + 1, identity: first + 2 };
}
