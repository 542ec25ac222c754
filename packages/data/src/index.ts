import type { Context, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { collectionCleanupTask, collections, createCollections } from "./collections/collections.ts";
import { type ConnectionSettings, connections, createExternalDatabases } from "./connections/connections.ts";
import {
  content,
  createSiteLists,
  type FormerTexts,
  type PageSeed,
  type Seeds,
  type SiteLists,
} from "./content/content.ts";
import { publicationRules } from "./content/publication-rules.ts";
import { editing, publishTask } from "./editing/editing.ts";
import { importsAndExports, importTasks } from "./imports/imports.ts";
import { coveringIndexTask, indexBuildTask, indexes } from "./indexes/indexes.ts";
import { createItemServices, items } from "./items/items.ts";
import { createLibrary, type MediaSettings, media, mediaCleanupTask, mediaPages } from "./media/media.ts";

export type { ListName, PageSeed, SiteLists } from "./content/content.ts";
export { imagesById, type MediaSettings } from "./media/media.ts";

export type DataOptions = {
  /** Address restrictions and timeouts for external databases. */
  connections?: ConnectionSettings | undefined;
  /** The pages whose texts the owner writes. */
  pages?: readonly PageSeed[] | undefined;
  /** The initial items of lists. */
  items?: Seeds | undefined;
  /** Texts of earlier releases that `items` replaces if the owner has not edited them. */
  formerTexts?: FormerTexts | undefined;
  /** Storage and limits of the media library. */
  media?: MediaSettings | undefined;
};

/** Collections, items, page content, media and imports. */
export function createData(context: Context, options: DataOptions = {}) {
  const databases = createExternalDatabases(context, options.connections);
  const schemas = createCollections(context);
  const services = createItemServices(context, schemas, publicationRules);
  const library = createLibrary(context, options.media);
  return {
    /** Access to the lists of pages, for features that apply rules to them. */
    siteLists: createSiteLists(context, services, options),
    handlers: {
      connections: connections(context, databases),
      collections: collections(context, schemas, databases),
      items: items(context, services, databases),
      indexes: indexes(context, schemas),
      editing: editing(context, services),
      content: content(context, services),
      media: media(context, library),
      ...importsAndExports(context, services),
    },
    pages: mediaPages(context, library),
    tasks: [
      collectionCleanupTask(context),
      indexBuildTask(context, schemas),
      coveringIndexTask(context, schemas),
      publishTask(context, services),
      mediaCleanupTask(context, library),
      ...importTasks(context, services),
    ],
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers>; siteLists: SiteLists };
}
