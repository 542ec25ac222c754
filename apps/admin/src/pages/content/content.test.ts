import type { CollectionField, DataCollection } from "@uola/contract";
import { expect, test } from "vitest";
import { connectionOf, displayKeyOf, groupsOf, mayOf, pathOf } from "./collection.ts";
import { choiceOf, columnsOf, firstChoice } from "./columns.ts";
import { criteriaOf, queryOf, searchOf } from "./criteria.ts";
import { changedKeys, diffOf } from "./diff.ts";
import { kindOf } from "./field-kind.ts";
import { choicesOf, pageName } from "./page-name.ts";
import {
  collectionInputOf,
  idFor,
  keptSchema,
  newField,
  newSchema,
  problemsOf as schemaProblems,
} from "./schema-draft.ts";
import { stateOf } from "./state.ts";
import { titleOf } from "./use-content.ts";
import {
  clockIn,
  dayAndClock,
  fieldErrorsOf,
  jsonFrom,
  momentFrom,
  numberOf,
  plainOf,
  problemOf,
  problemsOf,
  textOf,
  timeFrom,
} from "./value.ts";

const field = (key: string, type: CollectionField["type"], rest: Partial<CollectionField> = {}): CollectionField => ({
  key,
  type,
  ...rest,
});
const collection = (id: string, rest: Partial<DataCollection> = {}): DataCollection => ({
  id,
  fields: [field("_id", "TEXT", { systemField: true }), field("name", "TEXT")],
  ...rest,
});
const said = { yes: "taip", no: "ne", files: (count: number) => `${count} failai`, tag: pageName };

test("groups collections into pages, lists, read-only ones and external databases", () => {
  const writable = { read: "ANYONE", insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR" } as const;
  const collections = [
    collection("sandelis/prekes"),
    collection("Kainos", { permissions: { ...writable, update: "ADMIN" } }),
    collection("Pradzia", { plugins: [{ type: "SINGLE_ITEM" }, { type: "CMS" }], permissions: writable }),
    collection("Atsakymai", { permissions: writable }),
  ];
  const grouped = (isOwner: boolean) =>
    groupsOf(collections, isOwner).map(({ kind, connection, collections }) => [
      kind,
      connection,
      collections.map(({ id }) => id),
    ]);
  const pages = ["pages", undefined, ["Pradzia"]];
  const external = ["external", "sandelis", ["sandelis/prekes"]];
  expect(grouped(true)).toEqual([pages, ["lists", undefined, ["Atsakymai", "Kainos"]], external]);
  expect(grouped(false)).toEqual([
    pages,
    ["lists", undefined, ["Atsakymai"]],
    ["readOnly", undefined, ["Kainos"]],
    external,
  ]);
  expect(connectionOf({ id: "Kainos" })).toBeUndefined();
});

test("uses the chosen field as an item's title, or else the first text field", () => {
  const fields = [field("price", "NUMBER"), field("name", "TEXT"), field("code", "TEXT")];
  expect(displayKeyOf(collection("A", { fields, displayField: "code" }))).toBe("code");
  expect(displayKeyOf(collection("A", { fields, displayField: "gone" }))).toBe("name");
});

test("uses the page's name, not the first text, as the title of the page's texts", () => {
  const fields = [field("description", "TEXT")];
  const page = collection("HomePage", { fields, displayName: "Pradžia", plugins: [{ type: "SINGLE_ITEM" }] });
  expect(titleOf(page, { description: "Laipiojimo salė Vilniuje" })).toBe("Pradžia");
  expect(titleOf(collection("News", { fields }), { description: "Naujas maršrutas" })).toBe("Naujas maršrutas");
});

test("edits a text with a short maximum length in a single-line input", () => {
  expect(kindOf(field("a", "TEXT", { stringLengthRange: { maxLength: 200 } }))).toBe("text");
  expect(kindOf(field("a", "TEXT"))).toBe("longText");
  expect(kindOf(field("a", "LEGACY_COLOR"))).toBe("any");
});

test("the default columns are the title and the first fields that fit; a stored selection is restored", () => {
  const fields = [
    field("about", "RICH_TEXT"),
    field("a", "NUMBER"),
    field("b", "DATE"),
    field("c", "TEXT"),
    field("d", "URL"),
    field("e", "TIME"),
  ];
  const columns = columnsOf(collection("A", { fields, displayField: "c" }));
  expect(firstChoice(columns)).toEqual(["c", "a", "b", "d"]);
  expect(choiceOf(columns, '["e","gone"]')).toEqual(["c", "e"]);
  expect(choiceOf(columns, "not json")).toEqual(["c", "a", "b", "d"]);
  expect(columns.find(({ key }) => key === "about")?.sortable).toBe(false);
});

test("round-trips search criteria through the URL and converts them into one query", () => {
  const fields = [
    field("name", "TEXT"),
    field("price", "NUMBER"),
    field("hidden", "BOOLEAN"),
    field("tags", "ARRAY_STRING"),
    field("at", "DATETIME"),
  ];
  const criteria = {
    text: "vaikai",
    sort: "price",
    down: true,
    conditions: [
      { key: "price", how: "least", value: "12,5" },
      { key: "hidden", how: "is", value: "no" },
      { key: "tags", how: "is", value: "a~b" },
      { key: "at", how: "most", value: "2026-01-31T18:00" },
    ],
  } as const;
  const search = new URLSearchParams(searchOf("A", { ...criteria, conditions: [...criteria.conditions] }));
  expect(criteriaOf(search)).toEqual(criteria);
  expect(queryOf(collection("A", { fields }), criteriaOf(search), "name")).toEqual({
    filter: {
      $and: [
        { $or: [{ name: { $contains: "vaikai" } }] },
        { price: { $gte: 12.5 } },
        { hidden: { $ne: true } },
        { tags: { $hasSome: ["a~b"] } },
        { at: { $lte: { $date: "2026-01-31T16:00:00.000Z" } } },
      ],
    },
    sort: [{ fieldName: "price", order: "DESC" }],
  });
  expect(criteriaOf(new URLSearchParams("where=x"))).toMatchObject({ conditions: [] });
});

test.each([
  [field("a", "NUMBER"), 12.5, "12,5"],
  [field("a", "BOOLEAN"), false, "ne"],
  [field("a", "DATE"), { $date: "2026-01-31T00:00:00Z" }, "2026-01-31"],
  [field("a", "DATETIME"), { $date: "2026-01-31T16:00:00Z" }, "2026-01-31 18:00"],
  [field("a", "TIME"), "18:30:00.000", "18:30"],
  [field("a", "RICH_TEXT"), "<p>Pirma &amp; antra</p><ul><li><p>eilutė</p></li></ul>", "Pirma & antra\neilutė"],
  [field("a", "IMAGE"), "wix:image://v1/x/siena%20a.jpg#originWidth=1&originHeight=1", "siena a.jpg"],
  [field("a", "MEDIA_GALLERY"), [{ src: "x" }, { src: "y" }], "2 failai"],
  [field("a", "ARRAY_STRING"), ["HomePage", "virvė"], "Pradžios puslapis, virvė"],
  [field("a", "ADDRESS"), { city: "Vilnius", country: "LT" }, "Vilnius, LT"],
  [field("a", "MULTI_REFERENCE"), [{ _id: "x" }, "y"], "x, y"],
  [field("a", "ANY"), { a: 1 }, '{"a":1}'],
  [field("a", "TEXT"), null, ""],
])("formats a %j field with the value %j as %j", (of, value, text) => {
  expect(textOf(of, value, said)).toBe(text);
});

test("offers the pages that show questions, and also a selected page that was deleted, so that it can be removed", () => {
  const shows = (texts: string, lists: string[]) => ({ path: "/", content: { texts, lists } });
  const pages = {
    home: shows("HomePage", ["Questions"]),
    schedule: shows("SchedulePage", []),
  } as unknown as Parameters<typeof choicesOf>[0];
  const place = { collectionId: "Questions", key: "pages" };
  expect(choicesOf(pages, place, ["OldPage"])).toEqual([
    { value: "HomePage", label: "Pradžios puslapis" },
    { value: "OldPage", label: "OldPage" },
  ]);
  const courses = [{ value: "saugojimo-kursas", label: "Saugojimo kursas" }];
  expect(choicesOf(pages, { ...place, key: "services" }, ["saugojimo-kursas", "senas-kursas"], courses)).toEqual([
    ...courses,
    { value: "senas-kursas", label: "senas-kursas" },
  ]);
  const ofSeason = { collectionId: "Campaigns", key: "services" };
  expect(choicesOf(pages, ofSeason, null, courses)).toEqual(courses);
  expect(choicesOf(pages, { ...place, key: "tags" }, null)).toBeUndefined();
  expect(choicesOf(pages, { collectionId: "Prices", key: "kind" }, null)?.[0]).toEqual({
    value: "SINGLE",
    label: "Vienkartinis apsilankymas",
  });
});

test("parses numbers as people type them", () => {
  expect(["12,50", "1 200", "\u22123", ".5", "1e3", "", "12a"].map(numberOf)).toEqual([
    12.5,
    1200,
    -3,
    0.5,
    undefined,
    undefined,
    undefined,
  ]);
});

test("validates values against their field and requires missing ones only for publishing", () => {
  const name = field("name", "TEXT", { required: true, stringLengthRange: { minLength: 2, maxLength: 5 } });
  expect(problemOf(name, "", true)).toEqual({ kind: "required" });
  expect(problemOf(name, "", false)).toBeUndefined();
  expect(problemOf(name, "a", false)).toEqual({ kind: "minLength", limit: 2 });
  expect(problemOf(name, "abcdef", true)).toEqual({ kind: "maxLength", limit: 5 });
  const price = field("price", "NUMBER", { numberRange: { min: 0, max: "Infinity" } });
  expect(problemOf(price, -1, true)).toEqual({ kind: "min", limit: 0 });
  expect(problemOf(price, 1e9, true)).toBeUndefined();
  expect(problemOf(price, { $typed: "dešimt" }, false)).toEqual({ kind: "number" });
  expect(problemOf(field("a", "URL"), "ne nuoroda", false)).toEqual({ kind: "url" });
  expect(problemOf(field("a", "MULTI_REFERENCE", { arraySizeRange: { maxSize: 1 } }), ["a", "b"], true)).toEqual({
    kind: "maxSize",
    limit: 1,
  });
  expect([...problemsOf([name, price, { ...name, key: "x", readOnly: true }], {}, true).keys()]).toEqual(["name"]);
});

test("a scheduled publication takes precedence over unpublished changes in the state shown", () => {
  const item = { status: "PUBLISHED" } as const;
  const date = new Date(0);
  expect(stateOf({})).toEqual({ kind: "new" });
  expect(stateOf({ item })).toEqual({ kind: "published" });
  expect(stateOf({ item, draft: {} })).toEqual({ kind: "changed" });
  expect(stateOf({ item: { status: "DRAFT" } })).toEqual({ kind: "draft" });
  expect(stateOf({ draft: {} })).toEqual({ kind: "draft" });
  expect(stateOf({ item, draft: { publishDate: date } })).toEqual({ kind: "scheduled", date });
  expect(stateOf({ item, draft: { failure: { description: "" } } })).toEqual({ kind: "failed" });
});

test("compares texts word by word", () => {
  expect(diffOf("Kaina 9 € per dieną", "Kaina 12 € per dieną.")).toEqual([
    { kind: "same", text: "Kaina " },
    { kind: "gone", text: "9" },
    { kind: "new", text: "12" },
    { kind: "same", text: " € per dieną" },
    { kind: "new", text: "." },
  ]);
  expect(diffOf("", "nauja")).toEqual([{ kind: "new", text: "nauja" }]);
  expect(diffOf("taip pat", "taip pat")).toEqual([{ kind: "same", text: "taip pat" }]);
  const [before, after] = [" a b c d e f", " b x d f g"];
  const runs = diffOf(before, after);
  expect(
    runs
      .filter(({ kind }) => kind !== "new")
      .map(({ text }) => text)
      .join(""),
  ).toBe(before);
  expect(
    runs
      .filter(({ kind }) => kind !== "gone")
      .map(({ text }) => text)
      .join(""),
  ).toBe(after);
  const long = "žodis ".repeat(5000);
  expect(diffOf(`${long}a`, `b${long}`)).toHaveLength(2);
});

test("treats missing and null values as equal", () => {
  expect(changedKeys(["a", "b", "c"], { a: 1, b: null }, { a: 1, c: [2] })).toEqual(["c"]);
});

test("derives the ids of a collection and its fields from their names", () => {
  expect(idFor("Kainos vaikams", ["kainosvaikams"])).toBe("KainosVaikams2");
  const draft = newSchema();
  draft.name = " Žmonės ";
  draft.fields = [
    { ...newField("text"), name: "Vardas ir pavardė", required: true },
    { ...newField("number"), name: "2 metai", min: "0", max: "99,5" },
    { ...newField("references"), name: "Vardas ir pavarde", target: "Kursai" },
  ];
  draft.single = true;
  const wish = collectionInputOf(draft, "Zmones");
  expect(wish.displayName).toBe("Žmonės");
  expect(wish.fields.map(({ key }) => key)).toEqual(["vardasIrPavarde", "metai", "vardasIrPavarde2"]);
  expect(wish.fields[0]).toMatchObject({ type: "TEXT", required: true, stringLengthRange: { maxLength: 200 } });
  expect(wish.fields[1]).toMatchObject({ numberRange: { min: 0, max: 99.5 } });
  expect(wish.fields[2]).toMatchObject({ typeMetadata: { multiReference: { referencedCollectionId: "Kursai" } } });
  expect(wish.plugins).toEqual([{ type: "SINGLE_ITEM", singleItemOptions: { singleItemId: "SINGLE_ITEM_ID" } }]);
  expect(schemaProblems(draft)).toEqual({});
});

test("preserves collection properties that the form does not show", () => {
  const before = collection("A", {
    revision: "4",
    displayField: "name",
    fields: [
      field("_id", "TEXT", { systemField: true }),
      field("name", "TEXT", { immutable: true, plugins: [{ type: "CMS" }] }),
      field("color", "LEGACY_COLOR"),
    ],
    permissions: { read: "ANYONE", insert: "PRIVILEGED", update: "SITE_MEMBER_AUTHOR", remove: "ADMIN" },
    plugins: [{ type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["name"] } }, { type: "PUBLISH" }],
  });
  const { draft, revision } = keptSchema(before);
  expect(revision).toBe("4");
  expect(draft.permissions).toMatchObject({ insert: "ADMIN", update: "SITE_MEMBER_AUTHOR" });
  const wish = collectionInputOf({ ...draft, publishing: false }, "A", before);
  expect(wish.fields).toHaveLength(2);
  expect(wish.fields[0]).toMatchObject({ immutable: true, plugins: [{ type: "CMS" }] });
  expect(wish.fields[1]?.type).toBe("LEGACY_COLOR");
  expect(wish.plugins?.map(({ type }) => type)).toEqual(["MULTILINGUAL"]);
});

test("reports a field that has no name, no target or inverted limits", () => {
  const [nameless, lost, turned] = [
    newField("text"),
    { ...newField("reference"), name: "a" },
    { ...newField("number"), name: "b", min: "5", max: "1" },
  ];
  const wrong = schemaProblems({ ...newSchema(), name: "", fields: [nameless, lost, turned] });
  expect(wrong).toEqual({
    name: "name",
    [`field-${nameless.ref}`]: "fieldName",
    [`field-${lost.ref}`]: "fieldTarget",
    [`field-${turned.ref}`]: "fieldRange",
  });
});

test("extracts the plain text of rich text", () => {
  expect(plainOf("<h2>A</h2><p>B<br>C &lt;3</p>")).toBe("A\nB\nC <3");
});

test("keeps incomplete date and time input as typed and converts complete input to its stored form", () => {
  expect(momentFrom("2026-07-01", "18:30")).toEqual({ $date: "2026-07-01T15:30:00.000Z" });
  expect(momentFrom("", "18")).toEqual({ $typed: "T18" });
  expect(dayAndClock({ $typed: "T18" })).toEqual(["", "18"]);
  expect(dayAndClock({ $date: "2026-07-01T06:05:00.000Z" })).toEqual(["2026-07-01", "09:05"]);
  expect([timeFrom("09:30"), timeFrom("9"), timeFrom("")]).toEqual(["09:30:00.000", { $typed: "9" }, null]);
  expect([clockIn("24:00"), clockIn("09:30:00.000"), clockIn({ $typed: "9" })]).toEqual(["24:00", "09:30", "9"]);
  expect([jsonFrom("[1]"), jsonFrom("[1"), jsonFrom(" ")]).toEqual([[1], { $typed: "[1" }, null]);
});

test("shows values rejected by the platform as errors on their fields", () => {
  const violations = [{ fieldPath: "price", message: "must be a number" }, { fieldPath: "tags[2]" }, { fieldPath: 3 }];
  const refused = fieldErrorsOf({ code: "WDE0080", data: { violations } });
  expect([...refused]).toEqual([
    ["price", { kind: "refused" }],
    ["tags", { kind: "refused" }],
  ]);
  for (const other of [undefined, { code: "WDE0080" }, { code: "WDE0123", data: { violations } }]) {
    expect(fieldErrorsOf(other).size).toBe(0);
  }
});

test("the preview path of an item matches the language of the editor's tab", () => {
  const pages = { prices: { path: "/prices/", content: { texts: "PricesPage" } } } as never;
  expect(pathOf(pages, "PricesPage", {}, "en")).toBe("/en/prices/");
  expect(pathOf(pages, "PricesPage", {}, "lt")).toBe("/prices/");
});

test("trainers may edit items where the collection permits it, the owner everywhere", () => {
  const permissions = { read: "ANYONE", insert: "ANYONE", update: "CMS_EDITOR", remove: "ADMIN" } as const;
  expect(mayOf({ permissions }, "update", false)).toBe(true);
  expect(mayOf({ permissions }, "remove", false)).toBe(false);
  expect(mayOf({ permissions }, "remove", true)).toBe(true);
  expect(mayOf({}, "update", false)).toBe(false);
});
