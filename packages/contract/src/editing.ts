import { z } from "zod";
import { Actor } from "./actor.ts";
import { CollectionId, DataCollection } from "./collections.ts";
import { collectionErrors, conflictErrors, dataErrors, itemErrors } from "./data-errors.ts";
import { endpoint } from "./endpoint.ts";
import { instant, maybe, revision } from "./wire.ts";

const data = z.record(z.string(), z.json());
const one = { dataCollectionId: CollectionId, dataItemId: z.string().min(1).max(1024) };

/** Unpublished changes to an item. */
export const Draft = z
  .object({
    ...one,
    data,
    /** The draft's own revision, which detects that two people edit the draft at the same time. */
    revision,
    /**
     * The revision of the item when the draft was created; null for an item that is not published
     * yet.
     */
    itemRevision: maybe(revision),
    /** When the draft is published automatically. */
    publishDate: maybe(instant),
    /** Why the draft could not be published at the planned time. */
    failure: maybe(z.object({ code: z.string(), description: z.string() })),
    updatedDate: instant,
    updatedBy: Actor,
  })
  .meta({ id: "Draft" });
export type Draft = z.infer<typeof Draft>;

/** An earlier state of an item. The current version has the highest revision. */
export const ItemVersion = z
  .object({
    revision,
    data,
    date: instant,
    by: Actor,
    current: z.boolean(),
    /** When the item was deleted, if it was deleted after this version. */
    removedDate: maybe(instant),
  })
  .meta({ id: "ItemVersion" });
export type ItemVersion = z.infer<typeof ItemVersion>;

// Trainers and editors may edit collections that allow CMS_EDITOR. The permissions of the
// collection are checked on each call.
const staff = { access: "trainer", also: ["editor"] } as const;
const missing = [...collectionErrors, dataErrors.unsupportedByCollection];
const written = [...itemErrors, ...conflictErrors];
const cursorPaging = maybe(z.object({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(16_000)) }));
const pagingMetadata = z.object({ count: z.int(), cursors: z.object({ next: maybe(z.string()) }) });

/** Editing of items with drafts, scheduled publication and earlier versions. */
export const editing = {
  collections: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/editing/collections",
    ...staff,
    input: z.object({}),
    output: z.object({
      collections: z.array(
        z.object({
          collection: DataCollection,
          /** Published and unpublished items; approximate for a large collection. */
          itemCount: z.int(),
          isEstimated: z.boolean(),
          /** When an item was last written. Unknown for large and for empty collections. */
          changedDate: maybe(instant),
        }),
      ),
    }),
    errors: [],
    summary:
      "Read the collections of our own whose items the caller may edit, or only read, by name; `permissions` tell which.",
  }),
  removedCollections: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/editing/removed-collections",
    access: "owner",
    input: z.object({}),
    output: z.object({
      collections: z.array(
        z.object({
          dataCollectionId: CollectionId,
          displayName: maybe(z.string()),
          removedDate: instant,
          /** The time after which the item can no longer be restored. */
          goneDate: instant,
        }),
      ),
    }),
    errors: [],
    summary: "Read the collections that were deleted and can be restored, the latest first; at most a hundred.",
  }),
  open: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/editing/open",
    ...staff,
    input: z.object(one),
    output: z.object({
      /** The item; null for a draft that was never published. */
      item: maybe(z.object({ data, revision, status: z.enum(["PUBLISHED", "DRAFT"]) })),
      draft: maybe(Draft),
    }),
    errors: [...missing, dataErrors.itemNotFound],
    summary: "Read an item as its editor needs it: what is published, and what is being changed.",
  }),
  save: endpoint({
    method: "POST",
    path: "/v1/editing/save",
    ...staff,
    bodyMax: 1024 * 1024,
    input: z.object({
      ...one,
      data,
      /** The revision of the item loaded in the editor; null or missing for a new item. */
      revision: maybe(revision),
    }),
    output: z.object({ data, revision }),
    errors: [...missing, ...written, dataErrors.itemNotFound, "REVISION_MISMATCH"],
    summary: "Publish an item as given, at once; its draft is gone.",
  }),
  saveDraft: endpoint({
    method: "POST",
    path: "/v1/editing/drafts/save",
    ...staff,
    bodyMax: 1024 * 1024,
    input: z.object({
      ...one,
      data,
      /** The revision of the draft loaded in the editor; missing for a new draft. */
      revision: maybe(revision),
      /** When to publish automatically; null cancels a scheduled publication. */
      publishDate: maybe(instant),
    }),
    output: z.object({ draft: Draft }),
    errors: [...missing, ...itemErrors, "REVISION_MISMATCH", "PUBLISH_DATE_IN_PAST"],
    summary: "Keep changes of an item without publishing them; what is required may still be missing.",
  }),
  discardDraft: endpoint({
    method: "POST",
    path: "/v1/editing/drafts/discard",
    ...staff,
    input: z.object(one),
    output: z.object({ draft: Draft }),
    errors: [...missing, "DRAFT_NOT_FOUND"],
    summary: "Forget a draft; the answer holds it, to be saved again.",
  }),
  drafts: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/editing/drafts/query",
    ...staff,
    input: z.object({ dataCollectionId: maybe(CollectionId), cursorPaging }),
    output: z.object({ drafts: z.array(Draft), pagingMetadata }),
    errors: [...missing, "INVALID_CURSOR"],
    summary: "Read the drafts, those to be published soonest first.",
  }),
  versions: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/editing/versions",
    ...staff,
    input: z.object({ ...one, cursorPaging }),
    output: z.object({ versions: z.array(ItemVersion), pagingMetadata }),
    errors: [...missing, dataErrors.itemNotFound, "INVALID_CURSOR"],
    summary: "Read what an item was, the latest first.",
  }),
  restore: endpoint({
    method: "POST",
    path: "/v1/editing/restore",
    ...staff,
    input: z.object({ ...one, revision }),
    output: z.object({ data, revision }),
    errors: [...missing, ...written, dataErrors.itemNotFound],
    summary: "Make an item again what it was; also one that was removed.",
  }),
  removed: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/editing/removed",
    ...staff,
    input: z.object({ dataCollectionId: CollectionId, cursorPaging }),
    output: z.object({
      items: z.array(
        z.object({ dataItemId: z.string(), data, revision, removedDate: instant, removedBy: maybe(Actor) }),
      ),
      pagingMetadata,
    }),
    errors: [...missing, "INVALID_CURSOR"],
    summary: "Read the items that were removed lately and can be restored.",
  }),
  preview: endpoint({
    method: "POST",
    path: "/v1/editing/preview",
    ...staff,
    input: z.object({}),
    output: z.object({ key: z.string(), expires: instant }),
    errors: [],
    summary:
      "A key with which the site shows what its maker may edit as if it were published: for an hour, while they stay.",
  }),
};

/** The content of pages: reads many collections with one call. */
export const content = {
  read: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/content/read",
    access: "visitor",
    input: z.object({
      collectionIds: z.array(CollectionId).min(1).max(20),
      language: maybe(z.string().max(20)),
      /** A preview key; with it, drafts are included. */
      preview: maybe(z.string().max(1000)),
    }),
    output: z.object({ collections: z.record(z.string(), z.array(data)) }),
    errors: ["PREVIEW_EXPIRED"],
    summary:
      "Read the published items of collections in their order on the site; unknown and closed collections are empty.",
  }),
};
