import { fetchJson } from "./page-data.ts";
import { reloadOnce } from "./reload-once.ts";

/** The site can be reached, but not the script: it belongs to a build that is no longer served. */
export class ChunkGone extends Error {
  override name = "ChunkGone";
}

/**
 * Loads a script on demand. When it cannot be had although the site can, the site was built anew while this page was open:
 * the page is loaded anew, once for each address and build, and the promise stays open until the page is left. Refuses
 * with `ChunkGone` when that did not help, and with the browser's own error when there is no connection.
 */
export async function chunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const build = await servedBuild();
    if (build === undefined) throw error;
    if (!reloadOnce(`${build} ${location.pathname}`)) {
      throw new ChunkGone("A script of this page is gone.", { cause: error });
    }
    return new Promise<never>(() => {});
  }
}

/** The build the server has now; undefined when the server cannot be reached. */
const servedBuild = (): Promise<string | undefined> =>
  fetchJson("/page-data/app-data.json", { cache: "no-store" }).then(
    (app) => (app as { build: string }).build,
    () => undefined,
  );
