import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { addressesOf } from "./addresses.ts";
import { keepMails } from "./smtp.ts";
import { startUola } from "./uola.ts";

/** Starts a Uola for each worker; returns what stops them. */
export default async function open({ workers }: Pick<FullConfig, "workers">) {
  const closes = await Promise.all(Array.from({ length: workers }, (_, target) => openTarget(target)));
  return async () => {
    await Promise.all(closes.map((close) => close()));
  };
}

/** An SMTP server that keeps every mail as a file, and Uola itself with demo data. */
async function openTarget(target: number) {
  const { ports, folder, mailFolder, said } = addressesOf(target);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Started by root, the database runs as somebody else, who has to reach its data.
  chmodSync(folder, 0o755);
  const smtp = await keepMails(ports.smtp, mailFolder);
  const uola = await startUola({
    ports,
    dataDir: join(folder, "data"),
    said,
    smtpUrl: `smtp://localhost:${ports.smtp}`,
  });
  return async () => {
    await uola.stop();
    await smtp.close();
  };
}
