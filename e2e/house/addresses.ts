import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the journeys' own Uola lives: nothing of a developer's running one is touched. */
export const ports = { site: 3920, platform: 3921, identity: 3922, smtp: 3925 };
export const site = `http://localhost:${ports.site}`;
export const platform = `http://localhost:${ports.platform}`;
export const ownerKey = "uola_journeys_owner_key_0123456789abcdef0123456789";
/** The site's public client on the platform. */
export const clientId = "6f6c6175-0000-4000-8000-6a6f75726e65";
export const folder = join(tmpdir(), "uola-journeys");
export const mailFolder = join(folder, "mail");
/** What Uola said since it was started: its addresses, its demo accounts. */
export const said = join(folder, "uola.log");
