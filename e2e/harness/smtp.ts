import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";

/** Starts an SMTP server that stores each email as a numbered file. */
export async function startSmtp(port: number, folder: string): Promise<{ close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  let received = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const file = join(folder, `${String(++received).padStart(4, "0")}.eml`);
        // Renamed when complete, so that readers of the folder never find a partial email.
        writeFileSync(`${file}.part`, Buffer.concat(parts));
        renameSync(`${file}.part`, file);
        done();
      });
    },
  });
  await new Promise<void>((listening) => smtp.listen(port, "localhost", listening));
  return { close: () => new Promise<void>((closed) => smtp.close(() => closed())) };
}
