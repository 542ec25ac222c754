import { createServer, type IncomingMessage } from "node:http";
import { openDatabase } from "@uola/database";
import { pageSize, type Thing } from "./data-items.ts";

/** The baseline of `data`: a server with a table of native columns and one prepared statement for each operation. */
const { PORT, DATABASE_URL = "" } = process.env;
const { pool } = openDatabase({ url: DATABASE_URL });

const columns = `title, category, price, quantity, available, "addedOn", note`;
const typed = `title text, category text, price float8, quantity int, available boolean, "addedOn" timestamptz, note text`;

createServer(async (request, response) => {
  try {
    const [, table = "", operation = ""] = (request.url ?? "").split("/");
    const body = JSON.stringify(await answer(table === "few" ? "few" : "things", operation, request));
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(PORT), "localhost", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));

async function answer(table: "few" | "things", operation: string, request: IncomingMessage): Promise<unknown> {
  const ask = async (name: string, text: string, values: unknown[]) =>
    (await pool.query({ name: `${name} ${table}`, text, values })).rows;
  if (request.method === "GET") {
    const [found] = await ask("read", `select * from ${table} where id = $1`, [operation]);
    return found;
  }
  const input = JSON.parse(await textOf(request));
  if (operation === "query") {
    return ask(
      "page",
      `select * from ${table} where category = $1 and "addedOn" < $2 order by "addedOn" desc limit ${pageSize}`,
      [input.category, input.before],
    );
  }
  if (operation === "aggregate") {
    return ask(
      "aggregate",
      `select category, count(*), avg(price) from ${table} where quantity >= $1 group by category order by category`,
      [input.leastQuantity],
    );
  }
  if (operation === "scan") {
    return ask(
      "scan",
      `select category, count(*), avg(price) from ${table} where available = $1 group by category order by category`,
      [input.available],
    );
  }
  if (operation === "bulk") {
    return ask(
      "bulk",
      `insert into ${table} (${columns}) select ${columns} from json_to_recordset($1) as given(${typed}) returning id`,
      [JSON.stringify(input)],
    );
  }
  const { title, category, price, quantity, available, addedOn, note } = input as Thing;
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
