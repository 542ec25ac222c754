import type { Context, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { collectionCleanupTask, collections } from "./collections/collections.ts";
import { type ConnectionSettings, connections, createExternalDatabases } from "./connections/connections.ts";
import { content } from "./content/content.ts";
import { editing, publishTask } from "./editing/editing.ts";
import { importsAndExports, importTasks } from "./imports/imports.ts";
import { coveringIndexTask, indexBuildTask, indexes } from "./indexes/indexes.ts";
import { items } from "./items/items.ts";
import { createLibrary, type MediaSettings, media, mediaCleanupTask, mediaPages } from "./media/media.ts";

export { collectionCleanupTask, collections } from "./collections/collections.ts";
export { type ConnectionSettings, connections, createExternalDatabases } from "./connections/connections.ts";
export { content, createSiteLists, type ListName } from "./content/content.ts";
export { editing, publishTask } from "./editing/editing.ts";
export { importsAndExports, importTasks } from "./imports/imports.ts";
export { indexBuildTask, indexes } from "./indexes/indexes.ts";
export { items } from "./items/items.ts";
export { createLibrary, imagesById, type MediaSettings, media, mediaCleanupTask, mediaPages } from "./media/media.ts";

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
    tasks: [
      collectionCleanupTask(context),
      indexBuildTask(context),
      coveringIndexTask(context),
      publishTask(context),
      mediaCleanupTask(context, library),
      ...importTasks(context),
    ],
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
