import { createServer, request } from "node:http";

/** The limit of a cached page: one answer, fetched once from the real site, sent from memory to everybody. */
const { PORT, URL: address = "" } = process.env;

const headersAndBytes = await new Promise<{ headers: Record<string, string>; bytes: Buffer }>((done, failed) => {
  const asked = request(address, { headers: { "accept-encoding": "br", accept: "text/html" } }, (response) => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part));
    response.on("end", () => {
      const { connection, "keep-alive": _, date, "transfer-encoding": __, ...kept } = response.headers;
      const bytes = Buffer.concat(parts);
      done({ headers: { ...(kept as Record<string, string>), "content-length": String(bytes.length) }, bytes });
    });
  });
  asked.on("error", failed);
  asked.end();
});

createServer((_request, response) => {
  response.writeHead(200, headersAndBytes.headers);
  response.end(headersAndBytes.bytes);
}).listen(Number(PORT), "localhost", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
