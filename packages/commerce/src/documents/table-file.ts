import { asCellText, type FileAnswer } from "@uola/kernel";
import writeXlsxFile from "write-excel-file/node";
import { csvFile, fileOf } from "./files.ts";

/** The unit of `hundredths` is a cent for money and a hundredth of a percent for rates and shares. */
export type Cell = string | { hundredths: number } | { count: number } | null;

/**
 * A table for a spreadsheet program. `name` is the file name without extension; `sheet` is the name
 * of the worksheet.
 */
export type TableFile = {
  name: string;
  sheet: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
};

export const tableFile = (format: "CSV" | "XLSX", table: TableFile): FileAnswer | Promise<FileAnswer> =>
  format === "CSV" ? csv(table) : xlsx(table);

/** Formats a number with a decimal comma, as spreadsheet programs in Lithuania expect: "1234,50". */
const decimal = (hundredths: number): string => {
  const size = Math.abs(hundredths);
  return `${hundredths < 0 ? "-" : ""}${Math.floor(size / 100)},${String(size % 100).padStart(2, "0")}`;
};

const cell = (value: Cell): string => {
  if (value === null) return "";
  if (typeof value !== "string") return "count" in value ? String(value.count) : decimal(value.hundredths);
  const safe = asCellText(value);
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const csv = ({ name, columns, rows }: TableFile): FileAnswer =>
  csvFile(
    `${name}.csv`,
    [columns, ...rows].map((row) => row.map(cell).join(";")),
  );

async function xlsx({ name, sheet, columns, rows }: TableFile): Promise<FileAnswer> {
  const head = columns.map((value) => ({ value, fontWeight: "bold" as const }));
  const body = rows.map((row) =>
    row.map((value) => {
      if (value === null || typeof value === "string") return value;
      if ("count" in value) return { value: value.count, type: Number };
      return { value: value.hundredths / 100, type: Number, format: "#,##0.00" };
    }),
  );
  const widths = columns.map((column) => ({ width: Math.max(12, column.length + 2) }));
  const book = await writeXlsxFile([head, ...body], { columns: widths, sheet }).toBuffer();
  return fileOf("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", `${name}.xlsx`, book);
}
