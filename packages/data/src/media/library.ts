import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, linkKeys, ttlCache } from "@uola/kernel";
import { defaultLimits, type MediaLimits } from "./rules.ts";
import { type S3Settings, s3Storage } from "./s3.ts";
import { diskStorage } from "./storage.ts";
import * as store from "./store.ts";
import { createUploadFolder } from "./upload-folder.ts";

export type MediaSettings = {
  /** Folder for files and uploads; default: the system's temporary folder. */
  folder?: string;
  /** Object storage for files. `folder` then holds uploads only. */
  s3?: S3Settings | undefined;
  limits?: Partial<Omit<MediaLimits, "sizeMax">> & { sizeMax?: Partial<MediaLimits["sizeMax"]> };
};

const servedCacheMs = 60_000;

/** The files of a site: storage, metadata and limits. */
export function createLibrary(context: Context, settings: MediaSettings = {}) {
  const { db, siteId, changes } = context;
  const folder = settings.folder ?? join(tmpdir(), `uola-media-${siteId}`);
  const { sizeMax, ...overrides } = settings.limits ?? {};
  const limits: MediaLimits = { ...defaultLimits, ...overrides, sizeMax: { ...defaultLimits.sizeMax, ...sizeMax } };
  const files = ttlCache((id: string) => store.find(db, siteId, id), { ttlMs: servedCacheMs });
  changes.subscribe(["media"], () => files.forget());
  const folderOf = (id: string) => `${siteId}/${id}`;
  return {
    limits,
    storage: settings.s3 ? s3Storage(settings.s3) : diskStorage(join(folder, "files")),
    uploadFolder: createUploadFolder(join(folder, "incoming"), limits),
    /** Cached rows of files that are served. */
    files,
    /** Keys for files in the bin: an `<img>` request has no token. */
    binKeys: linkKeys(context, "mediaBinSecret"),
    folderOf,
    originalOf: (id: string) => `${folderOf(id)}/original`,
    /** Call it after a file changed or is no longer served. */
    changed: () => changes.publish("media"),
  };
}
export type Library = ReturnType<typeof createLibrary>;
