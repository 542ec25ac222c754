import { pipeline, Readable } from "node:stream";
import type { ItemsFormat } from "@uola/contract";
import { required } from "@uola/contract/required";
import { Refusal, type UploadedFile } from "@uola/kernel";
import { parse } from "csv-parse";
import type { Cell } from "./cell-values.ts";

/** A row of the file. `line` is the line on which it begins, counted from 1. */
export type RawRow = { line: number; cells: Cell[] } | { line: number; data: unknown };

const rowCharactersMax = 1024 * 1024;
const headCharactersMax = 64 * 1024;
const depthMax = 60;

/**
 * Streams the rows of a file. The first row of a table contains the headings. With `part`, the file
 * may end within a row, which is then dropped. Rejects with FILE_DAMAGED or FILE_ENCODING.
 */
export async function* rowsOf(sent: UploadedFile, format: ItemsFormat, part = false): AsyncGenerator<RawRow> {
  const text = textOf(sent, part);
  const rows = format === "CSV" ? tableRows(text, part) : objects(text, part);
  yield* rows;
}

/** Decodes UTF-8, and UTF-16 with a byte order mark (Excel's "Unicode Text" format). */
async function* textOf(sent: UploadedFile, part: boolean): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let start: Uint8Array = new Uint8Array();
  try {
    for await (const chunk of sent.chunks()) {
      if (decoder) {
        yield decoder.decode(chunk, { stream: true });
        continue;
      }
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) continue;
      decoder = new TextDecoder(encodingOf(start), { fatal: true });
      yield decoder.decode(start, { stream: true });
    }
    if (!decoder) yield new TextDecoder("utf-8", { fatal: true }).decode(start);
    else if (!part) decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new Refusal("FILE_ENCODING", notUnicode, 400) : error;
  }
}

/**
 * Single-byte encodings such as Windows-1257 cannot be distinguished, so a guess would silently
 * corrupt letters.
 */
const notUnicode = "The file is neither UTF-8 nor UTF-16 with a byte order mark. Save it as CSV UTF-8.";

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

async function* tableRows(text: AsyncGenerator<string>, part: boolean): AsyncGenerator<RawRow> {
  const { head, rest, separator } = await fileHead(text);
  const linesBefore = separator === undefined ? 0 : 1;
  const parser = parse({
    delimiter: separator ?? delimiterOf(head),
    info: true,
    cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: rowCharactersMax,
  });
  // The pipeline destroys the parser on error, and the parser reports it.
  pipeline(Readable.from(rest), parser, () => {});
  let before: RawRow | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Cell[]; info: { lines: number } }>) {
      // Excel writes rows of separators below the last filled row.
      if (record.every((cell) => cell === null || cell.trim() === "")) continue;
      if (before) yield before;
      const inner = record.reduce((sum, cell) => sum + (cell?.match(/\n/g)?.length ?? 0), 0);
      before = { line: linesBefore + info.lines - inner, cells: record };
    }
    // The last row of a partial file may be incomplete.
    if (before && !part) yield before;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))) throw error;
    if (!part) throw damaged(`The table cannot be read: ${error.message.slice(0, 200)}`);
    if (before) yield before;
  }
}

/**
 * Returns the beginning of the text up to the end of the first line, and the whole text. Excel's
 * first line `sep=;` is omitted from both and returned as the separator.
 */
async function fileHead(text: AsyncGenerator<string>) {
  let head = "";
  let ended = false;
  while (!ended && !/\n/.test(head) && head.length < headCharactersMax) {
    const { value, done } = await text.next();
    if (done) ended = true;
    else head += value;
  }
  const [line = "", separator] = /^"?sep=([^\p{L}\p{N}" \r\n])"?(?:\r\n?|\n)/iu.exec(head) ?? [];
  head = head.slice(line.length);
  async function* rest() {
    if (head !== "") yield head;
    if (!ended) yield* text;
  }
  return { head, rest: rest(), separator };
}

/** Returns the semicolon, comma or tab, whichever is most frequent in the first line outside quotes. */
function delimiterOf(head: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^"\n])*/.exec(head)?.[0].replace(/"(?:[^"]|"")*"/g, "") ?? "";
  const count = (sign: string) => line.split(sign).length;
  return required([";", ",", "\t"].toSorted((a, b) => count(b) - count(a))[0], "separator");
}

/** Streams the objects of an array, or objects separated by whitespace and commas. */
async function* objects(text: AsyncGenerator<string>, part: boolean): AsyncGenerator<RawRow> {
  let line = 1;
  let begunAt = 1;
  let current = "";
  let depth = 0;
  let inText = false;
  let escaped = false;
  for await (const chunk of text) {
    let from = depth > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk.charCodeAt(at);
      if (sign === 10) line++;
      if (inText) {
        if (escaped) escaped = false;
        else if (sign === 92) escaped = true;
        else if (sign === 34) inText = false;
      } else if (depth === 0) {
        if (sign === 123) {
          [from, begunAt, depth] = [at, line, 1];
        } else if (!between.has(sign)) throw damaged(`Line ${line}: expected an object.`);
      } else if (sign === 34) inText = true;
      else if (sign === 123 || sign === 91) {
        if (++depth > depthMax) throw damaged(`Line ${line}: objects nest at most ${depthMax} levels deep.`);
      } else if ((sign === 125 || sign === 93) && --depth === 0) {
        yield { line: begunAt, data: objectIn(current + chunk.slice(from, at + 1), begunAt) };
        current = "";
        from = -1;
      }
    }
    if (from >= 0) current += chunk.slice(from);
    if (current.length > rowCharactersMax) throw damaged(`Line ${begunAt}: the object is too large.`);
  }
  if (depth > 0 && !part) throw damaged(`Line ${begunAt}: the object does not end.`);
}
// Whitespace, commas and array brackets.
const between = new Set([9, 10, 13, 32, 44, 91, 93]);

function objectIn(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(`Line ${line}: this is not JSON.`);
  }
}

const damaged = (message: string) => new Refusal("FILE_DAMAGED", message, 400);
