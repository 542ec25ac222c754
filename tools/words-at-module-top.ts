import { parseSync } from "vite";

type Node = { type: string; start: number; [key: string]: unknown };

/**
 * The formats that depend on the language; all other exports of a formats module are the same in
 * every language.
 */
const formats = /^(weekday|weekdayShort|day[A-Z]\w*|dateLong|monthHeading|weekRange|duration|relativeDay|money|price)$/;

/**
 * Returns the lines where a module requests a translation or a format when it is loaded. The
 * language is a property of the request, so a value stored by a module may be in the wrong
 * language.
 */
export function wordsAtModuleTop(path: string, text: string): number[] {
  if (!/@uola\/words/.test(text)) return [];
  const program = parseSync(path, text).program as unknown as Node;
  const speaking = new Set<string>();
  const found: number[] = [];
  for (const node of program.body as Node[]) {
    if (node.type !== "ImportDeclaration") continue;
    const from = String((node.source as Node).value);
    if (!/^@uola\/words\/(site|admin|formats)$/.test(from)) continue;
    for (const { imported, local } of node.specifiers as { imported?: Node; local: Node }[]) {
      const name = String(imported?.name);
      if (name === "say" || name === "words" || formats.test(name)) speaking.add(String(local.name));
    }
  }
  const visit = (node: Node) => {
    if (/Function/.test(node.type)) return;
    const callee = node.callee as Node | undefined;
    if (node.type === "CallExpression" && speaking.has(String(callee?.name))) {
      found.push(text.slice(0, node.start).split("\n").length);
    }
    for (const value of Object.values(node)) {
      for (const child of [value].flat() as (Partial<Node> | null)[]) if (child?.type) visit(child as Node);
    }
  };
  visit(program);
  return found;
}
