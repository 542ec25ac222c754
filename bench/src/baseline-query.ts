import { createServer } from "node:http";
import { openDatabase } from "@uola/database";
import { type Statement, statements } from "./scale-statements.ts";

/** The baseline of `scale`: a server that runs one hand-written statement and responds with its rows as JSON. */
const { PORT, DATABASE_URL = "", SITE_ID = "" } = process.env;
const { pool } = openDatabase({ url: DATABASE_URL });

createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => (text += part));
  request.on("end", async () => {
    const { name, values } = JSON.parse(text) as Statement;
    const { rows } = await pool.query({ name, text: statements[name], values: [SITE_ID, ...values] });
    const body = JSON.stringify({ rows });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(PORT), "localhost", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
