/** Saves a file through the browser's downloads. */
export function downloadFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Prints a PDF through the browser's print dialog. */
export function printFile(file: Blob): void {
  const url = URL.createObjectURL(file);
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = url;
  frame.addEventListener("load", () => frame.contentWindow?.print());
  document.body.append(frame);
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(url);
  }, 60_000);
}

/**
 * Reads the file in a response as a stream; `onRow` receives the number of rows read so far. Line
 * breaks within quotes are not counted.
 */
export async function readRows(response: Response, onRow: (count: number) => void): Promise<Blob> {
  const reader = response.body?.getReader();
  const chunks: BlobPart[] = [];
  let quoted = false;
  let rows = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const sign of value) {
      if (sign === 34) quoted = !quoted;
      else if (sign === 10 && !quoted) rows++;
    }
    chunks.push(value);
    onRow(rows);
  }
  return new Blob(chunks, { type: response.headers.get("content-type") ?? "" });
}
