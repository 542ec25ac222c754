import { XMLParser, XMLValidator } from "fast-xml-parser";

/** An XML element: its child elements as a list for each name, with its text and attributes. */
export type Element = { [name: string]: Element[] | string | undefined; "#text"?: string; "@Ccy"?: string };

type Code = "NOT_A_STATEMENT" | "STATEMENT_INCOMPLETE";

/**
 * The reason why a file cannot be imported. It is not a Refusal because the worker thread that
 * reads files does not load the kernel.
 */
export class StatementError extends Error {
  readonly code: Code;
  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

export const notAStatement = (why: string): StatementError =>
  new StatementError("NOT_A_STATEMENT", `The file cannot be read as a statement: ${brief(why)}.`);

/** Error messages quote parts of the file, which may be megabytes long. */
const brief = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  // Amounts and references are kept as text, since "007" is not a number.
  parseTagValue: false,
  parseAttributeValue: false,
  alwaysCreateTextNode: true,
  isArray: (name: string, _: unknown, __: boolean, isAttribute: boolean) => !isAttribute && name !== "?xml",
});

/**
 * Parses an XML file. Rejects a document type declaration, so that only the five predefined XML
 * entities are resolved.
 */
export function parseXml(file: Uint8Array): Element {
  const text = decode(file).trimStart();
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw notAStatement("it has a document type");
  const problem = XMLValidator.validate(text);
  if (problem !== true) throw notAStatement(`it is not XML (${brief(problem.err.msg)})`);
  try {
    return parser.parse(text) as Element;
  } catch (error) {
    throw notAStatement(error instanceof Error ? error.message : "it is not XML");
  }
}

/**
 * Decodes a file. The encoding is detected from the byte order mark or the zero bytes of UTF-16,
 * otherwise from the XML declaration; the default is UTF-8.
 */
function decode(file: Uint8Array): string {
  const encoding = encodingOf(file);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    throw notAStatement(`it is not in ${encoding}`);
  }
}

function encodingOf(file: Uint8Array): string {
  const start = Buffer.from(file.subarray(0, 200));
  const mark = start.toString("hex", 0, 3);
  if (mark === "efbbbf") return "UTF-8";
  if (mark.startsWith("fffe")) return "UTF-16LE";
  if (mark.startsWith("feff")) return "UTF-16BE";
  if (start[1] === 0) return "UTF-16LE";
  if (start[0] === 0) return "UTF-16BE";
  const [, declared = "UTF-8"] = /<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/.exec(start.toString("latin1")) ?? [];
  // The declaration was readable as single bytes, so the file cannot be in UTF-16 even if it
  // declares that encoding.
  return /^utf-?16/i.test(declared) ? "UTF-8" : declared;
}

/** Returns all elements at a path. */
export const all = (element: Element, ...path: string[]): Element[] =>
  path.reduce<Element[]>(
    (found, name) => found.flatMap((one) => (Array.isArray(one[name]) ? (one[name] as Element[]) : [])),
    [element],
  );

/** Returns the non-blank texts at a path. */
export const texts = (elements: readonly Element[], ...path: string[]): string[] =>
  elements
    .flatMap((element) => all(element, ...path))
    .map((found) => found["#text"]?.trim() ?? "")
    .filter(Boolean);

export const first = (elements: readonly Element[], ...path: string[]): string => texts(elements, ...path)[0] ?? "";

export const textAt = (element: Element, ...path: string[]): string => first([element], ...path);
