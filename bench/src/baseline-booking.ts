import { createServer } from "node:http";
import { bareClaims } from "./bare-wish.ts";

/** The limit of a booking decision over HTTP: parse the request, make the same batched claim, answer. Nothing else. */
const { PORT, DATABASE_URL = "", SITE_ID = "" } = process.env;
const { claim } = bareClaims(DATABASE_URL, SITE_ID);

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", async () => {
    const decision = await claim(JSON.parse(Buffer.concat(parts).toString()));
    const text = JSON.stringify(decision);
    response.writeHead(decision.outcome === "made" ? 200 : 409, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  });
}).listen(Number(PORT), "localhost", 4_096, () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
