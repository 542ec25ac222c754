import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@uola/database";
import { Refusal, type UploadedFile } from "@uola/kernel";
import { kindOfStart } from "./file-types.ts";
import { abandonedMs, type MediaLimits } from "./rules.ts";

const startBytes = 4100;

/** The folder for uploads in progress. Files that killed processes left behind are deleted. */
export function createUploadFolder(folder: string, { sizeMax }: Pick<MediaLimits, "sizeMax">) {
  /** Writes an upload up to the size limit of its kind. The caller removes the file. */
  async function receive(sent: UploadedFile, name: string): Promise<{ path: string; size: number }> {
    if (sent.size !== undefined && sent.size > Math.max(...Object.values(sizeMax))) {
      throw tooLarge(Math.max(...Object.values(sizeMax)));
    }
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${newId()}.part`);
    const file = await open(path, "wx");
    try {
      let start: Uint8Array[] | undefined = [];
      let most = Math.max(...Object.values(sizeMax));
      let size = 0;
      for await (const chunk of sent.chunks()) {
        size += chunk.byteLength;
        await file.writeFile(chunk);
        start?.push(chunk);
        if (start && size >= startBytes) {
          most = sizeMax[await kindOfStart(Buffer.concat(start), name)];
          start = undefined;
        }
        if (size > most || (sent.size ?? 0) > most) throw tooLarge(most);
      }
      return { path, size };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Deletes files that have not been written to for an hour. */
  async function sweep(): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const path = join(folder, name);
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > abandonedMs) await rm(path, { force: true });
    }
  }

  return { receive, sweep };
}

export const tooLarge = (most: number) =>
  new Refusal("FILE_TOO_LARGE", `A file of this kind has at most ${most} bytes.`, 413, { sizeMaxBytes: most });
