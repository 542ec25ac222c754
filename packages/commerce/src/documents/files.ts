import type { FileAnswer } from "@uola/kernel";

/** A file that is made before it is sent. */
export const fileOf = (type: string, name: string, bytes: Uint8Array): FileAnswer => ({
  ...{ type, name },
  body: new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  }),
});

/** Spreadsheet programs recognise UTF-8 by the mark at the beginning. */
export const csvFile = (name: string, lines: readonly string[]): FileAnswer =>
  fileOf(
    "text/csv; charset=utf-8",
    name,
    new TextEncoder().encode(`\ufeff${lines.map((line) => `${line}\r\n`).join("")}`),
  );
