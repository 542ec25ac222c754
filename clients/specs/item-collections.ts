import { randomUUID } from "node:crypto";
import type { items as module } from "@wix/data";
import { owner } from "./platform.ts";

const { collections, items } = owner;
const everybody = { insert: "ANYONE", update: "ANYONE", remove: "ANYONE", read: "ANYONE" } as const;

export const idOf = () => `Svetima-${randomUUID().slice(0, 8)}`;

/** Creates a collection. By default everyone has all permissions on it. */
export async function collection(fields: object[], more: object = {}): Promise<string> {
  const _id = idOf();
  await collections.createDataCollection({ _id, fields, permissions: everybody, ...more } as never);
  return _id;
}

export const routes = (more?: object) =>
  collection(
    [
      { key: "name", type: "TEXT" },
      { key: "grade", type: "TEXT" },
      { key: "metres", type: "NUMBER" },
      { key: "set", type: "DATETIME" },
      { key: "tags", type: "ARRAY_STRING" },
    ],
    more,
  );

/** Creates a collection with four climbing routes, a to d. */
export async function filled(): Promise<string> {
  const dataCollectionId = await routes();
  const wall = [
    { _id: "a", name: "Smėlis", grade: "6a", metres: 12, set: "2026-01-31T10:00:00.000Z", tags: ["lengva", "plokštė"] },
    { _id: "b", name: "Granitas", grade: "6b", metres: 15, set: "2026-03-01T10:00:00.000Z", tags: ["briauna"] },
    { _id: "c", name: "Smiltainis", grade: "6a", metres: 9, set: "2026-05-01T10:00:00.000Z", tags: ["lengva"] },
    { _id: "d", name: "Gneisas", grade: "7a", metres: 20, tags: [] },
  ];
  await items.bulkInsertDataItems({ dataCollectionId, dataItems: wall.map((data) => ({ data })) });
  return dataCollectionId;
}

/** Joins the ids of the found items; each id is one letter. */
export const idsOf = (found: { items: { _id?: string | undefined }[] }) => found.items.map(({ _id }) => _id).join("");

type Comparing = "eq" | "ne" | "gt" | "ge" | "lt" | "le" | "in" | "between" | "exists" | "isEmpty" | "isNotEmpty";
type Searching = "startsWith" | "endsWith" | "contains" | "hasSome" | "hasAll";
/** The methods of the SDK's query builder. The SDK's types declare only half of them. */
export type Query = {
  [Method in Comparing | Searching]: (field: string, ...values: unknown[]) => Query;
} & {
  [Method in "ascending" | "descending"]: (...fields: string[]) => Query;
} & {
  [Method in "and" | "or" | "not"]: (other: Query) => Query;
} & { [Method in "limit" | "skip"]: (count: number) => Query } & { find(): Promise<module.DataItemsQueryResult> };

type Options = Partial<module.QueryDataItemsOptions> & {
  dataCollectionId: string;
  environment?: module.Environment;
  query?: module.QueryV2;
};
export const query = (options: Options) => items.queryDataItems(options) as unknown as Query;
