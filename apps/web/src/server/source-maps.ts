import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload, type SourceMapping } from "node:module";
import { join } from "node:path";

type Frame = { function?: string | undefined; file: string; line?: number | undefined; column?: number | undefined };

/**
 * Maximum number of parsed source maps held in memory; the source map of React alone is several
 * megabytes.
 */
const keptMax = 8;

/**
 * Returns a function that maps a position in a built script to its source. The maps stay on the
 * server: their folder is not served.
 */
export function createSourceMaps(folder: string): (frame: Frame) => Frame {
  const kept = new Map<string, SourceMap | undefined>();

  const mapOf = (script: string): SourceMap | undefined => {
    if (!kept.has(script)) {
      const [oldest] = kept.keys();
      if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
      kept.set(script, readMap(join(folder, `${script}.map`)));
    }
    return kept.get(script);
  };

  return (frame) => {
    const { file, line, column } = frame;
    const script = /^\/assets\/([\w.-]+\.js)$/.exec(file)?.[1];
    if (script === undefined || line === undefined || column === undefined) return frame;
    const found = mapOf(script)?.findEntry(line - 1, column - 1) as (SourceMapping & { name?: string }) | undefined;
    if (!found || !("originalSource" in found)) return frame;
    return {
      file: sourceOf(found.originalSource),
      line: found.originalLine + 1,
      column: found.originalColumn + 1,
      // A minified function name is meaningless and changes with every build.
      function: found.name || (frame.function && frame.function.length > 2 ? frame.function : undefined),
    };
  };
}

function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, "utf8")) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/** A source path relative to the project root; source maps give it relative to the build output in `apps/web`. */
const sourceOf = (source: string) =>
  source
    .replace(/^(\.\.\/)+/, "")
    .replace(/^(?=src\/)/, "web/")
    .replace(/^(?=(?:admin|site|web)\/src\/)/, "apps/");
