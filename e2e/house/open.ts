import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { folder, mailFolder, ports, said } from "./addresses.ts";
import { keepMails } from "./smtp.ts";
import { startUola } from "./uola.ts";

/** Open the house: an SMTP server that keeps every mail as a file, and Uola itself with demo data. */
export default async function open() {
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
