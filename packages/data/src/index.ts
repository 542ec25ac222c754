import type { Context, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { collectionSweeping, collections } from "./collections/collections.ts";
import { type ConnectionSettings, connections, createExternalDatabases } from "./connections/connections.ts";
import { content } from "./content/content.ts";
import { editing, publishing } from "./editing/editing.ts";
import { importsAndExports, importWork } from "./imports/imports.ts";
import { covering, indexBuilding, indexes } from "./indexes/indexes.ts";
import { items } from "./items/items.ts";
import { createLibrary, type MediaSettings, media, mediaPages, mediaWork } from "./media/media.ts";

export { collectionSweeping, collections } from "./collections/collections.ts";
export { type ConnectionSettings, connections, createExternalDatabases } from "./connections/connections.ts";
export { content, createSiteLists, type ListName } from "./content/content.ts";
export { editing, publishing } from "./editing/editing.ts";
export { importsAndExports, importWork } from "./imports/imports.ts";
export { indexBuilding, indexes } from "./indexes/indexes.ts";
export { items } from "./items/items.ts";
export { createLibrary, imagesById, type MediaSettings, media, mediaPages, mediaWork } from "./media/media.ts";

export type DataOptions = {
  /** Where databases that are not ours may be, and how long they may take. */
  connections?: ConnectionSettings | undefined;
  /** Where files of the media library lie, and how much of them there may be. */
  media?: MediaSettings | undefined;
};

/** Collections and their items, here and in other databases; what is written in them, and the files they show. */
export function createData(context: Context, options: DataOptions = {}) {
  const library = createLibrary(context, options.media);
  const databases = createExternalDatabases(context, options.connections);
  return {
    handlers: {
      connections: connections(context, databases),
      collections: collections(context, databases),
      items: items(context, databases),
      indexes: indexes(context),
      editing: editing(context),
      content: content(context),
      media: media(context, library),
      ...importsAndExports(context),
    },
    pages: mediaPages(context, library),
    work: [
      collectionSweeping(context),
      indexBuilding(context),
      covering(context),
      publishing(context),
      mediaWork(context, library),
      importWork(context),
    ],
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
