import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type Manifest } from "vite";
import { earlyScript } from "../../early.ts";
import type { Build } from "../server/document.ts";
import { printPageWeights } from "./weights.ts";

const site = join(import.meta.dirname, "../../..");
const out = join(site, "build");
const client = join(out, "client");

/** Makes `build/`: the browser's files with their compressed twins, the server's bundle, and `site.json` for both. */
async function buildSite(): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  const input = { entry: join(site, "src/entry.ts"), style: join(site, "src/ui/styles.css") };
  await build({
    root: site,
    logLevel: "warn",
    build: { outDir: client, emptyOutDir: true, manifest: "../manifest.json", rolldownOptions: { input } },
  });
  await build({
    root: site,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    build: { outDir: join(out, "server"), ssr: "src/served.ts", copyPublicDir: false },
  });
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as Manifest;
  writeFileSync(join(out, "site.json"), JSON.stringify(siteBuild(manifest), null, 1));
  await compressAll(client);
  printPageWeights();
}

function siteBuild(manifest: Manifest): Build {
  const sheet = readdirSync(join(client, "assets")).find((file) => file.endsWith(".css"));
  const text = sheet ? readFileSync(join(client, "assets", sheet), "utf8").trim() : "";
  const fonts = readdirSync(join(client, "assets")).filter((file) => /latin-ext.*normal.*\.woff2$/.test(file));
  const always = ["src/loader/browser/root.tsx", "src/frame.tsx"];
  const entry = chunk(manifest, "src/entry.ts");
  const needed = (view: string) => {
    const files = new Set([...always, view].flatMap((source) => filesOf(manifest, source)));
    return [...files].filter((file) => file !== entry.file).map((file) => `/${file}`);
  };
  const scripts = Object.fromEntries([...views()].map(([name, view]) => [name, needed(view)]));
  const id = createHash("sha256").update(JSON.stringify(manifest)).update(text).digest("hex").slice(0, 12);
  return {
    id,
    style: { text },
    entry: `/${entry.file}`,
    scripts,
    fonts: fonts.map((file) => `/assets/${file}`),
    early: earlyScript,
  };
}

/** Page name → source of its view, read from the table's text: the manifest knows sources, the table only imports. */
function views(): Map<string, string> {
  const table = readFileSync(join(site, "src/pages.ts"), "utf8");
  const rows = table.matchAll(/^ {4}"?([\w-]+)"?: page\(\{[\s\S]*?view: \(\) => import\("\.\/(.+?)"\)/gm);
  const found = new Map([...rows].map(([, name, view]) => [name as string, `src/${view}`]));
  const expected = table.match(/page\(\{/g)?.length ?? 0;
  if (found.size !== expected)
    throw new Error(`src/pages.ts has ${expected} rows, of which ${found.size} could be read.`);
  return found;
}

function chunk(manifest: Manifest, source: string) {
  const found = manifest[source];
  if (!found) throw new Error(`${source} is not in the manifest.`);
  return found;
}

/** A chunk and everything it imports before it can run. */
const filesOf = (manifest: Manifest, source: string): string[] => {
  const { file, imports = [] } = chunk(manifest, source);
  return [file, ...imports.flatMap((imported) => filesOf(manifest, imported))];
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compressAll(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.(woff2|png)$/.test(path)) continue;
    const bytes = readFileSync(path);
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, await brotli(bytes, { params: quality }));
    writeFileSync(`${path}.gz`, await zip(bytes, { level: 9 }));
  }
}

if (import.meta.main) await buildSite();
