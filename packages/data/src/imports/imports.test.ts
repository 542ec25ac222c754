import { FieldType } from "@uola/contract";
import { newId } from "@uola/database";
import type { Changes, Context } from "@uola/kernel";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createCollections } from "../collections/collections.ts";
import { createCollection, type NewCollection } from "../collections/testing.ts";
import { createItemServices } from "../items/items.ts";
import { createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";
import { createImportRunner } from "./imports.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const context = () => {
  const { connection, db, siteId, clock, api, accounts } = platform;
  const changes = { ...api.changes, publish: () => {} } as unknown as Changes;
  return { connection, db, siteId, accounts, now: () => clock.now, log: pino({ level: "silent" }), changes } as Context;
};
const runner = () => createImportRunner(context(), createItemServices(context(), createCollections(context())));
const owner = () => platform.as(platform.key);
async function collection(fields: NewCollection["fields"], input: Partial<NewCollection> = {}): Promise<string> {
  const id = `c-${newId()}`;
  await createCollection(context(), { id, fields, ...input });
  return id;
}
const itemsOf = async (dataCollectionId: string) => {
  const sort = [{ fieldName: "_id" }];
  const { dataItems } = await owner().items.query({ dataCollectionId, query: { sort, paging: { limit: 1000 } } });
  return dataItems.map(({ data }) => data as Record<string, unknown>);
};
type ImportInput = { mode?: "INSERT" | "SAVE"; format?: "CSV" | "JSON"; columns?: string[] };
const upload = async (
  dataCollectionId: string,
  text: string,
  { mode = "INSERT", format = "CSV", columns }: ImportInput = {},
) => (await owner().imports.upload({ dataCollectionId, mode, format, columns }, { file: new Blob([text]) })).import;
const get = async (importId: string) => (await owner().imports.get({ importId })).import;
const finish = async () => {
  const { step } = runner();
  while (await step());
};
const failuresOf = async (importId: string) => (await owner().imports.report({ importId })).failures;
const exported = async (dataCollectionId: string, format: "CSV" | "JSON", more = {}) => {
  const response = await owner().exports.file({ dataCollectionId, format, ...more });
  return { items: response.headers.get("x-uola-items"), text: Buffer.from(await response.arrayBuffer()).toString() };
};

test("reads a table by headings and field types, reports failed rows and writes the others", async () => {
  const id = await collection([
    { key: "title", type: "TEXT", displayName: "Pavadinimas", required: true },
    { key: "price", type: "NUMBER", displayName: "Kaina" },
    { key: "open", type: "BOOLEAN", displayName: "Atvira" },
    { key: "day", type: "DATE", displayName: "Diena" },
    { key: "at", type: "DATETIME" },
    { key: "tags", type: "ARRAY_STRING" },
  ]);
  const text = `\ufeffPavadinimas;kaina;Atvira;Diena;at;tags;kita
"Ąžuolas; ""senas""";1 234,50;taip;2026 m. rugsėjo 1 d.;2026-09-01 18:30;a|b\\|c;x
"du
eilutės";12,5;ne;01.09.2026;2026-09-01T18:30:00Z;;
Blogas;pigu;taip;;;;
;1;;;;;
'=SUM(A1);-3;;;;;
`;
  const { import: begun } = { import: await upload(id, text) };
  expect(begun).toMatchObject({ status: "WAITING", total: 5, read: 0 });
  await finish();
  expect(await get(begun.id)).toMatchObject({
    status: "DONE",
    total: 5,
    read: 5,
    written: 3,
    failed: 2,
    undoable: true,
  });
  const items = await itemsOf(id);
  expect(items.map(({ title }) => title).toSorted()).toEqual(["=SUM(A1)", "du\neilutės", 'Ąžuolas; "senas"']);
  expect(items.find(({ price }) => price === 1234.5)).toMatchObject({
    open: true,
    day: "2026-09-01",
    at: { $date: "2026-09-01T15:30:00.000Z" },
    tags: ["a", "b|c"],
  });
  expect(items.find(({ price }) => price === 12.5)).toMatchObject({
    open: false,
    day: "2026-09-01",
    at: { $date: "2026-09-01T18:30:00.000Z" },
  });
  expect(await failuresOf(begun.id)).toMatchObject([
    { line: 5, field: "price", code: "NOT_A_NUMBER", row: { Pavadinimas: "Blogas", kaina: "pigu" } },
    { line: 6, field: "title", code: "WDE0080" },
  ]);
  const file = await (await owner().imports.reportFile({ importId: begun.id })).text();
  expect(file.split("\r\n")[1]).toMatch(/^5;price;NOT_A_NUMBER;.*;Blogas;pigu;taip;"?"?;/);
});

test("preserves values of every field type across export and import in both formats", async () => {
  const other = await collection({ name: "TEXT" });
  const referring = (key: string, type: "REFERENCE" | "MULTI_REFERENCE") => ({
    key,
    type,
    typeMetadata: { [type === "REFERENCE" ? "reference" : "multiReference"]: { referencedCollectionId: other } },
  });
  const keys = FieldType.options.filter((type) => !/^(UNKNOWN_|LEGACY_|PAGE_LINK|REFERENCE|MULTI_)/.test(type));
  const fields = [
    ...keys.map((type) => ({ key: type.toLowerCase(), type: type as never })),
    referring("one", "REFERENCE"),
    referring("many", "MULTI_REFERENCE"),
  ];
  const from = await collection(fields);
  const texts = { one: "id-a", many: ["id-b", "id-a"] };
  for (const id of ["id-a", "id-b"]) {
    await owner().items.insert({ dataCollectionId: other, dataItem: { id, data: { name: `Vardas ${id}` } } });
  }
  const usual = {
    text: '=1+1; "a"\nb',
    number: -1234.5,
    date: "2026-09-01",
    datetime: { $date: "2026-09-01T09:00:00.000Z" },
    image: "wix:image://v1/x/y.jpg",
    boolean: false,
    document: "wix:document://v1/x",
    url: "https://x.lt",
    any: 7,
    rich_text: "<p>ą</p>",
    video: "v",
    array_string: ["a|b", "c\\"],
    array_document: [{ a: 1 }],
    audio: "'-x",
    time: "18:30:00.000",
    language: "lt",
    rich_content: { nodes: [] },
    media_gallery: [{ src: "x" }],
    address: { city: "Vilnius" },
    object: { a: { b: [1] } },
    array: [1, "a"],
    ...texts,
  };
  const odd = keys.map((key) => [
    key.toLowerCase(),
    ["+370", " a ", "5", { $date: "2026-09-01T09:00:00Z" }][key.length % 4],
  ]);
  const odder = { text: 5, number: "5", any: "true", array_string: [], array: ["", " "], object: "x", boolean: "taip" };
  const all = [usual, Object.fromEntries(odd), odder, { text: "", any: '{"$json":1}', array_string: ["[x"], date: "" }];
  const dataItems = all.map((data, n) => ({ id: `item-${n}`, data })) as never;
  await owner().items.bulkInsert({ dataCollectionId: from, dataItems });
  const before = (await itemsOf(from)).map(({ _createdDate, _updatedDate, ...data }) => data);
  expect(before).toHaveLength(4);
  const references = (dataCollectionId: string) =>
    owner()
      .items.queryReferenced({ dataCollectionId, referringItemId: "item-0", referringItemFieldName: "many" } as never)
      .then((answer) => JSON.stringify(answer));
  for (const format of ["CSV", "JSON"] as const) {
    const file = await exported(from, format);
    expect(file.items).toBe("4");
    if (format === "CSV") expect(file.text).not.toMatch(/(^|;)"?[=+@]/m);
    const to = await collection(fields);
    const { id } = await upload(to, file.text, { format });
    await finish();
    // In JSON, text in a field of another type is an error. In a table every cell is text, so it is read as that type.
    expect((await failuresOf(id)).map(({ row }) => row._id)).toEqual(format === "CSV" ? [] : ["item-1"]);
    const after = (await itemsOf(to)).map(({ _createdDate, _updatedDate, ...data }) => data);
    if (format === "CSV") expect(after).toEqual(before);
    else expect(after[0]).toEqual(before[0]);
    expect(JSON.parse(await references(to)).results?.length).toBe(JSON.parse(await references(from)).results?.length);
  }
});

test("resolves references by id or display name", async () => {
  const other = await collection({ name: "TEXT" }, { displayField: "name" } as never);
  for (const [id, name] of [
    ["r1", "Rūta"],
    ["j1", "Jonas"],
    ["j2", "Jonas"],
  ]) {
    await owner().items.insert({
      dataCollectionId: other,
      dataItem: { id: id as string, data: { name: name as string } },
    });
  }
  const who = {
    key: "who",
    type: "REFERENCE",
    typeMetadata: { reference: { referencedCollectionId: other } },
  } as const;
  const id = await collection([who]);
  const begun = await upload(id, "who\nRūta\nj1\nJonas\nniekas\n");
  await finish();
  expect((await itemsOf(id)).map(({ who }) => who).toSorted()).toEqual(["j1", "r1"]);
  expect(await failuresOf(begun.id)).toMatchObject([
    { line: 4, code: "REFERENCE_AMBIGUOUS" },
    { line: 5, code: "REFERENCE_NOT_FOUND" },
  ]);
});

test("writes each row once, even if the import is stopped, interrupted or run by two processes", async () => {
  const id = await collection({ n: "NUMBER" });
  const text = `n\n${Array.from({ length: 2000 }, (_, n) => n).join("\n")}\n`;
  const begun = await upload(id, text);
  const [one, two] = [runner(), runner()];
  await one.step();
  const { import: stopped } = await owner().imports.stop({ importId: begun.id });
  expect(stopped).toMatchObject({ status: "STOPPED", read: 500, written: 500 });
  expect(await one.step()).toBe(false);
  await owner().imports.resume({ importId: begun.id });
  // A process that ends during a batch leaves no trace of that batch.
  await sql`create function fail_once() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P01'; end $$`.execute(
    platform.db,
  );
  await sql`create trigger fail_once before update on item_import for each row execute function fail_once()`.execute(
    platform.db,
  );
  await expect(one.step()).rejects.toThrow();
  await sql`drop trigger fail_once on item_import`.execute(platform.db);
  expect(await get(begun.id)).toMatchObject({ status: "WAITING", read: 500 });
  const work = async ({ step }: typeof one) => {
    while ((await get(begun.id)).status !== "DONE") await step();
  };
  await Promise.all([work(one), work(two)]);
  expect(await get(begun.id)).toMatchObject({ status: "DONE", written: 2000, failed: 0 });
  const { results } = await owner().items.aggregate({
    dataCollectionId: id,
    aggregation: {
      operations: [
        { itemCount: {}, resultFieldName: "count" },
        { sum: { itemFieldName: "n" }, resultFieldName: "sum" },
      ],
    },
  });
  expect(results).toMatchObject([{ count: 2000, sum: (1999 * 2000) / 2 }]);
});

test("undoing an import removes its items except those changed since", async () => {
  const id = await collection({ title: "TEXT" });
  const begun = await upload(id, '[{"_id":"a","title":"A"},\n{"_id":"b","title":"B"}]', { format: "JSON" });
  await expect(owner().imports.undo({ importId: begun.id })).rejects.toMatchObject({ code: "IMPORT_RUNNING" });
  await finish();
  await owner().items.update({ dataCollectionId: id, dataItem: { id: "b", data: { title: "Kita" } } });
  await owner().imports.undo({ importId: begun.id });
  await finish();
  expect(await get(begun.id)).toMatchObject({ status: "UNDONE", removed: 1, kept: 1, undoable: false });
  expect(await itemsOf(id)).toMatchObject([{ _id: "b", title: "Kita" }]);
  const saved = await upload(id, '{"_id":"b","title":"Vėl"}\n{"_id":"c"}', { format: "JSON", mode: "SAVE" });
  await finish();
  expect(await itemsOf(id)).toMatchObject([{ _id: "b", title: "Vėl" }, { _id: "c" }]);
  await expect(owner().imports.undo({ importId: saved.id })).rejects.toMatchObject({
    code: "IMPORT_NOT_UNDOABLE",
  });
});

test("previews the first rows of a file and rejects an unreadable file without storing it", async () => {
  const id = await collection([
    { key: "title", type: "TEXT", displayName: "Vardas" },
    { key: "n", type: "NUMBER" },
  ]);
  const preview = (text: string, more = {}) =>
    owner().imports.preview({ dataCollectionId: id, format: "CSV", ...more }, { file: new Blob([text]) });
  expect(await preview("Vardas\tkita\tn\nA\tx\tdaug\nB\t\t2\nC", { part: true })).toEqual({
    columns: [
      { name: "Vardas", field: "title", type: "TEXT" },
      { name: "kita" },
      { name: "n", field: "n", type: "NUMBER" },
    ],
    rows: [
      {
        line: 2,
        cells: ["A", "x", "daug"],
        failure: { code: "NOT_A_NUMBER", field: "n", description: '"daug" is not a number.' },
      },
      { line: 3, cells: ["B", "", "2"], data: { title: "B", n: 2 } },
    ],
  });
  expect((await preview("a,b\n1,2\n", { columns: ["n", ""] })).rows[0]?.data).toEqual({ n: 1 });
  expect((await preview("x,y\n1,2\n")).columns).toMatchObject([{ name: "x" }, { name: "y" }]);
  const answers = [
    ["UNKNOWN_FIELD", "x,y\n1,2\n"],
    ["FILE_EMPTY", "title\n"],
    ["FILE_DAMAGED", 'title\n"a'],
  ] as const;
  for (const [code, text] of answers) await expect(upload(id, text), code).rejects.toMatchObject({ code });
  for (const text of ["{", "7", `${'{"a":'.repeat(100)}1${"}".repeat(100)}`]) {
    await expect(upload(id, text, { format: "JSON" })).rejects.toMatchObject({ code: "FILE_DAMAGED" });
  }
  const bytes = { body: new Uint8Array([0x61, 0xff, 0xfe]), token: platform.key };
  const path = `/v1/imports?dataCollectionId=${id}&format=CSV&mode=INSERT`;
  expect(await platform.ask(path, bytes)).toMatchObject(refusalResponse(400, "FILE_ENCODING"));
  expect((await owner().imports.list({ dataCollectionId: id })).imports).toEqual([]);
});

test("exports a filtered, sorted snapshot and frees the connection when the client disconnects", async () => {
  // A slow client occupies a database connection, so this test needs more connections.
  const small = platform;
  platform = await createTestPlatform({}, { connections: 5 });
  onTestFinished(async () => {
    await platform.close();
    platform = small;
  });
  const id = await collection({ n: "NUMBER" });
  const text = `n\n${Array.from({ length: 700 }, (_, n) => n).join("\n")}\n`;
  await upload(id, text);
  await finish();
  const few = await exported(id, "JSON", { filter: { n: { $gte: 697 } }, sort: [{ fieldName: "n", order: "DESC" }] });
  expect(JSON.parse(few.text).map(({ n }: { n: number }) => n)).toEqual([699, 698, 697]);
  for (let left = 0; left < 5; left++) {
    const response = await owner().exports.file({ dataCollectionId: id, format: "CSV" });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
  }
  const response = await owner().exports.file({ dataCollectionId: id, format: "CSV" });
  await owner().items.truncate({ dataCollectionId: id });
  expect((await response.text()).trim().split("\r\n")).toHaveLength(701);
});
