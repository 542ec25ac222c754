import { rowSelectionFeature, tableFeatures, useTable } from "@tanstack/react-table";
import type { DataCollection } from "@uola/contract";
import { imageUrl } from "@uola/contract/media-reference";
import { type KeyboardEvent, useMemo } from "react";
import { say } from "../../admin/kit/tell.ts";
import { addressOf, fieldName, isExternal } from "./collection.ts";
import type { Column } from "./columns.ts";
import { kindOf } from "./field-kind.ts";
import type { Sought } from "./sought.ts";
import { StateChip } from "./state-chip.tsx";
import { said, titleOf } from "./use-content.ts";
import type { Row } from "./use-items.ts";
import { momentOf, textOf } from "./value.ts";
import { whenOf } from "./when.ts";

type ItemsTableProps = {
  collection: DataCollection;
  caption: string;
  rows: Row[];
  columns: readonly Column[];
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
  sought: Sought;
  onSort?: (key: string, down: boolean) => void;
};

const features = tableFeatures({ rowSelectionFeature });
const textMax = 120;

/** Items, one a line, by the columns chosen. Arrow keys walk the lines, space picks one, Enter opens it. */
export function ItemsTable({ collection, caption, rows, columns, picked, onPick, sought, onSort }: ItemsTableProps) {
  const rowSelection = Object.fromEntries([...picked].map((id) => [id, true as const]));
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(
      () =>
        columns.map(({ key, field }) => ({
          id: key,
          header: fieldName(field),
          accessorFn: ({ data }: Row) => data[key],
        })),
      [columns],
    ),
    getRowId: ({ id }) => id,
    enableRowSelection: true,
    state: { rowSelection },
    onRowSelectionChange: (change) => {
      onPick(new Set(Object.keys(typeof change === "function" ? change(rowSelection) : change)));
    },
  });
  const columnOf = new Map(columns.map((column) => [column.key, column]));
  const external = isExternal(collection);
  const byKey = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const line = (event.target as HTMLElement).closest("tr");
    const by = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;
    if (event.key in by) {
      const next = line?.[by[event.key as keyof typeof by]]?.querySelector<HTMLElement>(".name");
      if (next) event.preventDefault();
      next?.focus();
    } else if (event.key === " " && (event.target as HTMLElement).matches(".name")) {
      event.preventDefault();
      const id = line?.dataset.item;
      if (id) table.getRow(id).toggleSelected();
    }
  };
  return (
    <div className="content-scroll">
      <table className="content-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              <th className="pick">
                <label className="check">
                  <input
                    type="checkbox"
                    checked={table.getIsAllRowsSelected()}
                    onChange={({ target }) => table.toggleAllRowsSelected(target.checked)}
                  />
                  <span className="visually-hidden">{say("content.pick.all")}</span>
                </label>
              </th>
              {group.headers.map((header) => {
                const column = columnOf.get(header.column.id);
                return column ? <Heading key={header.id} column={column} sought={sought} onSort={onSort} /> : null;
              })}
              {!external && <th scope="col">{say("content.state")}</th>}
              {!external && <th scope="col">{say("content.updated")}</th>}
            </tr>
          ))}
        </thead>
        <tbody onKeyDown={byKey}>
          {table.getRowModel().rows.map((line) => {
            const { id, data, draft, isOnlyDraft } = line.original;
            const title = titleOf(collection, data);
            const updated = momentOf(data._updatedDate);
            const status = data._publishStatus === "DRAFT" ? "DRAFT" : "PUBLISHED";
            return (
              <tr key={line.id} data-item={id} className={line.getIsSelected() ? "picked" : undefined}>
                <td className="pick">
                  <label className="check">
                    <input type="checkbox" checked={line.getIsSelected()} onChange={line.getToggleSelectedHandler()} />
                    <span className="visually-hidden">{say("services.pick", { name: title })}</span>
                  </label>
                </td>
                {line.getAllCells().map((cell) => {
                  const column = columnOf.get(cell.column.id);
                  if (!column) return null;
                  return column.isName ? (
                    <td key={cell.id} className="main">
                      <a className="name" href={addressOf.item(collection.id, id)}>
                        {title}
                      </a>
                    </td>
                  ) : (
                    <td key={cell.id} data-label={fieldName(column.field)} className={`cell ${kindOf(column.field)}`}>
                      <Cell column={column} value={cell.getValue()} />
                    </td>
                  );
                })}
                {!external && (
                  <td className="state">
                    <StateChip of={isOnlyDraft ? { draft } : { item: { status }, draft }} />
                  </td>
                )}
                {!external && (
                  <td className="cell" data-label={say("content.updated")}>
                    {updated && whenOf(updated)}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type HeadingProps = Pick<ItemsTableProps, "sought" | "onSort"> & { column: Column };

function Heading({ column: { key, field, sortable }, sought, onSort }: HeadingProps) {
  const sorted = sought.sort === key;
  const name = fieldName(field);
  if (!sortable || !onSort) return <th scope="col">{name}</th>;
  return (
    <th scope="col" aria-sort={sorted ? (sought.down ? "descending" : "ascending") : "none"}>
      <button type="button" onClick={() => onSort(sorted && sought.down ? "" : key, sorted && !sought.down)}>
        {name} <span aria-hidden="true">{sorted ? (sought.down ? "↓" : "↑") : ""}</span>
      </button>
    </th>
  );
}

function Cell({ column: { field }, value }: { column: Column; value: unknown }) {
  const kind = kindOf(field);
  if (kind === "image" && typeof value === "string") {
    const src = imageUrl(value, { width: 96, height: 96 });
    return src ? <img src={src} alt="" width={44} height={44} loading="lazy" className="thumb" /> : null;
  }
  const text = textOf(field, value, said, () => "");
  const names = Array.isArray(value) ? value : [value];
  if (kind === "reference" || kind === "references") return names.map(nameIn).filter(Boolean).join(", ");
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}

/** An item that came with the one that refers to it is called by its first text. */
const nameIn = (item: unknown): string => {
  if (typeof item !== "object" || item === null) return "";
  const [, text] = Object.entries(item).find(([key, value]) => !key.startsWith("_") && typeof value === "string") ?? [];
  return String(text ?? "");
};
