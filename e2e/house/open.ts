import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SMTPServer } from "smtp-server";
import { folder, mailFolder, ownerKey, ports } from "./addresses.ts";

/** Open the house: an SMTP server that keeps every mail as a file, and Uola itself with demo data. */
export default async function open() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(mailFolder, { recursive: true });
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

  const uola = spawn(process.execPath, [resolve(import.meta.dirname, "../../apps/server/src/main.ts")], {
    env: {
      ...process.env,
      SITE_PORT: String(ports.site),
      PLATFORM_PORT: String(ports.platform),
      IDENTITY_PORT: String(ports.identity),
      DATA_DIR: join(folder, "data"),
      SMTP_URL: `smtp://localhost:${ports.smtp}`,
      UOLA_DEMO: "on",
      OWNER_API_KEY: ownerKey,
      DATABASE_URL: "",
      SITE_URL: "",
      PLATFORM_URL: "",
      IDENTITY_URL: "",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await ready(uola);

  return async () => {
    const stopped = new Promise((done) => uola.once("exit", done));
    uola.kill("SIGTERM");
    await stopped;
    await new Promise<void>((closed) => smtp.close(() => closed()));
  };
}

function ready(uola: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let said = "";
    const listen = (part: Buffer) => {
      said += part;
      writeFileSync(join(folder, "uola.log"), said);
      if (said.includes("Uola is ready")) done();
    };
    uola.stdout?.on("data", listen);
    uola.stderr?.on("data", listen);
    uola.once("exit", (code) =>
      failed(new Error(`Uola stopped with ${code} before it was ready:\n${said.slice(-2000)}`)),
    );
  });
}
