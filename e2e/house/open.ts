import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { folder, mailFolder, ports, said } from "./addresses.ts";
import { startUola } from "./uola.ts";

/** Open the house: an SMTP server that keeps every mail as a file, and Uola itself with demo data. */
export default async function open() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(mailFolder, { recursive: true });
  // Started by root, the database runs as somebody else, who has to reach its data.
  chmodSync(folder, 0o755);

  let received = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        writeFileSync(join(mailFolder, `${String(++received).padStart(4, "0")}.eml`), Buffer.concat(parts));
        done();
      });
    },
  });
  await new Promise<void>((listening) => smtp.listen(ports.smtp, "localhost", listening));
  const uola = await startUola({
    ports,
    dataDir: join(folder, "data"),
    said,
    smtpUrl: `smtp://localhost:${ports.smtp}`,
  });

  return async () => {
    await uola.stop();
    await new Promise<void>((closed) => smtp.close(() => closed()));
  };
}
