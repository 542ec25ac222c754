import { createServer } from "node:http";
import { createDirectClaims } from "./direct-claims.ts";

/** The baseline of `rush`: a server that parses the request, makes the same batched claim and responds. */
const { PORT, DATABASE_URL = "", SITE_ID = "" } = process.env;
const { claim } = createDirectClaims(DATABASE_URL, SITE_ID);

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
