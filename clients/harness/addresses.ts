import { tmpdir } from "node:os";
import { join } from "node:path";

/** Ports apart from those of the journeys and the bench. `foreign` serves the pages of another party's site. */
export const ports = { site: 3940, platform: 3941, identity: 3942, foreign: 3943, smtp: 3945 };
export const site = `http://localhost:${ports.site}`;
export const platform = `http://localhost:${ports.platform}`;
export const issuer = `http://localhost:${ports.identity}/`;
export const foreign = `http://localhost:${ports.foreign}`;
export const callback = `${foreign}/callback`;
export const folder = join(tmpdir(), "uola-clients");
export const mailFolder = join(folder, "mail");
/** Everything that Uola has printed since its start. */
export const logFile = join(folder, "uola.log");
/** A file with the client ids of the foreign site, from the output of the command line. */
export const registered = join(folder, "clients.json");
