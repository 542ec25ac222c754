import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { startProviderSimulators } from "@uola/commerce/provider-simulators";
import { recordOfProviders } from "@uola/contract";
import { openDatabase, startEmbedded } from "@uola/database";
import { checkout } from "./checkout.ts";
import { data } from "./data.ts";
import { dataFuzz } from "./data-fuzz.ts";
import { fuzz } from "./fuzz.ts";
import { freshFolder, origins, ownerKey, ports, run, secondPorts, secret } from "./harness.ts";
import { measureInteractions } from "./interactions.ts";
import { quality } from "./lighthouse.ts";
import { page } from "./page.ts";
import { demands, heading, line } from "./report.ts";
import { rush } from "./rush.ts";
import { paidRush } from "./rush-paid.ts";
import { scale } from "./scale.ts";
import { signIn } from "./sign-in.ts";
import { weights } from "./weights.ts";

/**
 * `npm run bench [-- weights page quality interactions sign-in rush rush-paid checkout fuzz scale
 * data data-fuzz]` starts a separate Uola on loopback, measures the given sections against their
 * baselines, and stops it.
 */
const sections = [
  "weights",
  "page",
  "quality",
  "interactions",
  "sign-in",
  "rush",
  "rush-paid",
  "checkout",
  "fuzz",
  "scale",
  "data",
  "data-fuzz",
] as const;
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !sections.some((section) => section === name));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(", ")}. Parts: ${sections.join(", ")}.`);
  process.exit(2);
}
const isRequested = (name: (typeof sections)[number]) => requested.length === 0 || requested.includes(name);

// Ends the bench even if a section hangs.
const maxMinutes = 60;
setTimeout(() => {
  console.error(`The bench took longer than ${maxMinutes} minutes and was stopped.`);
  process.exit(3);
}, maxMinutes * 60_000).unref();
// On a signal the exit handlers end the programs that were started.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(4));

const folder = freshFolder();
const database = await startEmbedded({ dataDir: join(folder.path, "data"), canCreateDatabases: true });
const clientId = randomUUID();
const banks = await startProviderSimulators(() => new Date());
const serve = (
  { site, platform, identity }: typeof ports,
  backgroundWork: "on" | "off" = "off",
  more: Record<string, string> = {},
) =>
  run(
    "../../apps/server/src/main.ts",
    {
      SITE_PORT: String(site),
      PLATFORM_PORT: String(platform),
      IDENTITY_PORT: String(identity),
      DATABASE_URL: database.url,
      DATA_DIR: join(folder.path, "server"),
      UOLA_DEMO: "on",
      OWNER_API_KEY: ownerKey,
      IDENTITY_SECRET: secret,
      CLIENT_ID: clientId,
      LOG_LEVEL: "warn",
      SMTP_URL: "",
      // Set explicitly, so that emails from one round are not rendered during the next round, where
      // they would count.
      BACKGROUND_WORK: backgroundWork,
      ...recordOfProviders(({ id }) => [`${id}_URL`, banks.providerUrls[id]]),
      ...more,
    },
    "Uola is ready",
  );
try {
  const uola = await serve(ports);
  try {
    const connection = openDatabase({ url: database.url });
    const { id: siteId } = await connection.db.selectFrom("site").select("id").executeTakeFirstOrThrow();
    if (isRequested("weights")) await weights();
    if (isRequested("page")) await page(uola);
    if (isRequested("quality")) await quality();
    if (isRequested("interactions")) await measureInteractions();
    if (isRequested("sign-in")) await signIn(uola, database.url, clientId);
    const shop = { uola, another: () => serve(secondPorts), banks, connection, siteId, clientId };
    if (isRequested("rush")) await rush(shop);
    if (isRequested("rush-paid")) await paidRush({ ...shop, another: () => serve(secondPorts, "on") });
    if (isRequested("checkout")) await checkout(shop);
    if (isRequested("fuzz")) {
      const guard = { NODE_OPTIONS: `--import=${import.meta.resolve("./prototype-guard.ts")}` };
      await fuzz({ serve: () => serve(secondPorts, "off", guard), connection, siteId, clientId });
    }
    if (isRequested("scale")) await scale(uola, connection, siteId);
    if (isRequested("data")) {
      await data({ uola, builder: () => serve(secondPorts, "on"), connection, folder: folder.path });
    }
    if (isRequested("data-fuzz")) await dataFuzz();
    await connection.close();
  } finally {
    await uola.stop();
  }
} finally {
  await banks.close();
  await database.stop();
  folder.remove();
}

heading("demands");
const unmet = demands.filter(({ met }) => !met);
for (const { text } of unmet) line("NOT MET", text);
console.log(`${demands.length - unmet.length} met, ${unmet.length} not met. Site ${origins.site} is stopped again.`);
process.exit(unmet.length > 0 ? 1 : 0);
