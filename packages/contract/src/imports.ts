import { z } from "zod";
import { CollectionId, FieldType } from "./collections.ts";
import { collectionErrors, dataErrors, filterErrors } from "./data-errors.ts";
import { endpoint } from "./endpoint.ts";
import { Cursors, guid, instant, maybe, typedText } from "./wire.ts";

/** Items as a table with a header row, or as JSON objects: in an array, or one after the other. */
export const ItemsFormat = z.enum(["CSV", "JSON"]);
export type ItemsFormat = z.infer<typeof ItemsFormat>;
/** INSERT only adds items; SAVE also replaces items whose id already exists. */
const ImportMode = z.enum(["INSERT", "SAVE"]);
export const ImportStatus = z.enum([
  "UPLOADING",
  "WAITING",
  "RUNNING",
  "STOPPED",
  "DONE",
  "FAILED",
  "UNDOING",
  "UNDONE",
]);
export type ImportStatus = z.infer<typeof ImportStatus>;

/** The limits of an import file. */
export const importLimits = { bytes: 100 * 1024 ** 2, rows: 200_000, columns: 500 } as const;

const Failure = z.object({ code: z.string(), description: z.string() });
/** An import of items, from upload to completion. */
export const Import = z
  .object({
    id: guid,
    dataCollectionId: z.string(),
    fileName: z.string(),
    format: ItemsFormat,
    mode: ImportMode,
    status: ImportStatus,
    /** The number of rows in the file. */
    total: z.int(),
    /** The number of processed rows: written or failed. */
    read: z.int(),
    written: z.int(),
    failed: z.int(),
    /**
     * The number of items that undoing the import deleted, and the number it kept because someone
     * had changed them.
     */
    removed: z.int(),
    kept: z.int(),
    /** Whether the items added by the import can be deleted again. */
    undoable: z.boolean(),
    /** Why the import ended early. */
    failure: maybe(Failure),
    createdDate: instant,
    updatedDate: instant,
  })
  .meta({ id: "Import" });
export type Import = z.infer<typeof Import>;

/** A row that was not written. */
export const RowFailure = z
  .object({
    /** The line of the row in the file; the first line is 1. */
    line: z.int(),
    field: maybe(z.string()),
    ...Failure.shape,
    /** The values of the row, by column or by field. */
    row: z.record(z.string(), z.json()),
  })
  .meta({ id: "RowFailure" });
export type RowFailure = z.infer<typeof RowFailure>;

const owner = { access: "owner" } as const;
const one = z.object({ importId: guid });
const output = z.object({ import: Import });
const file = {
  dataCollectionId: CollectionId,
  format: ItemsFormat,
  /**
   * The field for each column of a CSV file, in order; empty for columns to skip. If omitted,
   * columns are matched by header name.
   */
  columns: maybe(z.array(z.string().max(1000)).max(importLimits.columns)),
};
const refused = [...collectionErrors, dataErrors.unsupportedByCollection];
const unreadable = ["FILE_DAMAGED", "FILE_ENCODING", "FILE_EMPTY", "TOO_MANY_ROWS", "UNKNOWN_FIELD"];
const asked = [...filterErrors, dataErrors.queryTimeout];

export const imports = {
  preview: endpoint({
    method: "POST",
    path: "/v1/imports/preview",
    ...owner,
    body: "file",
    bodyMax: 1024 ** 2,
    /** `part` is true if more parts of the file follow. */
    input: z.object({ ...file, part: maybe(z.boolean()) }),
    output: z.object({
      /** The header of a CSV file, or the keys of the objects, each with the field it is matched to. */
      columns: z.array(z.object({ name: z.string(), field: maybe(z.string()), type: maybe(FieldType) })),
      /** Preview of the first rows: how they would be written, or why they would fail. */
      rows: z.array(
        z.object({
          line: z.int(),
          cells: z.array(z.string()),
          data: maybe(z.record(z.string(), z.json())),
          failure: maybe(Failure.extend({ field: maybe(z.string()) })),
        }),
      ),
    }),
    errors: [...refused, ...unreadable],
    summary: "Read the beginning of a file: its columns, and how its first five rows would be taken. Writes nothing.",
  }),
  upload: endpoint({
    method: "POST",
    path: "/v1/imports",
    ...owner,
    body: "file",
    bodyMax: importLimits.bytes,
    input: z.object({ ...file, mode: ImportMode, fileName: maybe(typedText().max(200)) }),
    output,
    errors: [...refused, ...unreadable],
    summary: "Take in a file of items, to be written in the background.",
  }),
  list: endpoint({
    method: "GET",
    path: "/v1/imports",
    ...owner,
    input: z.object({ dataCollectionId: maybe(CollectionId) }),
    output: z.object({ imports: z.array(Import) }),
    errors: [],
    summary: "Read the newest fifty imports.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/imports/{importId}",
    ...owner,
    input: one,
    output,
    errors: ["IMPORT_NOT_FOUND"],
    summary: "Read how far an import is.",
  }),
  stop: endpoint({
    method: "POST",
    path: "/v1/imports/{importId}/stop",
    ...owner,
    input: one,
    output,
    errors: ["IMPORT_NOT_FOUND", "IMPORT_ENDED"],
    summary: "Stop an import after what is being written right now; it can go on later.",
  }),
  resume: endpoint({
    method: "POST",
    path: "/v1/imports/{importId}/resume",
    ...owner,
    input: one,
    output,
    errors: ["IMPORT_NOT_FOUND", "IMPORT_ENDED"],
    summary: "Let an import that was stopped or failed go on where it was.",
  }),
  undo: endpoint({
    method: "POST",
    path: "/v1/imports/{importId}/undo",
    ...owner,
    input: one,
    output,
    errors: ["IMPORT_NOT_FOUND", "IMPORT_RUNNING", "IMPORT_ENDED", "IMPORT_NOT_UNDOABLE"],
    summary: "Remove, in the background, what an import has added, but for items changed since.",
  }),
  report: endpoint({
    method: "GET",
    path: "/v1/imports/{importId}/report",
    ...owner,
    input: z.object({
      importId: guid,
      cursorPaging: maybe(z.object({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(100)) })),
    }),
    output: z.object({ failures: z.array(RowFailure), cursors: Cursors }),
    errors: ["IMPORT_NOT_FOUND", "INVALID_CURSOR"],
    summary: "Read the rows that were not written, and why, in the order of the file.",
  }),
  reportFile: endpoint({
    method: "GET",
    path: "/v1/imports/{importId}/report-file",
    ...owner,
    answer: "file",
    input: one,
    output: z.object({}),
    errors: ["IMPORT_NOT_FOUND"],
    summary: "The same as a CSV file: line, field, code and reason, then the row as it was.",
  }),
};

export const exports = {
  file: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/exports",
    ...owner,
    answer: "file",
    input: z.object({
      dataCollectionId: CollectionId,
      format: ItemsFormat,
      filter: maybe(z.json()),
      sort: maybe(
        z.array(z.object({ fieldName: z.string().min(1).max(1000), order: maybe(z.enum(["ASC", "DESC"])) })).max(50),
      ),
    }),
    output: z.object({}),
    errors: [...refused, ...asked],
    summary:
      "The items of a collection as a file, as they are at this moment; `x-uola-items` says how many. An import of it makes equal items.",
  }),
};
