import type { FileAnswer } from "@uola/kernel";
import type { Cell } from "./cell-values.ts";

/**
 * The byte order mark by which spreadsheet programs recognise UTF-8. Semicolons separate cells
 * because numbers use decimal commas.
 */
const byteOrderMark = "\ufeff";
const special = /[";\r\n]|^\s|\s$|^$/;

/** Returns one line of the table. An empty text is quoted to distinguish it from a missing value. */
export const lineOf = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (cell === null ? "" : special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(";")}\r\n`;

export const headOf = (names: readonly string[]): string => byteOrderMark + lineOf(names);

/**
 * A response that is generated while the client reads it. `left` is called if the client
 * disconnects early.
 */
export function streamedFile(
  { type, name, headers }: Pick<FileAnswer, "type" | "name" | "headers">,
  parts: AsyncGenerator<string>,
  onDisconnect: () => void = () => {},
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
        onDisconnect();
      },
    },
    { highWaterMark: 0 },
  );
  return { type, name, body, ...(headers && { headers }) };
}
