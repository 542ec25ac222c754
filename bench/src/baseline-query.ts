import { createServer } from "node:http";
import { openDatabase } from "@uola/database";
import { type Asked, statements } from "./scale-statements.ts";

/** The limit of a reading call: one hand-written statement and its rows as JSON, on the same database. */
const { PORT, DATABASE_URL = "", SITE_ID = "" } = process.env;
const { pool } = openDatabase({ url: DATABASE_URL });

createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => (text += part));
  request.on("end", async () => {
    const { name, values } = JSON.parse(text) as Asked;
    const { rows } = await pool.query({ name, text: statements[name], values: [SITE_ID, ...values] });
    const body = JSON.stringify({ rows });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(PORT), "localhost", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
