import type { DataCollection } from "@uola/contract";
import { imageUrl } from "@uola/contract/media-reference";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { say } from "@uola/words/admin";
import { useMemo } from "react";
import { addressOf, fieldName, isExternal } from "./collection.ts";
import type { Column as FieldColumn } from "./columns.ts";
import { type FieldKind, kindOf } from "./field-kind.ts";
import { StateChip } from "./state-chip.tsx";
import { titleOf, valueWords } from "./use-content.ts";
import type { Row } from "./use-items.ts";
import { momentOf, textOf } from "./value.ts";
import { whenOf } from "./when.ts";

type ItemsTableProps = {
  collection: DataCollection;
  caption: string;
  rows: readonly Row[] | undefined;
  columns: readonly FieldColumn[];
  /** Enables selecting and opening items. Without it the table is read-only. */
  picking?: { picked: ReadonlySet<string>; onPick: (picked: ReadonlySet<string>) => void };
} & Partial<Pick<Parameters<typeof DataTable<Row>>[0], "reading" | "empty" | "sorting">>;

const textMax = 120;

/** Table of items, one per row, with the selected columns. */
export function ItemsTable({ collection, rows, columns, picking, ...table }: ItemsTableProps) {
  const readOnly = !picking;
  return (
    <DataTable
      {...table}
      columns={useMemo(() => tableColumns(collection, columns, readOnly), [collection, columns, readOnly])}
      items={rows}
      idOf={({ id }) => id}
      failed={say("content.unread")}
      {...(picking && {
        picking: {
          picked: picking.picked,
          onChange: picking.onPick,
          nameOf: ({ data }: Row) => titleOf(collection, data),
        },
      })}
    />
  );
}

const tableColumns = (
  collection: DataCollection,
  columns: readonly FieldColumn[],
  readOnly: boolean,
): Column<Row>[] => [
  ...columns.map(
    (column): Column<Row> => ({
      id: column.key,
      heading: fieldName(column.field),
      isName: column.isName,
      ...(column.sortable && { sort: "platform" }),
      className: `max-w-[320px] ${widths[kindOf(column.field)] ?? ""}`,
      cell: ({ id, data }) =>
        column.isName && !readOnly ? (
          <a className="quick inline-flex min-h-[40px] items-center" href={addressOf.item(collection.id, id)}>
            {titleOf(collection, data)}
          </a>
        ) : (
          <Cell column={column} value={data[column.key]} />
        ),
    }),
  ),
  ...(isExternal(collection) || readOnly ? [] : ownColumns()),
];

const ownColumns = (): Column<Row>[] => [
  {
    id: "_publishStatus",
    heading: say("content.state"),
    cell: ({ data, draft, isOnlyDraft }) => {
      const status = data._publishStatus === "DRAFT" ? "DRAFT" : "PUBLISHED";
      return <StateChip of={isOnlyDraft ? { draft } : { item: { status }, draft }} />;
    },
  },
  {
    id: "_updatedDate",
    heading: say("content.updated"),
    cell: ({ data }) => {
      const updated = momentOf(data._updatedDate);
      return updated && whenOf(updated);
    },
  },
];

/** Numbers stay on one line; text columns have a minimum width. */
const widths: Partial<Record<FieldKind, string>> = {
  number: "whitespace-nowrap",
  time: "whitespace-nowrap",
  date: "whitespace-nowrap",
  dateTime: "whitespace-nowrap",
  text: "lg:min-w-[160px]",
  longText: "lg:min-w-[160px]",
  richText: "lg:min-w-[160px]",
};

function Cell({ column: { field }, value }: { column: FieldColumn; value: unknown }) {
  const kind = kindOf(field);
  if (kind === "image" && typeof value === "string") {
    const src = imageUrl(value, { width: 96, height: 96 });
    return src ? <img src={src} alt="" width={44} height={44} loading="lazy" className="thumb" /> : null;
  }
  const text = textOf(field, value, valueWords(), () => "");
  const names = Array.isArray(value) ? value : [value];
  if (kind === "reference" || kind === "references") return names.map(nameIn).filter(Boolean).join(", ");
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}

/**
 * Returns the first text of a referenced item, used as its name. The item was loaded together with
 * the item that refers to it.
 */
const nameIn = (item: unknown): string => {
  if (typeof item !== "object" || item === null) return "";
  const [, text] = Object.entries(item).find(([key, value]) => !key.startsWith("_") && typeof value === "string") ?? [];
  return String(text ?? "");
};
