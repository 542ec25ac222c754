import { rm } from "node:fs/promises";
import { newId } from "@uola/database";
import { type Caller, type Context, Refusal, recordChange, transact, type UploadedFile } from "@uola/kernel";
import { typeOfFile } from "./file-types.ts";
import { cleanImage } from "./images.ts";
import type { Library } from "./library.ts";
import { stripMp4Metadata } from "./mp4.ts";
import { cleanName } from "./rules.ts";
import type { Bytes } from "./storage.ts";
import * as store from "./store.ts";
import { tooLarge } from "./upload-folder.ts";

export type UploadInput = { name: string; alt: string; sent: UploadedFile; caller: Caller };
type Prepared = { content: Bytes | { path: string }; sizeBytes: number; width?: number; height?: number };

/**
 * Receives, checks and cleans a file, then stores it. Space is reserved before the bytes are
 * stored, so an interrupted upload leaves a row that the cleanup finds, but no untracked bytes.
 */
export function createUpload({ db, siteId, now }: Context, { limits, storage, uploadFolder, ...library }: Library) {
  const full = () =>
    new Refusal("QUOTA_EXCEEDED", `All files together have at most ${limits.quota} bytes.`, 409, {
      quotaBytes: limits.quota,
    });

  async function prepare(path: string, sizeBytes: number, mimeType: string): Promise<Prepared> {
    if (mimeType.startsWith("image/")) {
      const { content, width, height } = await cleanImage(path, mimeType, limits.pixelsMax);
      return { content, sizeBytes: content.byteLength, width, height };
    }
    if (mimeType === "video/mp4" || mimeType === "audio/x-m4a") {
      await stripMp4Metadata(path).catch((error) => {
        throw error instanceof RangeError ? damaged() : error;
      });
    }
    return { content: { path }, sizeBytes };
  }

  async function storeFile(row: Parameters<typeof store.reserve>[1], content: Prepared["content"], caller: Caller) {
    const { id } = row;
    const reserved = await transact({ db }, (tx) => store.reserve(tx, row, limits.quota));
    if (!reserved) throw full();
    const giveUp = async () => {
      await storage.removeAll(library.folderOf(id));
      await transact({ db }, (tx) => store.deleteFileRow(tx, siteId, id));
    };
    await storage.put(library.originalOf(id), content).catch(async (error) => {
      // If this fails too, the cleanup task deletes the file later.
      await giveUp().catch(() => {});
      throw error;
    });
    return transact({ db }, async (tx) => {
      const stored = await store.markStored(tx, siteId, id);
      if (!stored) throw new Refusal("UNAVAILABLE", "Storing the file took too long.", 503);
      const { kind, name, mimeType, sizeBytes } = stored;
      const audit = { actor: caller, action: "media.upload", after: { kind, name, mimeType, sizeBytes } };
      await recordChange(tx, { siteId, at: now(), entity: "mediaFile", entityId: id, audit });
      return stored;
    });
  }

  return async function add({ name, alt, sent, caller }: UploadInput): Promise<store.MediaRow> {
    if ((await store.usedBytes(db, siteId)) + (sent.size ?? 0) > limits.quota) throw full();
    const { path, size } = await uploadFolder.receive(sent, name);
    try {
      if (size === 0) throw damaged();
      const { kind, mimeType, ending } = await typeOfFile(path, name);
      if (size > limits.sizeMax[kind]) throw tooLarge(limits.sizeMax[kind]);
      const { content, ...about } = await prepare(path, size, mimeType);
      const at = now();
      const own = { siteId, id: newId(), kind, name: cleanName(name, ending), alt, mimeType };
      return await storeFile({ ...own, ...about, createdDate: at, updatedDate: at }, content, caller);
    } finally {
      await rm(path, { force: true });
    }
  };
}

const damaged = () => new Refusal("FILE_DAMAGED", "The file is damaged.", 400);
