import type { contract, Import, RowFailure } from "@uola/contract";
import { type Caller, type Context, type Handlers, Refusal, recordChange, transact } from "@uola/kernel";
import type { ItemServices } from "../items/items.ts";
import { writeCell } from "./cell-values.ts";
import { headOf, lineOf, streamedFile } from "./csv.ts";
import { createExport } from "./export.ts";
import { preview, receiveFile } from "./receive-file.ts";
import * as store from "./store.ts";

export { createImportRunner, importTasks } from "./import-task.ts";

const defaultReportSize = 50;
const reportFileRows = 1000;
const undoable: readonly string[] = ["STOPPED", "DONE", "FAILED"];

/** Import of items from files and export to files. See docs/rules/data.md for how values are read. */
export function importsAndExports(context: Context, { collections, transfer }: ItemServices): ImportHandlers {
  const { db, siteId, now } = context;
  const deps = { collections, transfer };
  const exportFile = createExport(context, deps);

  /** Updates an import and adds an audit entry. */
  async function change(
    id: string,
    { caller, action }: { caller: Caller; action: string },
    to: (before: store.ImportRow) => Parameters<typeof store.change>[3],
  ): Promise<{ import: Import }> {
    const row = await transact(context, async (tx) => {
      const before = await store.lock(tx, siteId, id);
      if (!before || before.status === "UPLOADING") throw notFound(id);
      const at = now();
      const after = await store.change(tx, siteId, id, { ...to(before), updatedDate: at });
      const audit = { actor: caller, action, before: { status: before.status }, after: { status: after.status } };
      await recordChange(tx, { siteId, at, entity: "itemImport", entityId: id, audit });
      return after;
    });
    return { import: toImport(row) };
  }

  async function mustBe(id: string): Promise<store.ImportRow> {
    const row = await store.find(db, siteId, id);
    if (!row) throw notFound(id);
    return row;
  }

  return {
    imports: {
      preview: ({ part, ...input }, { caller, file }) =>
        preview(context, deps, { ...input, part: part ?? false, sent: file, caller }),

      upload: async ({ fileName, ...input }, { caller, file }) => ({
        import: toImport(await receiveFile(context, deps, { ...input, fileName: fileName ?? "", sent: file, caller })),
      }),

      list: async ({ dataCollectionId }) => ({
        imports: (await store.list(db, siteId, dataCollectionId)).map(toImport),
      }),

      get: async ({ importId }) => ({ import: toImport(await mustBe(importId)) }),

      stop: ({ importId }, { caller }) =>
        change(importId, { caller, action: "import.stop" }, ({ status }) => {
          if (status !== "WAITING" && status !== "RUNNING" && status !== "STOPPED") throw ended(status);
          return { status: "STOPPED" };
        }),

      resume: ({ importId }, { caller }) =>
        change(importId, { caller, action: "import.resume" }, ({ status, undoPosition }) => {
          if (status === "WAITING" || status === "RUNNING") return {};
          if (status !== "STOPPED" && status !== "FAILED") throw ended(status);
          return { status: undoPosition === null ? "WAITING" : "UNDOING", failure: null };
        }),

      undo: ({ importId }, { caller }) =>
        change(importId, { caller, action: "import.undo" }, ({ status, mode, position }) => {
          if (mode !== "INSERT") {
            const why = "What an import has replaced is put back from the versions of each item.";
            throw new Refusal("IMPORT_NOT_UNDOABLE", why, 409);
          }
          if (status === "WAITING" || status === "RUNNING") {
            throw new Refusal("IMPORT_RUNNING", "Stop the import first.", 409);
          }
          if (!undoable.includes(status)) throw ended(status);
          return { status: "UNDOING", undoPosition: position, failure: null };
        }),

      async report({ importId, cursorPaging }) {
        await mustBe(importId);
        const after = cursorPaging?.cursor ? Number(cursorPaging.cursor) : -1;
        if (!Number.isInteger(after) || Math.abs(after) > 1e9) {
          throw new Refusal("INVALID_CURSOR", "The cursor does not belong to this list.", 400);
        }
        const limit = cursorPaging?.limit ?? defaultReportSize;
        const rows = await store.failures(db, siteId, importId, after, limit + 1);
        const shown = rows.slice(0, limit);
        const next = rows.length > limit ? String(shown.at(-1)?.number) : undefined;
        return { failures: shown.map(toFailure), cursors: { next } };
      },

      async reportFile({ importId }) {
        const { columns, fileName } = await mustBe(importId);
        const names = (JSON.parse(columns) as { name: string }[]).map(({ name }, at) => name || `#${at + 1}`);
        const about = {
          type: "text/csv; charset=utf-8",
          name: `${fileName.replace(/\.\w+$/, "") || "import"}-report.csv`,
        };
        return streamedFile(about, reportOf(importId, names));
      },
    },
    exports: { file: (input, { caller }) => exportFile(input, caller) },
  };

  /** Rows that are objects have no columns, so each is written as one cell. */
  async function* reportOf(importId: string, names: readonly string[]): AsyncGenerator<string> {
    yield headOf(["#line", "#field", "#code", "#reason", ...(names.length > 0 ? names : ["#row"])]);
    let after = -1;
    for (;;) {
      const rows = await store.failures(db, siteId, importId, after, reportFileRows);
      const lines = rows.map(({ line, field, code, description, row }) => {
        const data = JSON.parse(row) as Record<string, unknown>;
        const cells = names.length > 0 ? names.map((name) => data[name] ?? null) : [row];
        return lineOf([String(line), ...[field, code, description, ...cells].map((cell) => writeCell("TEXT", cell))]);
      });
      if (lines.length > 0) yield lines.join("");
      if (rows.length < reportFileRows) return;
      after = rows.at(-1)?.number ?? after;
    }
  }
}
type ImportHandlers = { imports: Handlers<typeof contract.imports>; exports: Handlers<typeof contract.exports> };

function toImport(row: store.ImportRow): Import {
  const { id, fileName, total, written, failed, removed, kept, createdDate, updatedDate } = row;
  return {
    id,
    fileName,
    total,
    written,
    failed,
    removed,
    kept,
    createdDate,
    updatedDate,
    dataCollectionId: row.collectionId,
    format: row.format,
    mode: row.mode,
    status: row.status,
    read: written + failed,
    undoable: row.mode === "INSERT" && undoable.includes(row.status),
    failure: row.failure,
  };
}

const toFailure = ({
  line,
  field,
  code,
  description,
  row,
}: Awaited<ReturnType<typeof store.failures>>[number]): RowFailure => ({
  line,
  field,
  code,
  description,
  row: JSON.parse(row),
});

const notFound = (id: string) => new Refusal("IMPORT_NOT_FOUND", `No import ${id}.`, 404);
const ended = (status: string) => new Refusal("IMPORT_ENDED", `The import is ${status} already.`, 409, { status });
