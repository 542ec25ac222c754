import { readFileSync } from "node:fs";
import { freshDatabase } from "@uola/database/testing";
import { expect, test } from "vitest";
import { schemaFile, schemaOf } from "./schema.ts";

test("the generated types match the migrations (otherwise run npm run db:types)", async () => {
  const { connection, close } = await freshDatabase();
  expect(await schemaOf(connection.url)).toBe(readFileSync(schemaFile, "utf8"));
  await close();
});
