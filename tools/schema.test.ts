import { readFileSync } from "node:fs";
import { freshDatabase } from "@uola/database/testing";
import { expect, test } from "vitest";
import { schemaFile, schemaOf } from "./schema.ts";

test("the types of the tables are those of the migrations (else: npm run db:types)", async () => {
  const { connection, close } = await freshDatabase();
  expect(schemaOf(connection.url)).toBe(readFileSync(schemaFile, "utf8"));
  await close();
});
