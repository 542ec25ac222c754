import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Sheet } from "@uola/page-loader/page.ts";
import type { Build } from "@uola/page-loader/server/document.ts";
import { type Locale, locales } from "@uola/words/language";
import { build, type Manifest } from "vite";
import { headScript } from "../head-script.ts";
import { site as table } from "../pages.ts";
import { fewChunks } from "./chunks.ts";
import { entryModule, hydrationModule, idleModules } from "./entry-modules.ts";
import { sourceFile } from "./module-imports.ts";
import { viewOf } from "./still-pages.ts";
import { messagesPerPage } from "./words.ts";

const web = join(import.meta.dirname, "../..");
const out = join(web, "build");
const client = join(out, "client");
const sheets: Record<Sheet, string> = { public: "apps/web/src/public.css", admin: "apps/web/src/admin.css" };

/**
 * Builds `build/`: the browser's files with compressed copies, the server bundle, and `site.json`
 * for both. Browsers get the messages of one language only: scripts are built once per language,
 * and files without messages are identical in all.
 */
async function buildSite(): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  const input = {
    entry: sourceFile(entryModule),
    public: sourceFile(sheets.public),
    admin: sourceFile(sheets.admin),
  };
  const manifests = {} as Manifests;
  for (const locale of locales) {
    const manifest = `manifest-${locale}.json`;
    await build({
      root: web,
      logLevel: "warn",
      plugins: [messagesPerPage(locale), fewChunks()],
      build: { outDir: client, emptyOutDir: false, manifest, sourcemap: "hidden", rolldownOptions: { input } },
    });
    renameSync(join(client, manifest), join(out, manifest));
    manifests[locale] = JSON.parse(readFileSync(join(out, manifest), "utf8")) as Manifest;
  }
  await build({
    root: web,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    build: { outDir: join(out, "server"), ssr: "src/serve.ts", copyPublicDir: false },
  });
  keepMapsApart();
  writeFileSync(join(out, "site.json"), JSON.stringify(siteBuild(manifests), null, 1));
  await compressAll(client);
}

/**
 * Moves the source maps out of the public files: the server uses them to resolve error locations,
 * and browsers do not get them.
 */
function keepMapsApart(): void {
  const maps = join(out, "maps");
  mkdirSync(maps);
  for (const file of readdirSync(join(client, "assets"))) {
    if (file.endsWith(".map")) renameSync(join(client, "assets", file), join(maps, file));
  }
}

type Manifests = Record<Locale, Manifest>;

function siteBuild(manifests: Manifests): Build {
  const assets = readdirSync(join(client, "assets"));
  const files = { public: chunk(manifests.lt, sheets.public).file, admin: chunk(manifests.lt, sheets.admin).file };
  // A document includes only one of the two stylesheets, so the styles of a component with a
  // separate stylesheet would be missing.
  const more = assets.filter((file) => file.endsWith(".css") && !Object.values(files).includes(`assets/${file}`));
  if (more.length > 0)
    throw new Error(`All styles belong to ${Object.values(sheets).join(" or ")}; there is also ${more}.`);
  const text = readFileSync(join(client, files.public), "utf8").trim();
  // Headlines draw their diacritics as climbing holds, so their font needs only plain Latin
  // letters. Running text uses a font with Lithuanian letters.
  const fonts = assets.filter((file) => /^(anybody-latin|hanken-latin|hanken-lithuanian)-.*\.woff2$/.test(file));
  const id = createHash("sha256").update(JSON.stringify(manifests)).update(text).digest("hex").slice(0, 12);
  const inEach = <Value>(of: (manifest: Manifest) => Value) =>
    Object.fromEntries(locales.map((locale) => [locale, of(manifests[locale])])) as Record<Locale, Value>;
  return {
    id,
    styles: { public: { text }, admin: { file: `/${files.admin}` } },
    entry: inEach(entryOf),
    idle: inEach(idleOf),
    scripts: inEach(scriptsOf),
    fonts: fonts.map((file) => `/assets/${file}`),
    early: headScript,
  };
}

function entryOf(manifest: Manifest): string {
  const entry = chunk(manifest, entryModule);
  if (filesOf(manifest, entryModule).length > 1) throw new Error(`The entry brings in ${entry.imports} at once.`);
  return `/${entry.file}`;
}

/** Returns the files that a public document loads when idle, which are all that a static page needs. */
const idleOf = (manifest: Manifest): string[] =>
  [...new Set(idleModules.flatMap((source) => filesOf(manifest, source)))].map((file) => `/${file}`);

/** Returns the scripts needed to hydrate each page, by page name. */
function scriptsOf(manifest: Manifest): Record<string, string[]> {
  const entry = chunk(manifest, entryModule);
  const needed = (view: string) => {
    const files = new Set([hydrationModule, view].flatMap((source) => filesOf(manifest, source)));
    return [...files].filter((file) => file !== entry.file).map((file) => `/${file}`);
  };
  return Object.fromEntries(Object.entries(table.pages).map(([name, page]) => [name, needed(viewOf(page))]));
}

function chunk(manifest: Manifest, source: string) {
  const found = manifest[keyOf(source)];
  if (!found) throw new Error(`${source} is not in the manifest.`);
  return found;
}

/** The manifest names modules relative to Vite's root. */
const keyOf = (source: string) => relative(web, sourceFile(source));

/** Returns a chunk and all its static imports, recursively; chunks may import each other. */
function filesOf(manifest: Manifest, source: string): string[] {
  const reached = new Set([keyOf(source)]);
  for (const key of reached) for (const imported of manifest[key]?.imports ?? []) reached.add(imported);
  return [...reached].map((key) => {
    const { file } = manifest[key] ?? {};
    if (!file) throw new Error(`${key} is not in the manifest.`);
    return file;
  });
}

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
