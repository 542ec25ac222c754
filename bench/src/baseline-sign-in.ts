import { createServer } from "node:http";
import { newId, openDatabase } from "@uola/database";
import { sql } from "kysely";

/** The baseline of `sign-in`: a server that reads a row by its key and inserts a row, on the same database. */
const { PORT, DATABASE_URL = "" } = process.env;

const { db, pool } = openDatabase({ url: DATABASE_URL });
await sql`create table if not exists bench_read (id uuid primary key, value text)`.execute(db);
await sql`create table if not exists bench_written (id uuid primary key, value text)`.execute(db);
const known = newId();
await sql`insert into bench_read values (${known}, 'known')`.execute(db);
const read = { name: "bench-read", text: "select value from bench_read where id = $1" };
const write = { name: "bench-write", text: "insert into bench_written values ($1, $2)" };

createServer((request, response) => {
  request.resume();
  request.on("end", async () => {
    const { rows } = await pool.query({ ...read, values: [known] });
    await pool.query({ ...write, values: [newId(), rows[0].value] });
    const body = JSON.stringify({ value: rows[0].value });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(PORT), "localhost", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
