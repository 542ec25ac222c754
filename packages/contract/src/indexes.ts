import { z } from "zod";
import { CollectionId } from "./collections.ts";
import { dataErrors } from "./data-errors.ts";
import { endpoint } from "./endpoint.ts";
import { maybe } from "./wire.ts";

export const IndexStatus = z.enum(["UNKNOWN", "BUILDING", "ACTIVE", "DROPPING", "DROPPED", "FAILED", "INVALID"]);
export type IndexStatus = z.infer<typeof IndexStatus>;

const Field = z.object({ path: z.string().min(1).max(128), order: maybe(z.enum(["ASC", "DESC"])) });
const input = {
  name: z.string().min(1).max(128),
  fields: z.array(Field).min(1).max(3),
  unique: maybe(z.boolean()),
  caseInsensitive: maybe(z.boolean()),
};

/** An index on fields of a collection, for fast lookup and sorting. */
export const Index = z
  .object({
    ...input,
    status: IndexStatus,
    failure: maybe(
      z.object({ code: z.string().max(7), description: z.string().max(1024), itemId: maybe(z.string().max(16_000)) }),
    ),
  })
  .meta({ id: "Index" });
export type Index = z.infer<typeof Index>;

const owner = { access: "owner", gateways: ["/wix-data"] } as const;
const paging = maybe(z.object({ limit: maybe(z.int().min(0).max(100)), offset: maybe(z.int().min(0).max(1_000_000)) }));

export const indexes = {
  create: endpoint({
    method: "POST",
    path: "/v2/indexes",
    ...owner,
    input: z.object({ dataCollectionId: CollectionId, index: z.object(input) }),
    output: z.object({ index: Index }),
    errors: [
      dataErrors.collectionNotFound,
      dataErrors.unsupportedByCollection,
      dataErrors.invalidData,
      "INDEX_ALREADY_EXISTS",
      "TOO_MANY_INDEXES",
    ],
    summary: "Build an index without holding up those who write; it is BUILDING until it is there.",
  }),
  drop: endpoint({
    method: "DELETE",
    path: "/v2/indexes",
    ...owner,
    input: z.object({ dataCollectionId: CollectionId, indexName: z.string().min(1).max(128) }),
    output: z.object({}),
    errors: [dataErrors.collectionNotFound, dataErrors.unsupportedByCollection, "INDEX_NOT_FOUND"],
    summary: "Drop an index, or one that could not be built.",
  }),
  list: endpoint({
    method: "GET",
    path: "/v2/indexes",
    ...owner,
    input: z.object({ dataCollectionId: CollectionId, paging }),
    output: z.object({
      indexes: z.array(Index),
      pagingMetadata: z.object({ count: z.int(), offset: z.int(), total: z.int(), tooManyToCount: z.boolean() }),
    }),
    errors: [dataErrors.collectionNotFound, dataErrors.unsupportedByCollection],
    summary: "Read a collection's indexes and how far they are.",
  }),
};
