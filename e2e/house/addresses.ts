import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the journeys' own Uola lives: nothing of a developer's running one is touched. */
export const ports = { site: 3920, platform: 3921, identity: 3922, smtp: 3925 };
export const site = `http://localhost:${ports.site}`;
export const platform = `http://localhost:${ports.platform}`;
export const identity = `http://localhost:${ports.identity}`;
export const ownerKey = "uola_journeys_owner_key_0123456789abcdef0123456789";
export const folder = join(tmpdir(), "uola-journeys");
export const mailFolder = join(folder, "mail");
