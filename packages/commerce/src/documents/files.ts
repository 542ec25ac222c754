import type { FileAnswer } from "@uola/kernel";

/** Returns a file whose content is already complete. */
export const fileOf = (type: string, name: string, bytes: Uint8Array): FileAnswer => ({
  type,
  name,
  body: new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  }),
});

/** Starts with a byte order mark, by which spreadsheet programs recognize UTF-8. */
export const csvFile = (name: string, lines: readonly string[]): FileAnswer =>
  fileOf(
    "text/csv; charset=utf-8",
    name,
    new TextEncoder().encode(`\ufeff${lines.map((line) => `${line}\r\n`).join("")}`),
  );
