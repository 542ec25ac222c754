import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import { startSmtp } from "../../e2e/harness/smtp.ts";
import { startUola } from "../../e2e/harness/uola.ts";
import { callback, folder, foreign, logFile, mailFolder, ports, registered } from "./addresses.ts";

/** Starts Uola with demo data, an SMTP server, and a foreign site that is registered at the platform and at identity. */
export default async function open() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const smtp = await startSmtp(ports.smtp, mailFolder);
  const dataDir = join(folder, "data");
  // The receivers of webhooks have loopback addresses.
  process.env.TO_PRIVATE_ADDRESSES = "on";
  const uola = await startUola({ ports, dataDir, logFile, smtpUrl: `smtp://localhost:${ports.smtp}` });
  const pages = await serveForeignSite();
  writeFileSync(registered, JSON.stringify(register(dataDir)));
  return async () => {
    await new Promise((closed) => pages.close(closed));
    await uola.stop();
    await smtp.close();
  };
}

/** Registers the foreign site by the command line, while Uola runs. */
function register(dataDir: string) {
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

/** Serves one page for every path, with the clients bundled and otherwise unchanged. */
async function serveForeignSite() {
  const { output } = await build({
    input: resolve(import.meta.dirname, "page.tsx"),
    platform: "browser",
    logLevel: "silent",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    write: false,
    output: { format: "esm", codeSplitting: false },
  });
  const [{ code }] = output;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Foreign</title><link rel="icon" href="data:,"><div id="app"></div><script type="module" src="/page.js"></script></html>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? code : html);
  });
  await new Promise<void>((listening) => server.listen(ports.foreign, "localhost", listening));
  return server;
}
