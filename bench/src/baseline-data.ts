import { createServer, type IncomingMessage } from "node:http";
import { openDatabase } from "@uola/database";
import { pageSize, type Thing } from "./data-items.ts";

/** The limit of the data platform: a table of native columns, each operation one prepared statement, nothing in between. */
const { PORT, DATABASE_URL = "" } = process.env;
const { pool } = openDatabase({ url: DATABASE_URL });

const columns = `title, category, price, quantity, available, "addedOn", note`;
const typed = `title text, category text, price float8, quantity int, available boolean, "addedOn" timestamptz, note text`;

createServer(async (request, response) => {
  try {
    const [, table = "", what = ""] = (request.url ?? "").split("/");
    const body = JSON.stringify(await answer(table === "few" ? "few" : "things", what, request));
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(PORT), "localhost", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));

async function answer(table: "few" | "things", what: string, request: IncomingMessage): Promise<unknown> {
  const ask = async (name: string, text: string, values: unknown[]) =>
    (await pool.query({ name: `${name} ${table}`, text, values })).rows;
  if (request.method === "GET") {
    const [found] = await ask("read", `select * from ${table} where id = $1`, [what]);
    return found;
  }
  const given = JSON.parse(await textOf(request));
  if (what === "query") {
    return ask(
      "page",
      `select * from ${table} where category = $1 and "addedOn" < $2 order by "addedOn" desc limit ${pageSize}`,
      [given.category, given.before],
    );
  }
  if (what === "aggregate") {
    return ask(
      "aggregate",
      `select category, count(*), avg(price) from ${table} where quantity >= $1 group by category order by category`,
      [given.leastQuantity],
    );
  }
  if (what === "scan") {
    return ask(
      "scan",
      `select category, count(*), avg(price) from ${table} where available = $1 group by category order by category`,
      [given.available],
    );
  }
  if (what === "bulk") {
    return ask(
      "bulk",
      `insert into ${table} (${columns}) select ${columns} from json_to_recordset($1) as given(${typed}) returning id`,
      [JSON.stringify(given)],
    );
  }
  const { title, category, price, quantity, available, addedOn, note } = given as Thing;
  const [made] = await ask(
    "insert",
    `insert into ${table} (${columns}) values ($1, $2, $3, $4, $5, $6, $7) returning *`,
    [title, category, price, quantity, available, addedOn, note],
  );
  return made;
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((done, failed) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (text += part));
    request.on("end", () => done(text));
    request.on("error", failed);
  });
}
