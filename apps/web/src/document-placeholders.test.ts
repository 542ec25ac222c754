import { documentsWithPlaceholders } from "@uola/admin/pages/content/document-placeholders.tsx";
import { documentItems } from "@uola/site/content/documents.ts";
import { expect, test } from "vitest";

test("lists the missing details of each document in both languages", () => {
  const items = documentItems().map(({ _id, ...data }) => ({ id: _id, data }));
  const missing = documentsWithPlaceholders(items);
  expect(missing.map(({ id }) => id)).toEqual(["rules", "terms", "privacy", "cookies", "accessibility", "waiver"]);
  expect(missing[0]?.what).toEqual(["kiek dienų", "how many days"]);
});

test("lists no missing details for a complete document", () =>
  expect(
    documentsWithPlaceholders([{ id: "rules", data: { title: "Taisyklės", body: "<p>Viskas yra.</p>" } }]),
  ).toEqual([]));
