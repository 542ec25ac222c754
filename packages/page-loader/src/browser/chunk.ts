import { fetchJson } from "./page-data.ts";
import { reloadOnce } from "./reload-once.ts";

/** The site is reachable but the script is not: it belongs to a build that is no longer served. */
export class ChunkGone extends Error {
  override name = "ChunkGone";
}

/**
 * Loads a script on demand. If the script is unavailable although the site is reachable, the site
 * was rebuilt while this page was open. The page is then reloaded, once per URL and build, and the
 * promise stays pending until the page is left. Rejects with `ChunkGone` if the reload did not
 * help, and with the browser's own error if there is no connection.
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

/**
 * Returns the id of the build that the server currently serves, or undefined if the server cannot
 * be reached.
 */
const servedBuild = (): Promise<string | undefined> =>
  fetchJson("/page-data/app-data.json", { cache: "no-store" }).then(
    (app) => (app as { build: string }).build,
    () => undefined,
  );
