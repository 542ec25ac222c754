import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, linkKeys, ttlCache } from "@uola/kernel";
import { defaultLimits, type MediaLimits } from "./rules.ts";
import { type S3Settings, s3Storage } from "./s3.ts";
import { diskStorage } from "./storage.ts";
import * as store from "./store.ts";
import { createUploadFolder } from "./upload-folder.ts";

export type MediaSettings = {
  /** Where files lie, and where they come in; without one, in the system's folder for temporary files. */
  folder?: string;
  /** Where files lie instead; `folder` is then only where they come in. */
  s3?: S3Settings | undefined;
  limits?: Partial<Omit<MediaLimits, "sizeMax">> & { sizeMax?: Partial<MediaLimits["sizeMax"]> };
};

/** What a process knows only for a moment without asking again. */
const cacheMs = 60_000;

/** The files of a site: where their bytes lie, what is known of them, and how much of them there may be. */
export function createLibrary(context: Context, settings: MediaSettings = {}) {
  const { db, siteId, changes } = context;
  const folder = settings.folder ?? join(tmpdir(), `uola-media-${siteId}`);
  const { sizeMax, ...overrides } = settings.limits ?? {};
  const limits: MediaLimits = { ...defaultLimits, ...overrides, sizeMax: { ...defaultLimits.sizeMax, ...sizeMax } };
  const files = ttlCache((id: string) => store.find(db, siteId, id), { ttlMs: cacheMs });
  changes.subscribe(["media"], () => files.forget());
  const folderOf = (id: string) => `${siteId}/${id}`;
  return {
    limits,
    storage: settings.s3 ? s3Storage(settings.s3) : diskStorage(join(folder, "files")),
    uploadFolder: createUploadFolder(join(folder, "incoming"), limits),
    /** What is served, as it was a moment ago. */
    files,
    /** Opens what is in the bin to who may look into it: an `<img>` cannot say who asks. */
    binKeys: linkKeys(context, "mediaBinSecret"),
    folderOf,
    originalOf: (id: string) => `${folderOf(id)}/original`,
    /** Call it once a file is another one, or served no more. */
    changed: () => changes.publish("media"),
  };
}
export type Library = ReturnType<typeof createLibrary>;
