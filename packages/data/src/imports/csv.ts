import type { FileAnswer } from "@uola/kernel";
import type { Cell } from "./cell-values.ts";

/** By this mark programs for tables know UTF-8; semicolons are what they expect where numbers have commas. */
const mark = "\ufeff";
const special = /[";\r\n]|^\s|\s$|^$/;

/** A line of a table; a cell without a value is not the empty text, which stands in quotes. */
export const lineOf = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (cell === null ? "" : special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(";")}\r\n`;

export const headOf = (names: readonly string[]): string => mark + lineOf(names);

/** A file made as it is read; `left` is called when somebody goes before its end. */
export function streamedFile(
  { type, name, headers }: Pick<FileAnswer, "type" | "name" | "headers">,
  parts: AsyncGenerator<string>,
  left: () => void = () => {},
): FileAnswer {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return(undefined);
        left();
      },
    },
    { highWaterMark: 0 },
  );
  return { type, name, body, ...(headers && { headers }) };
}
