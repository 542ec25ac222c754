import type { Plugin } from "vite";

const nothing = "\0server-only";
const table = /\/src\/(public|admin)-pages\.ts$/;
/** What the rows of the table say to the server alone. Which texts a page has is asked by the editor of content, too. */
const forTheServer = new Set(["aliases", "data", "menu", "name", "topics"]);

type Node = { type: string; start: number; end: number; [part: string]: unknown };

/**
 * Keeps out of the browser what is for the server: `*.data.ts`, of which an empty module is left, and in the table of pages,
 * which every page carries, whatever browsers have no use for.
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

/** In each `page({ … })`, the properties of these names. */
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

/** The code without some of its properties and the commas behind them. */
const without = (code: string, cuts: readonly Node[]) =>
  cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ""), code);

/** Vite's own way to import on demand brings stylesheets along, which no page of ours has. */
export const plainImports = (): Plugin => ({
  name: "uola:plain-imports",
  enforce: "pre",
  apply: "build",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
});
