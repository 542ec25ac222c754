import type { UploadedFile } from "@uola/kernel";
import { describe, expect, test } from "vitest";
import { type RawRow, rowsOf } from "./parse-rows.ts";

/** Reads a file that arrives in chunks of `size` bytes. */
async function rowsIn(bytes: Uint8Array, { size = 7, part = false } = {}): Promise<RawRow[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const rows: RawRow[] = [];
  for await (const row of rowsOf({ chunks } as unknown as UploadedFile, "CSV", part)) rows.push(row);
  return rows;
}
const table = async (text: string) =>
  (await rowsIn(Buffer.from(text))).map((row) => [row.line, "cells" in row ? row.cells : undefined]);

describe("row of separators only", () => {
  test.each([";", ";;;;", "  ; ", '"";""', '" ";\t', "\u00a0;"])("skips a row without values: %j", async (blank) => {
    expect(await table(`a;b\r\n1;2\r\n${blank}\r\n3;4\r\n${blank}\r\n`)).toEqual([
      [1, ["a", "b"]],
      [2, ["1", "2"]],
      [4, ["3", "4"]],
    ]);
  });

  test("skips empty rows above the headings and still counts their lines", async () => {
    expect(await table(";\r\n;\r\na;b\r\n1;2\r\n")).toEqual([
      [3, ["a", "b"]],
      [4, ["1", "2"]],
    ]);
  });

  test("keeps a row in which one cell has a value", async () => {
    expect(await table("a;b\n;0\n")).toEqual([
      [1, ["a", "b"]],
      [2, [null, "0"]],
    ]);
  });
});

describe("Excel's separator line", () => {
  test.each([
    ["sep=;", ";"],
    ["SEP=,", ","],
    ['"sep=|"', "|"],
    ["sep=\t", "\t"],
  ])("%j sets the separator and is not read as a heading", async (line, sign) => {
    for (const end of ["\r\n", "\n", "\r"]) {
      const text = [`\ufeff${line}`, `a${sign}b`, `1${sign}2`, ""].join(end);
      expect(await table(text)).toEqual([
        [2, ["a", "b"]],
        [3, ["1", "2"]],
      ]);
    }
  });

  test("Excel's separator line takes precedence over a more frequent separator", async () => {
    expect(await table("sep=|\na;a;a|b\n")).toEqual([[2, ["a;a;a", "b"]]]);
  });

  test("reads the separator line as a heading if it does not contain exactly one separator", async () => {
    for (const line of ["sep=ab", "sep=a", "sep="]) expect(await table(`${line}\n`)).toEqual([[1, [line]]]);
  });
});

describe("encoding", () => {
  const text = "Pavadinimas;Kaina\r\nŠokis;12,50\r\n";
  const expected = [
    { line: 1, cells: ["Pavadinimas", "Kaina"] },
    { line: 2, cells: ["Šokis", "12,50"] },
  ];
  const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16LE with a byte order mark", utf16],
    ["UTF-16BE with a byte order mark", Buffer.from(utf16).swap16()],
  ])("decodes a file in %s", async (_, bytes) => {
    for (const size of [1, 2, 3, 1000]) expect(await rowsIn(bytes, { size })).toEqual(expected);
    expect(await rowsIn(bytes.subarray(0, -3), { part: true })).toEqual(expected.slice(0, 1));
  });

  test("rejects a file in Windows-1257", async () => {
    // “Š” is byte D0 in Windows-1257.
    const bytes = Buffer.from(text.replace("Š", "\xd0"), "latin1");
    await expect(rowsIn(bytes)).rejects.toMatchObject({
      code: "FILE_ENCODING",
      message: expect.stringContaining("Save it as CSV UTF-8"),
    });
  });
});
