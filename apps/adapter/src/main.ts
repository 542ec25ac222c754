import { type AdapterSettings, startAdapter } from "./adapter.ts";

/** `npm run adapter`: serves a PostgreSQL database to a platform; see docs/rules/external-databases.md. */
function settingsOf(environment: NodeJS.ProcessEnv): AdapterSettings {
  const needed = (name: string) => {
    const value = environment[name]?.trim();
    if (!value) throw new Error(`${name} must be set.`);
    return value;
  };
  const protocol = Number(environment.ADAPTER_PROTOCOL ?? 3);
  if (protocol !== 1 && protocol !== 2 && protocol !== 3) throw new Error("ADAPTER_PROTOCOL must be 1, 2 or 3.");
  return {
    databaseUrl: needed("DATABASE_URL"),
    schema: environment.DATABASE_SCHEMA ?? "public",
    port: Number(environment.PORT ?? 4000),
    host: environment.HOST ?? "localhost",
    trust:
      protocol === 3
        ? { protocol, publicKey: pemOf(needed("ADAPTER_PUBLIC_KEY")), applicationId: needed("ADAPTER_APP_ID") }
        : { protocol, secret: needed("ADAPTER_SECRET") },
  };
}

/**
 * Reads a PEM key: as is, on one line with \n, or base64-encoded, since many tools allow only one
 * line in a variable.
 */
const pemOf = (text: string) =>
  (text.startsWith("-----") ? text : Buffer.from(text, "base64").toString()).replaceAll("\\n", "\n");

try {
  const settings = settingsOf(process.env);
  const { url, close } = await startAdapter(settings);
  console.log(`The adapter speaks protocol ${settings.trust.protocol} at ${url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
