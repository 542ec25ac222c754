import { createReadStream } from "node:fs";
import { Refusal } from "@uola/kernel";
import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import { allowed } from "./rules.ts";

type Type = NonNullable<ReturnType<typeof allowed.get>>;

/** MIME types that the library file-type reports under other names. */
const alias: Record<string, string> = {
  "audio/ogg; codecs=opus": "audio/ogg",
  "audio/mp4": "audio/x-m4a",
  "audio/vnd.wave": "audio/wav",
};
const texts: Record<string, string> = { txt: "text/plain", csv: "text/csv" };

/**
 * Returns the kind of a file from its first bytes; the kind decides the size limit. Rejects with
 * FILE_TYPE_NOT_ALLOWED.
 */
export async function kindOfStart(start: Uint8Array, name: string): Promise<Type["kind"]> {
  const found = await fileTypeFromBuffer(start);
  if (found?.mime === "application/zip") return "DOCUMENT";
  return typeOf(found?.mime, name).kind;
}

/**
 * Returns the type of a whole file from its content. Only text files, which have no signature, are
 * typed by name. Rejects with FILE_TYPE_NOT_ALLOWED.
 */
export async function typeOfFile(path: string, name: string): Promise<Type> {
  const found = await fileTypeFromFile(path);
  const type = typeOf(found?.mime, name);
  if (!found && !(await isText(path))) throw notAllowed();
  return type;
}

function typeOf(found: string | undefined, name: string): Type {
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  const type = allowed.get(found ? (alias[found] ?? found) : (texts[ending] ?? ""));
  if (!type) throw notAllowed();
  return type;
}

/** Whether a file is valid UTF-8 without control characters. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) {
      if (controls.test(decoder.decode(chunk, { stream: true }))) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

const notAllowed = () =>
  new Refusal(
    "FILE_TYPE_NOT_ALLOWED",
    `A file is one of: ${[...allowed.values()].map(({ ending }) => ending).join(", ")}.`,
    400,
  );
