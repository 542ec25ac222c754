import { parseSync } from "vite";

/** Names of connection pools, and of caches that query a pool. */
const databases = new Set(["db", "pool", "questions"]);
const caches = new Set(["catalogue", "serviceCache", "offerLookup", "collections", "offering", "offers", "calendars"]);
/** Methods of caches that never query. */
const nonQueryingMethods = new Set(["tableOf"]);

type Node = { type: string; start: number; [key: string]: unknown };
export type Asking = { line: number; asks: string };

/**
 * Finds code inside a transaction (with a parameter `tx`, or in the callback of `transact`) that
 * requests a second connection from the pool. If as many such transactions as the pool has
 * connections ran at once, they would deadlock.
 */
export function secondConnections(path: string, text: string): Asking[] {
  const found: Asking[] = [];
  const visit = (node: Node, within: boolean, opens = false): void => {
    if (isFunction(node)) {
      const names = parametersOf(node);
      // A function with a parameter `db` uses that database, even inside a transaction.
      const inside = opens || names.has("tx") || (within && !names.has("db"));
      each(node, (child, key) => {
        if (key !== "params") visit(child, inside);
      });
      return;
    }
    if (isTransact(node) && !within) {
      const given = node.arguments as Node[];
      for (const argument of given) visit(argument, false, argument === given.at(-1));
      return;
    }
    const asks = within ? askedBy(node) : undefined;
    if (asks) found.push({ line: text.slice(0, node.start).split("\n").length, asks });
    each(node, (child, key) => {
      if (!isName(node, key)) visit(child, within);
    });
  };
  if (/\btx\b|\btransact\(/.test(text)) visit(parseSync(path, text).program as unknown as Node, false);
  return found;
}

const isTransact = ({ type, callee }: Node) =>
  type === "CallExpression" && (callee as Node | undefined)?.name === "transact";

const isFunction = ({ type }: Node) =>
  type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "FunctionDeclaration";

/** Whether a child of a node is the name of a property or a type and not a variable in scope. */
const isName = ({ type, computed }: Node, key: string) =>
  key.startsWith("type") ||
  (computed !== true && type === "MemberExpression" && key === "property") ||
  (computed !== true && type === "Property" && key === "key");

function askedBy(node: Node): string | undefined {
  if (isTransact(node)) return "transact";
  if (node.type === "Identifier") return databases.has(String(node.name)) ? String(node.name) : undefined;
  if (node.type !== "MemberExpression") return undefined;
  const [object, property] = [node.object as Node, node.property as Node];
  const owner = String(object.name ?? (object.property as Node | undefined)?.name);
  const name = String(property.name);
  const asks = databases.has(name) || (caches.has(owner) && !nonQueryingMethods.has(name));
  return asks ? `${owner}.${name}` : undefined;
}

/**
 * Returns the names of a function's required parameters. Optional ones are left out, because a
 * function with an optional `tx` may have to use the pool.
 */
function parametersOf({ params }: Node): Set<string> {
  const names = new Set<string>();
  const add = (node: Node) => {
    if (node.type === "Identifier" && !node.optional) names.add(String(node.name));
    each(node, (child, key) => {
      if (!isName(node, key)) add(child);
    });
  };
  for (const parameter of params as Node[]) add(parameter);
  return names;
}

function each(node: Node, see: (child: Node, key: string) => void) {
  for (const [key, value] of Object.entries(node)) {
    for (const child of [value].flat() as (Partial<Node> | null)[]) if (child?.type) see(child as Node, key);
  }
}
