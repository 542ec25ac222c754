/** A function and its position in a file, as given in a stack trace. */
export type Frame = {
  function?: string | undefined;
  file: string;
  line?: number | undefined;
  column?: number | undefined;
};

const readMax = 2000;
const messageMax = 300;
const framesMax = 20;

/** Capitalised words in error messages that are not personal names. */
const technical =
  /^(Abort|Access|Array|Bad|Chunk|Connection|Data|Database|Error|Error:|Failed|Fetch|Found|Gateway|Gone|Importing|Internal|Invalid|Json|Load|Map|Maximum|Minified|Module|Network|Not|Null|Object|Permission|Promise|Range|React|Reference|Request|Response|Script|Security|Server|Service|Set|String|Syntax|System|Timeout|Token|Too|Type|Unable|Unavailable|Undefined|Unexpected|Unhandled|Unknown|Worker)$/;

/**
 * Data that must not be stored, broadest pattern first: a query may contain an address, and an
 * address may contain a name. Values quoted in messages are removed unless they are plain
 * identifiers, because user input is quoted too.
 */
const rules: [RegExp, string | ((found: string) => string)][] = [
  [/\bhttps?:\/\/[^\s"'<>)]+/gi, (url) => url.replace(/^(https?:\/\/)[^/@]*@/i, "$1").replace(/[?#].*$/s, "?[query]")],
  [/[?&][\w.%[\]-]+=[^\s"')]*/g, "?[query]"],
  [/=\([^)]*\)/g, "=([value])"],
  [/[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, "[mail]"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "[id]"],
  [/\buola_[\w-]+/g, "[token]"],
  [/\b(?=[\w.-]*\d)(?=[\w.-]*[a-z])[\w-]{16,}(?:\.[\w-]+)*/gi, "[token]"],
  [/(?<![\w.:/])(?:\+|00)?\d(?:[\s().-]{0,2}\d){6,}\b/g, "[phone]"],
  [/(["'`„“”‘’«])([^"'`„“”‘’»«]*)(["'`“”‘’»])/g, (quoted) => (isIdentifier(quoted.slice(1, -1)) ? quoted : "“[text]”")],
  [/\p{Lu}[\p{L}'’-]*\p{Ll}(?:[ -]\p{Lu}[\p{L}'’-]*\p{Ll})+/gu, (words) => (isTechnical(words) ? words : "[name]")],
];

/**
 * Whether the text is an identifier such as `name`, `bookings.create` or `[mail]`. A word that
 * begins with a capital letter may be a person's name.
 */
const isIdentifier = (text: string) => /^(|[a-z_$][\w$.]*|[A-Z][A-Z\d_]+|\[\w+\]|[a-z]+[A-Z]\w*)$/.test(text);
const isTechnical = (words: string) => words.split(/[ -]/).every((word) => technical.test(word));

/**
 * Removes names, e-mail addresses, phone numbers, tokens, queries and quoted input from a text and
 * truncates it to the stored length.
 */
export const scrubText = (text: string): string =>
  rules
    .reduce(
      (scrubbed, [pattern, by]) => scrubbed.replace(pattern, by as string),
      text.slice(0, readMax).replace(/\p{Cc}+/gu, " "),
    )
    .trim()
    .slice(0, messageMax)
    .toWellFormed();

const ofChromium =
  /^\s*at (?:async )?(?:(.{1,200}?) \()?((?:https?|file|node|chrome-extension|webpack):[^\s()]+|\/[^\s()]+?):(\d+):(\d+)\)?$/;
const ofOthers = /^(.{0,200}?)@((?:https?|file|moz-extension|safari-web-extension):[^\s]+?):(\d+):(\d+)$/;

/**
 * Returns the frames of a stack trace, innermost first. Only functions and positions are read.
 * Lines with anything else, in particular the message, are dropped.
 */
export function framesOf(stack: string): Frame[] {
  return stack
    .slice(0, 8 * readMax)
    .split("\n")
    .flatMap((line) => {
      const [, name = "", file, at, column] = ofChromium.exec(line) ?? ofOthers.exec(line) ?? [];
      if (file === undefined) return [];
      const plain = /^[\w$.<>/ [\]#]{1,100}$/.test(name) ? name.replace(/^new |^async /, "") : undefined;
      return [{ function: plain || undefined, file: placeOf(file), line: Number(at), column: Number(column) }];
    })
    .slice(0, framesMax);
}

/**
 * Returns the path of a script on the site. For server files, returns the path relative to the
 * project folder.
 */
function placeOf(file: string): string {
  if (/^https?:/.test(file)) return file.replace(/^https?:\/\/[^/]*/, "").replace(/[?#].*$/, "") || "/";
  if (/^[\w-]+-extension:/.test(file)) return file.replace(/:.*/, ":");
  return (
    /(?:^|\/)((?:apps|packages|node_modules)\/(?!.*\/node_modules\/).*)$/.exec(file)?.[1] ?? file.replace(/^.*\//, "")
  ).slice(0, 200);
}

const browsers: [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/, "Edge"],
  [/\bOPR\/(\d+)/, "Opera"],
  [/\bSamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/\b(?:Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+).* Safari\//, "Safari"],
];

/**
 * Returns the browser and its version, such as `Firefox 143`: only as much of the user agent as is
 * needed to reproduce the error.
 */
export function browserOf(userAgent: string | undefined): string | undefined {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent ?? "")?.[1];
    if (version) return `${name} ${version}`;
  }
  return undefined;
}
