import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { addressesOf } from "./addresses.ts";
import { copyPreparedData, prepareData } from "./prepared-data.ts";
import { startSmtp } from "./smtp.ts";
import { startUola } from "./uola.ts";

/** Starts a Uola instance for each worker. Returns a function that stops all of them. */
export default async function open({ workers }: Pick<FullConfig, "workers">) {
  const remove = await prepareData(addressesOf(0).ports);
  const closes = await Promise.all(Array.from({ length: workers }, (_, target) => openTarget(target)));
  return async () => {
    await Promise.all(closes.map((close) => close()));
    remove();
  };
}

/** Starts an SMTP server and a Uola instance with demo data. */
async function openTarget(target: number) {
  const { ports, providerPorts, folder, mailFolder, logFile } = addressesOf(target);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // When started by root, the database runs as another user, who must be able to read its folder.
  chmodSync(folder, 0o755);
  copyPreparedData(join(folder, "data"));
  const smtp = await startSmtp(ports.smtp, mailFolder);
  const uola = await startUola({
    ports,
    providerPorts,
    dataDir: join(folder, "data"),
    logFile,
    smtpUrl: `smtp://localhost:${ports.smtp}`,
  });
  return async () => {
    await uola.stop();
    await smtp.close();
  };
}
