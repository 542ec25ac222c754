import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openDatabase } from "@uola/database";
import { origins, ports, type Running, run } from "./harness.ts";

const home = resolve(import.meta.dirname, "../directus");
// Its own command first asks the registry for a newer version; this is what that command then runs.
const program = join(home, "node_modules/@directus/api/dist/cli/run.js");
const token = "uola_bench_directus_token_0123456789";
export const directusHeaders = { "content-type": "application/json", authorization: `Bearer ${token}` };

/** The same tables behind two processes: as shipped, and with its schema cache frozen and its telemetry turned off. */
export type Directus = { shipped: Running; frozen: Running; stop(): Promise<void> };

/**
 * Installs Directus if need be, makes its tables and the collection `things` in an empty database, fills it and starts.
 * It talks to loopback only. In its favour it neither logs each call nor refuses any for being busy.
 */
export async function startDirectus(
  databaseUrl: string,
  folder: string,
  fill: (pool: ReturnType<typeof openDatabase>["pool"]) => Promise<void>,
): Promise<Directus> {
  install();
  const place = (name: string) => {
    const path = join(folder, "directus", name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const env = {
    DB_CLIENT: "pg",
    DB_CONNECTION_STRING: databaseUrl,
    HOST: "localhost",
    SECRET: "uola-bench-directus-secret-0123456789abcdef",
    // It refuses addresses under .example.
    ADMIN_EMAIL: "bench@example.com",
    ADMIN_PASSWORD: "virsune-ir-kava-7",
    ADMIN_TOKEN: token,
    PACKAGE_FILE_LOCATION: home,
    STORAGE_LOCAL_ROOT: place("uploads"),
    EXTENSIONS_PATH: place("extensions"),
    TEMP_PATH: place("temporary"),
    // Without a licence key it reports whatever TELEMETRY says: so it reports to nobody.
    TELEMETRY_URL: origins.bare,
    COMPLIANCE_URL: origins.bare,
    EMAIL_VERIFY_SETUP: "false",
    LOGGER_HTTP_AUTO_LOGGING: "false",
    // Else it answers 503 to whoever keeps it busy.
    PRESSURE_LIMITER_ENABLED: "false",
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "bootstrap"], {
    env: { ...process.env, ...env, NODE_ENV: "production" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Directus could not make its tables:\n${stdout}${stderr}`);
  const serve = (port: number, more: Record<string, string>) => {
    const own = { ...env, ...more, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
    return run(program, own, "Server started", ["start"]);
  };
  const shipped = await serve(ports.directus, {});
  await makeThings();
  const connection = openDatabase({ url: databaseUrl });
  await fill(connection.pool);
  await connection.close();
  const frozen = await serve(ports.frozenDirectus, { CACHE_SCHEMA_FREEZE_ENABLED: "true", TELEMETRY: "false" });
  return { shipped, frozen, stop: async () => void (await Promise.all([shipped.stop(), frozen.stop()])) };
}

/** It has a lock of its own, as other people's clients do: nobody but this part needs it. */
function install() {
  const lock = readFileSync(join(home, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const mark = join(home, "node_modules/.uola-lock");
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  console.log("Installing Directus (npm ci in bench/directus/).");
  const options = ["ci", "--prefix", home, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", options, { cwd: home, stdio: "inherit" });
  if (status !== 0) throw new Error("Directus could not be installed; without it there is nothing to measure beside.");
  writeFileSync(mark, wanted);
}

async function makeThings() {
  const field = (field: string, type: string) => ({ field, type });
  const response = await fetch(`${origins.directus}/collections`, {
    method: "POST",
    headers: directusHeaders,
    body: JSON.stringify({
      collection: "things",
      schema: {},
      meta: {},
      fields: [
        { ...field("id", "uuid"), meta: { special: ["uuid"] }, schema: { is_primary_key: true } },
        field("title", "string"),
        field("category", "string"),
        field("price", "float"),
        field("quantity", "integer"),
        field("available", "boolean"),
        field("addedOn", "timestamp"),
        field("note", "text"),
      ],
    }),
  });
  if (!response.ok) throw new Error(`Directus made no collection: ${await response.text()}`);
}
