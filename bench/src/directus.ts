import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openDatabase } from "@uola/database";
import { origins, ports, type Running, run } from "./harness.ts";

const home = resolve(import.meta.dirname, "../directus");
// The program behind the `directus` command, which would first look for a newer version in the
// registry.
const program = join(home, "node_modules/@directus/api/dist/cli/run.js");
const token = "uola_bench_directus_token_0123456789";
export const directusHeaders = { "content-type": "application/json", authorization: `Bearer ${token}` };

/** Two processes on the same tables: with default settings, and with a frozen schema cache and without telemetry. */
export type Directus = { shipped: Running; frozen: Running; stop(): Promise<void> };

/**
 * Installs Directus if it is missing, creates its tables and the collection `things` in an empty database, fills it and
 * starts. It connects to loopback only. In its favour, request logs and the limit under load are switched off.
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
    // Directus rejects email addresses under .example.
    ADMIN_EMAIL: "bench@example.com",
    ADMIN_PASSWORD: "virsune-ir-kava-7",
    ADMIN_TOKEN: token,
    PACKAGE_FILE_LOCATION: home,
    STORAGE_LOCAL_ROOT: place("uploads"),
    EXTENSIONS_PATH: place("extensions"),
    TEMP_PATH: place("temporary"),
    // Without a licence key Directus sends reports even with TELEMETRY off, so they are redirected
    // to loopback.
    TELEMETRY_URL: origins.baseline,
    COMPLIANCE_URL: origins.baseline,
    EMAIL_VERIFY_SETUP: "false",
    LOGGER_HTTP_AUTO_LOGGING: "false",
    // Otherwise Directus responds with 503 under load.
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

/** Directus has a separate lock file, because only this section needs it. */
function install() {
  const lock = readFileSync(join(home, "package-lock.json"));
  const lockHash = createHash("sha256").update(lock).digest("hex");
  const mark = join(home, "node_modules/.uola-lock");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lockHash) return;
  console.log("Installing Directus (npm ci in bench/directus/).");
  const options = ["ci", "--prefix", home, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", options, { cwd: home, stdio: "inherit" });
  if (status !== 0) throw new Error("Directus could not be installed; without it there is nothing to measure beside.");
  writeFileSync(mark, lockHash);
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
