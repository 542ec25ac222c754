import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import type { FullConfig } from "@playwright/test";
import { build } from "rolldown";
import { copyPreparedData, prepareData } from "../../e2e/harness/prepared-data.ts";
import { startSmtp } from "../../e2e/harness/smtp.ts";
import { startUola } from "../../e2e/harness/uola.ts";
import { type Addresses, addressesOf } from "./addresses.ts";

/**
 * Starts a Uola instance with demo data for each worker, an SMTP server, and a foreign site
 * registered with the platform and the identity provider.
 */
export default async function open({ workers }: Pick<FullConfig, "workers">) {
  // The receivers of webhooks have loopback addresses.
  process.env.TO_PRIVATE_ADDRESSES = "on";
  const script = await bundleForeignSite();
  const targets = Array.from({ length: workers }, (_, target) => addressesOf(target));
  const remove = await prepareData(addressesOf(0).ports);
  const closes = await Promise.all(targets.map((addresses) => openTarget(addresses, script)));
  return async () => {
    await Promise.all(closes.map((close) => close()));
    remove();
  };
}

async function openTarget(addresses: Addresses, script: string) {
  const { ports, folder, mailFolder, logFile, registered } = addresses;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const dataDir = join(folder, "data");
  copyPreparedData(dataDir);
  const smtp = await startSmtp(ports.smtp, mailFolder);
  const uola = await startUola({ ports, dataDir, logFile, smtpUrl: `smtp://localhost:${ports.smtp}` });
  const pages = await serveForeignSite(ports.foreign, script);
  writeFileSync(registered, JSON.stringify(register(addresses, dataDir)));
  return async () => {
    await new Promise((closed) => pages.close(closed));
    await uola.stop();
    await smtp.close();
  };
}

/** Registers the foreign site through the command line while Uola is running. */
function register({ ports, foreign, callback }: Addresses, dataDir: string) {
  const command = resolve(import.meta.dirname, "../../apps/server/src/command-line.ts");
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    IDENTITY_PORT: String(ports.identity),
    SITE_PORT: String(ports.site),
  };
  const add = (...words: string[]) => {
    const output = execFileSync(process.execPath, [command, ...words], { env, encoding: "utf8" });
    return output.trim().split("\n").at(-1) as string;
  };
  const organization = add("org", "add", "--name", "lipikai", "--display", "Lipikų klubas");
  add("org", "member", "add", "--org", "lipikai", "--email", "austeja@uola.example");
  const addresses = ["--callback", `${foreign}/`, "--callback", callback, "--logout", `${foreign}/`];
  return {
    organization,
    firstParty: add("client", "add", "--name", "Our other site", ...addresses, "--ours", "yes"),
    thirdParty: add("client", "add", "--name", "A stranger's site", ...addresses),
    app: add("app", "add", "--name", "A site that moved here", "--callback", `${foreign}/`, "--callback", callback),
  };
}

/** The clients, bundled and otherwise unchanged. */
async function bundleForeignSite(): Promise<string> {
  const { output } = await build({
    input: resolve(import.meta.dirname, "page.tsx"),
    platform: "browser",
    logLevel: "silent",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    write: false,
    output: { format: "esm", codeSplitting: false },
  });
  return output[0].code;
}

/** Serves one page for every path. */
async function serveForeignSite(port: number, script: string) {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Foreign</title><link rel="icon" href="data:,"><div id="app"></div><script type="module" src="/page.js"></script></html>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : html);
  });
  await new Promise<void>((listening) => server.listen(port, "localhost", listening));
  return server;
}
