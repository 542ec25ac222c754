import { type contract, fileUrl, imageUrl, type MediaFile, referenceOf } from "@uola/contract";
import {
  type Context,
  dayMs,
  type Handlers,
  type Listing,
  page,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
  Violation,
} from "@uola/kernel";
import type { Library } from "./library.ts";
import { allowed, binDays, cleanName } from "./rules.ts";
import * as store from "./store.ts";
import { createUpload, type UploadInput } from "./upload.ts";

export { createLibrary, type Library, type MediaSettings } from "./library.ts";
export { mediaCleanupTask } from "./media-cleanup.ts";
export { mediaPages } from "./serve-files.ts";
export { imagesById } from "./store.ts";

const listing: Listing = {
  fields: store.fields,
  key: "id",
  sort: [{ fieldName: "id", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

/** Handlers for the media library, which the owner manages. */
export function media(context: Context, library: Library): Handlers<typeof contract.media> {
  const { db, siteId, now, urls } = context;
  const { limits, binKeys } = library;
  const add = createUpload(context, library);

  async function toFile(row: store.MediaRow): Promise<MediaFile> {
    const { id, name, width, height, deletedDate, focusX, focusY } = row;
    const kind = row.kind;
    const reference = referenceOf({ kind, id, name, ...(width && height && { width, height }) });
    const key = deletedDate ? `?key=${await binKeys.keyOf(id)}` : "";
    const thumbnail = imageUrl(reference, { width: 320, format: "webp", origin: urls.site });
    return {
      id,
      kind,
      name,
      alt: row.alt,
      mimeType: row.mimeType,
      sizeBytes: Number(row.sizeBytes),
      width,
      height,
      focus: focusX === null || focusY === null ? null : { x: focusX, y: focusY },
      url: `${fileUrl(reference, urls.site)}${key}`,
      thumbnailUrl: thumbnail && thumbnail + key,
      reference,
      createdDate: row.createdDate,
      updatedDate: row.updatedDate,
      deletedDate,
      purgeDate: deletedDate && new Date(deletedDate.getTime() + binDays * dayMs),
      revision: String(row.revision),
    };
  }

  /** Changes a file and adds an audit entry. `to` returns undefined if there is nothing to change. */
  async function change(
    id: string,
    { actor, action }: { actor: UploadInput["caller"]; action: string },
    to: (before: store.MediaRow) => store.MediaChange | undefined,
  ): Promise<{ file: MediaFile }> {
    const row = await transact(context, { publish: topics }, async (tx) => {
      const before = await store.lock(tx, siteId, id);
      if (!before) throw notFound(id);
      const input = to(before);
      if (!input) return before;
      const at = now();
      const after = await store.change(tx, siteId, id, { ...input, revision: before.revision + 1, updatedDate: at });
      const audit = { actor, action, before: toPublicFile(before), after: toPublicFile(after) };
      await recordChange(tx, { siteId, at, entity: "mediaFile", entityId: id, audit });
      return after;
    });
    return { file: await toFile(row) };
  }

  return {
    upload: async ({ name, alt }, { caller, file }) => ({
      file: await toFile(await add({ name, alt: alt ?? "", sent: file, caller })),
    }),

    async list({ cursorPaging, ...input }) {
      const found = store.listed(db, siteId, input);
      const { rows, pagingMetadata } = await page(found, { cursorPaging: cursorPaging ?? {} }, listing);
      return { files: await Promise.all(rows.map(toFile)), cursors: { next: pagingMetadata.cursors?.next } };
    },

    async get({ fileId }) {
      const row = await store.find(db, siteId, fileId);
      if (!row) throw notFound(fileId);
      return { file: await toFile(row) };
    },

    update: ({ fileId, file }, { caller }) =>
      change(fileId, { actor: caller, action: "media.update" }, (before) => {
        refuseStaleRevision(before, file.revision);
        const ending = allowed.get(before.mimeType)?.ending ?? "";
        return {
          name: file.name ? cleanName(file.name, ending) : before.name,
          alt: file.alt ?? before.alt,
          ...(file.focus !== undefined && focusOf(before, file.focus)),
        };
      }),

    remove: ({ fileId }, { caller }) =>
      change(fileId, { actor: caller, action: "media.delete" }, ({ deletedDate }) =>
        deletedDate ? undefined : { deletedDate: now() },
      ),

    restore: ({ fileId }, { caller }) =>
      change(fileId, { actor: caller, action: "media.restore" }, ({ deletedDate }) =>
        deletedDate ? { deletedDate: null } : undefined,
      ),

    focalPoints: async ({ fileIds }) => ({ points: await store.focalPoints(db, siteId, fileIds) }),

    usage: async () => ({
      usedBytes: await store.usedBytes(db, siteId),
      quotaBytes: limits.quota,
      sizeMaxBytes: limits.sizeMax,
      mimeTypes: [...allowed.keys()],
    }),
  };
}

/**
 * Changes to media also affect content and services, because pages crop pictures around their focal
 * points.
 */
const topics = ["media", "content", "services"] as const;

function focusOf({ kind }: store.MediaRow, focus: MediaFile["focus"]): store.MediaChange {
  if (focus && kind !== "IMAGE") {
    throw new Violation([{ field: "file.focus", description: "is of images only" }]);
  }
  return { focusX: focus?.x ?? null, focusY: focus?.y ?? null };
}

const toPublicFile = ({ name, alt, deletedDate, focusX, focusY }: store.MediaRow) => ({
  name,
  alt,
  deletedDate,
  ...(focusX !== null && { focusX, focusY }),
});
const notFound = (id: string) => new Refusal("MEDIA_FILE_NOT_FOUND", `The library has no file ${id}.`, 404);
