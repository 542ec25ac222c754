import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The ports and folders of one worker's Uola instance, separate from those of the bench. `foreign`
 * serves the pages of a third-party site.
 */
export function addressesOf(target: number) {
  const first = 3940 + 30 * target;
  const ports = { site: first, platform: first + 1, identity: first + 2, foreign: first + 3, smtp: first + 5 };
  const foreign = `http://localhost:${ports.foreign}`;
  const folder = join(tmpdir(), "uola-clients", String(target));
  return {
    ports,
    site: `http://localhost:${ports.site}`,
    platform: `http://localhost:${ports.platform}`,
    issuer: `http://localhost:${ports.identity}/`,
    foreign,
    callback: `${foreign}/callback`,
    folder,
    mailFolder: join(folder, "mail"),
    /** Contains everything that Uola has printed since its start. */
    logFile: join(folder, "uola.log"),
    /** Contains the client ids of the foreign site, taken from the output of the command line. */
    registered: join(folder, "clients.json"),
  };
}
export type Addresses = ReturnType<typeof addressesOf>;

/** Each worker has a separate Uola instance, so that specs do not affect each other. */
export const { ports, site, platform, issuer, foreign, callback, folder, mailFolder, logFile, registered } =
  addressesOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
