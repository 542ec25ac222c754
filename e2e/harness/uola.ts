import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { PaymentProvider } from "@uola/contract";
import { clientId, ownerKey } from "./addresses.ts";

export type Uola = {
  process: ChildProcess;
  /** Stops Uola with SIGTERM and waits until it has ended. */
  stop(): Promise<void>;
};

type Options = {
  ports: { site: number; platform: number; identity: number };
  dataDir: string;
  /** The file for Uola's output. */
  logFile: string;
  smtpUrl?: string;
  /** Local ports of the payment providers. */
  providerPorts?: Record<PaymentProvider, number>;
  /** Fills a new installation with demo data; otherwise it stays empty. */
  demo?: boolean;
  /** Serves the site from its sources, as `npm run dev` does. */
  dev?: boolean;
};

/**
 * Starts Uola as `npm start` does, with demo data unless disabled, and the journeys' owner key.
 * Resolves once it is ready.
 */
export async function startUola(options: Options): Promise<Uola> {
  const { ports, dataDir, logFile, smtpUrl = "", providerPorts, demo = true, dev = false } = options;
  const main = resolve(import.meta.dirname, "../../apps/server/src/main.ts");
  const child = spawn(process.execPath, [main, ...(dev ? ["--dev"] : [])], {
    env: {
      ...process.env,
      SITE_PORT: String(ports.site),
      PLATFORM_PORT: String(ports.platform),
      IDENTITY_PORT: String(ports.identity),
      DATA_DIR: dataDir,
      SMTP_URL: smtpUrl,
      UOLA_DEMO: demo ? "on" : "off",
      OWNER_API_KEY: ownerKey,
      CLIENT_ID: clientId,
      TO_PRIVATE_ADDRESSES: "on",
      ...providerUrls(providerPorts),
      DATABASE_URL: "",
      SITE_URL: "",
      PLATFORM_URL: "",
      IDENTITY_URL: "",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  await ready(child, logFile);
  return {
    process: child,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

const providerUrls = (ports: Options["providerPorts"]) =>
  Object.fromEntries(Object.entries(ports ?? {}).map(([way, port]) => [`${way}_URL`, `http://127.0.0.1:${port}`]));

function ready(child: ChildProcess, logFile: string): Promise<void> {
  return new Promise((done, failed) => {
    let text = "";
    const listen = (part: Buffer) => {
      text += part;
      writeFileSync(logFile, text);
      if (text.includes("Uola is ready")) done();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) =>
      failed(new Error(`Uola stopped with ${code} before it was ready:\n${text.slice(-2000)}`)),
    );
  });
}
