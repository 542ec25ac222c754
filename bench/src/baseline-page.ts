import { createServer, request } from "node:http";

/** The baseline of `page`: a server that sends one response of the site from memory. */
const { PORT, URL: address = "" } = process.env;

const headersAndBytes = await new Promise<{ headers: Record<string, string>; bytes: Buffer }>((done, failed) => {
  const sent = request(address, { headers: { "accept-encoding": "br", accept: "text/html" } }, (response) => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part));
    response.on("end", () => {
      const { connection, "keep-alive": _, date, "transfer-encoding": __, ...headers } = response.headers;
      const bytes = Buffer.concat(parts);
      done({ headers: { ...(headers as Record<string, string>), "content-length": String(bytes.length) }, bytes });
    });
  });
  sent.on("error", failed);
  sent.end();
});

createServer((_request, response) => {
  response.writeHead(200, headersAndBytes.headers);
  response.end(headersAndBytes.bytes);
}).listen(Number(PORT), "localhost", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
