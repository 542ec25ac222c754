import type { Plugin } from "vite";

const nothing = "\0server-only";
const table = /\/src\/(public|admin)-pages\.ts$/;
/**
 * Properties of page table entries that only the server uses. `content` is not among them because
 * the content editor reads it too.
 */
const forTheServer = new Set(["aliases", "data", "menu", "name", "topics"]);

type Node = { type: string; start: number; end: number; [part: string]: unknown };

/**
 * Removes server-only code from browser bundles: `*.data.ts` files become empty modules, and the
 * entries of the page table, which is part of every page, lose the properties that browsers do not
 * use.
 */
export const serverOnly = (): Plugin => ({
  name: "uola:server-only",
  enforce: "pre",
  resolveId(source) {
    return this.environment.name === "client" && /\.data(\.ts)?$/.test(source) ? nothing : undefined;
  },
  load(id) {
    return id === nothing ? "export {};" : undefined;
  },
  transform(code, id) {
    if (this.environment.name !== "client" || !table.test(id)) return undefined;
    const cuts = propertiesOfPages(this.parse(code, { lang: "ts" }) as unknown as Node, forTheServer);
    return { code: without(code, cuts), map: null };
  },
});

/** Returns the properties with these names in each `page({ … })` call. */
function propertiesOfPages(node: Node, names: ReadonlySet<string>): Node[] {
  if (node.type === "CallExpression" && (node.callee as Node).name === "page") {
    const [row] = node.arguments as Node[];
    return ((row?.properties ?? []) as Node[]).filter(({ key }) =>
      names.has((key as Node | undefined)?.name as string),
    );
  }
  return Object.values(node)
    .flat()
    .flatMap((part) => (isNode(part) ? propertiesOfPages(part, names) : []));
}

const isNode = (part: unknown): part is Node => typeof part === "object" && part !== null && "type" in part;

/** Returns the code without the given properties and the commas that follow them. */
const without = (code: string, cuts: readonly Node[]) =>
  cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ""), code);

/**
 * Replaces Vite's wrapper for dynamic imports, which also loads stylesheets; the site's pages never
 * need that.
 */
export const plainImports = (): Plugin => ({
  name: "uola:plain-imports",
  enforce: "pre",
  apply: "build",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
});
