import { tmpdir } from "node:os";
import { join } from "node:path";

/** Beside the Uola of the journeys and that of the bench, so that all can run. `foreign` serves the pages of a site that is not ours. */
export const ports = { site: 3940, platform: 3941, identity: 3942, foreign: 3943, smtp: 3945 };
export const site = `http://localhost:${ports.site}`;
export const platform = `http://localhost:${ports.platform}`;
export const issuer = `http://localhost:${ports.identity}/`;
export const foreign = `http://localhost:${ports.foreign}`;
export const callback = `${foreign}/callback`;
export const folder = join(tmpdir(), "uola-clients");
export const mailFolder = join(folder, "mail");
export const said = join(folder, "uola.log");
/** Client ids of the foreign site, as the command line gave them. */
export const registered = join(folder, "clients.json");
