import type {
  CollectionField,
  CollectionPermissions,
  ConnectionCapabilities,
  DataCollection,
  DataOperation,
} from "@uola/contract";
import type { Caller } from "@uola/kernel";

/** Free JSON with `_id`; dates are `{ $date: ISO }`, of DATE fields `YYYY-MM-DD`. What is null is left out. */
export type Item = Record<string, unknown> & { _id?: string };
/** For whom it is asked; the system acts for nobody. */
export type Requester = Caller | { kind: "system"; id: string };
/** A filter in the platform's wire form. */
export type Filter = Record<string, unknown> | null | undefined;
export type Sort = readonly { fieldName: string; order?: "ASC" | "DESC" | null | undefined }[];
export type Order = "ASC" | "DESC";

/** How one of several things went; the order is that of the question. */
export type Failed = { code: string; description: string; data?: Record<string, unknown> };
export type Outcome = { item: Item } | { error: Failed };
export type Reference = { referringItemId: string; referencedItemId: string };
export type ReferenceOutcome = { reference: Reference } | { error: Failed };

/** A definition without what only the database knows; ids are bare, also of the collections that fields refer to. */
export type ExternalDefinition = {
  id: string;
  displayName?: string | undefined;
  fields: CollectionField[];
  /** As the owner said here, else as protocol 3 may say; the others never do. */
  permissions?: CollectionPermissions | undefined;
};
export type ExternalCollection = ExternalDefinition & {
  capabilities: {
    dataOperations: DataOperation[];
    collectionOperations: NonNullable<DataCollection["capabilities"]>["collectionOperations"];
  };
  pagingModes: ("OFFSET" | "CURSOR")[];
  maxPageSize: number;
};

export type Page = { limit: number; offset?: number | undefined; cursor?: string | undefined };
export type ItemsQuery = Page & {
  filter?: Filter;
  sort?: Sort | undefined;
  fields?: readonly string[] | undefined;
  returnTotal?: boolean | undefined;
  consistentRead?: boolean | undefined;
};
type Operand = { itemFieldName: string } | null | undefined;
export type Operation = {
  resultFieldName: string;
  average?: Operand;
  min?: Operand;
  max?: Operand;
  sum?: Operand;
  itemCount?: object | null | undefined;
};
export type AggregateQuery = {
  initialFilter?: Filter;
  groupingFields: readonly string[];
  operations: readonly Operation[];
  finalFilter?: Filter;
  sort?: Sort | undefined;
  limit: number;
  offset?: number | undefined;
};
export type DistinctQuery = {
  fieldName: string;
  filter?: Filter;
  order?: Order | null | undefined;
  limit: number;
  offset?: number | undefined;
};
/** Empty lists of ids mean all. */
export type ReferencedQuery = Page & {
  referringFieldKey: string;
  referringItemIds?: readonly string[] | undefined;
  referencedItemIds?: readonly string[] | undefined;
  order?: Order | null | undefined;
  fields?: readonly string[] | undefined;
  includeItems?: boolean | undefined;
};

/** A database that is not ours, as the platform asks it. Refuses with the WDE codes of docs/rules/external-databases.md. */
export type ExternalDatabase = {
  protocol: "V1" | "V2" | "V3";
  /** All of them, or those of the ids that exist. Known for a minute, shorter where the database says so. */
  collections(ids?: readonly string[]): Promise<ExternalCollection[]>;
  createCollection(definition: ExternalDefinition): Promise<ExternalCollection>;
  updateCollection(definition: ExternalDefinition): Promise<ExternalCollection>;
  deleteCollection(id: string): Promise<void>;
  capabilities(): Promise<ConnectionCapabilities>;
  /** `nextCursor` is there while more follow. `_id` is always among the fields. */
  query(
    collectionId: string,
    query: ItemsQuery,
    by: Requester,
  ): Promise<{ items: Item[]; total?: number; nextCursor?: string }>;
  get(collectionId: string, id: string, by: Requester): Promise<Item | undefined>;
  count(collectionId: string, filter: Filter, by: Requester): Promise<number>;
  /** Rows have a key per grouping field and result, and `_id`: the group's value, of several fields an object. */
  aggregate(collectionId: string, query: AggregateQuery, by: Requester): Promise<{ rows: Item[]; total: number }>;
  distinct(collectionId: string, query: DistinctQuery, by: Requester): Promise<{ values: unknown[]; total: number }>;
  insert(collectionId: string, items: readonly Item[], by: Requester): Promise<Outcome[]>;
  /** Replaces items as a whole: a field that is not given is emptied. */
  update(collectionId: string, items: readonly Item[], by: Requester): Promise<Outcome[]>;
  /** Answers the removed items. */
  remove(collectionId: string, ids: readonly string[], by: Requester): Promise<Outcome[]>;
  truncate(collectionId: string, by: Requester): Promise<void>;
  queryReferenced(
    collectionId: string,
    query: ReferencedQuery,
    by: Requester,
  ): Promise<{ items: (Reference & { referencedItem?: Item })[]; total?: number; nextCursor?: string }>;
  insertReferences(
    collectionId: string,
    fieldKey: string,
    references: readonly Reference[],
    by: Requester,
  ): Promise<ReferenceOutcome[]>;
  removeReferences(
    collectionId: string,
    fieldKey: string,
    references: readonly Reference[],
    by: Requester,
  ): Promise<ReferenceOutcome[]>;
};
