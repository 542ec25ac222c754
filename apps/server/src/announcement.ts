import { demoAccounts } from "./demo/people.ts";
import type { Part, Settings } from "./settings.ts";
import type { RunningServer } from "./start.ts";

/**
 * Returns the text to print after the start. Its last line says that all parts are ready; test
 * harnesses wait for this line.
 */
export function announcement(running: RunningServer, settings: Settings, served: readonly Part[]): string {
  const { urls, ownerApiKey, hasDemoPeople } = running;
  const names: Record<Part, string> = { site: "Site", platform: "Platform", identity: "Identity" };
  const addresses: [string, string][] = served.map((part) => [names[part], urls[part]]);
  const isDemoPlatform = settings.demo && served.includes("platform");
  if (served.includes("platform")) addresses.push(["Reference", `${urls.platform}/reference/`]);
  if (isDemoPlatform) addresses.push(["Mailbox", `${urls.platform}/mailbox/`]);
  const people = demoAccounts.map(({ role, email, password }) => [role, email, password]);
  return [
    "",
    ...columns(addresses),
    ...(hasDemoPeople ? ["", "Demo accounts (role, e-mail, password)", ...columns(people)] : []),
    ...(isDemoPlatform && ownerApiKey ? ["", `Owner API key  ${ownerApiKey}`] : []),
    "",
    "Uola is ready",
  ].join("\n");
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(width(at) + 2)).join("")}`.trimEnd());
}
