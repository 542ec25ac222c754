import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, linkKeys, ttlCache } from "@uola/kernel";
import { defaultLimits, type MediaLimits } from "./rules.ts";
import { type S3Settings, s3Storage } from "./s3.ts";
import { diskStorage } from "./storage.ts";
import * as store from "./store.ts";
import { createUploadFolder } from "./upload-folder.ts";

export type MediaSettings = {
  /** The folder for files and uploads. Default: the system's temporary folder. */
  folder?: string;
  /** Object storage for files. `folder` then contains uploads only. */
  s3?: S3Settings | undefined;
  limits?: Partial<Omit<MediaLimits, "sizeMax">> & { sizeMax?: Partial<MediaLimits["sizeMax"]> };
};

const servedCacheMs = 60_000;

/** The media library of a site: storage, metadata and limits. */
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
    /** Cached database rows of the files that are served. */
    files,
    /** Keys for files in the bin, because an `<img>` request carries no access token. */
    binKeys: linkKeys(context, "mediaBinSecret"),
    folderOf,
    originalOf: (id: string) => `${folderOf(id)}/original`,
    /** Must be called after a file has changed or is no longer served. */
    changed: () => changes.publish("media"),
  };
}
export type Library = ReturnType<typeof createLibrary>;
