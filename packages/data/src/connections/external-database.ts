import type {
  CollectionField,
  CollectionPermissions,
  ConnectionCapabilities,
  DataCollection,
  DataOperation,
} from "@uola/contract";
import type { Caller } from "@uola/kernel";

/**
 * An item as JSON with `_id`. Dates are `{ $date: ISO }`, or `YYYY-MM-DD` for DATE fields. Null
 * values are left out.
 */
export type Item = Record<string, unknown> & { _id?: string };
/** The caller on whose behalf a call is made, or the system itself. */
export type Requester = Caller | { kind: "system"; id: string };
/** A filter in the platform's wire format. */
export type Filter = Record<string, unknown> | null | undefined;
export type Sort = readonly { fieldName: string; order?: "ASC" | "DESC" | null | undefined }[];
export type Order = "ASC" | "DESC";

/** A failed result of a bulk call. Results are in the order of the input. */
export type Failed = { code: string; description: string; data?: Record<string, unknown> };
export type Outcome = { item: Item } | { error: Failed };
export type Reference = { referringItemId: string; referencedItemId: string };
export type ReferenceOutcome = { reference: Reference } | { error: Failed };

/**
 * A collection definition without properties that only the database can supply. All ids omit the
 * connection's name.
 */
export type ExternalDefinition = {
  id: string;
  displayName?: string | undefined;
  fields: CollectionField[];
  /** The permissions set by the owner in the platform, otherwise the database's own (protocol 3 only). */
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
/**
 * A query for references by field, referring items and referenced items. An empty list of ids means
 * all items.
 */
export type ReferencedQuery = Page & {
  referringFieldKey: string;
  referringItemIds?: readonly string[] | undefined;
  referencedItemIds?: readonly string[] | undefined;
  order?: Order | null | undefined;
  fields?: readonly string[] | undefined;
  includeItems?: boolean | undefined;
};

/**
 * An external database as the platform uses it. Rejects calls with the error codes in
 * docs/rules/external-databases.md.
 */
export type ExternalDatabase = {
  protocol: "V1" | "V2" | "V3";
  /**
   * Returns all collections, or those of `ids` that exist. Cached for a minute, or less if the
   * database requests it.
   */
  collections(ids?: readonly string[]): Promise<ExternalCollection[]>;
  createCollection(definition: ExternalDefinition): Promise<ExternalCollection>;
  updateCollection(definition: ExternalDefinition): Promise<ExternalCollection>;
  deleteCollection(id: string): Promise<void>;
  capabilities(): Promise<ConnectionCapabilities>;
  /** Returns one page of items. `nextCursor` is set if there are more. Items always include `_id`. */
  query(
    collectionId: string,
    query: ItemsQuery,
    by: Requester,
  ): Promise<{ items: Item[]; total?: number; nextCursor?: string }>;
  get(collectionId: string, id: string, by: Requester): Promise<Item | undefined>;
  count(collectionId: string, filter: Filter, by: Requester): Promise<number>;
  /**
   * Returns rows with one key per grouping field and per aggregated result. `_id` is the value of
   * the grouping field, or an object if there are several grouping fields.
   */
  aggregate(collectionId: string, query: AggregateQuery, by: Requester): Promise<{ rows: Item[]; total: number }>;
  distinct(collectionId: string, query: DistinctQuery, by: Requester): Promise<{ values: unknown[]; total: number }>;
  insert(collectionId: string, items: readonly Item[], by: Requester): Promise<Outcome[]>;
  /** Replaces whole items: missing fields are cleared. */
  update(collectionId: string, items: readonly Item[], by: Requester): Promise<Outcome[]>;
  /** Returns the removed items. */
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
