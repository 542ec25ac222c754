import {
  createSortedRowModel,
  type Row,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  sortFn_basic,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { required } from "@uola/contract/required";
import { say } from "@uola/words/admin";
import { Fragment, type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Check, FilterSelect } from "../field.tsx";
import { type Reading, Results } from "./results.tsx";

export type { RowData };

/** The column that rows are sorted by, and the direction. */
export type Sorting = { id: string; descending: boolean };

/** Converts a sort order to the format that the platform uses. */
export const sortingOf = ({ id, descending }: Sorting) => ({
  fieldName: id,
  order: descending ? ("DESC" as const) : ("ASC" as const),
});

export type Column<Item extends RowData> = {
  /** The column's id; if the platform sorts, the name of the field to sort by. */
  id: string;
  heading: string;
  /** A control below the heading that affects the column. */
  control?: ReactNode;
  cell: (item: Item) => ReactNode;
  /** The name of a row, rendered as the row header. */
  isName?: boolean;
  /**
   * Whether the column contains the actions on each row: its heading is visible to screen readers
   * only, and it is the last column.
   */
  isActions?: boolean;
  /**
   * "platform": sorted by the platform, in a table with `sorting`; otherwise the value that rows
   * are sorted by in the browser.
   */
  sort?: "platform" | ((item: Item) => string | number);
  /**
   * The position of the value in a row on a phone. With `below` (the default), the value is below
   * the name and preceded by its heading.
   */
  phone?: "above" | "corner" | "beside" | "below" | "hidden";
  /** Hidden in a narrow table. */
  isExtra?: boolean;
  className?: string;
};

type DataTableProps<Item extends RowData> = {
  caption: string;
  /**
   * Must be the same array as long as the columns are the same, because rows are rendered again
   * when the array changes.
   */
  columns: readonly Column<Item>[];
  /** Must be the same array as long as the items are the same; undefined until the items are loaded. */
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  reading?: Reading;
  failed?: string;
  empty?: ReactNode;
  /**
   * Set if the platform sorts the rows; the third click on a heading removes the sorting by its
   * column.
   */
  sorting?: { now: Sorting | undefined; onChange: (sorting: Sorting | undefined) => void };
  /** Makes rows selectable, each with a checkbox labelled with the row's name. */
  picking?: {
    picked: ReadonlySet<string>;
    onChange: (picked: ReadonlySet<string>) => void;
    nameOf: (item: Item) => string;
  };
  /** Returns the expanded content shown below a row. */
  opened?: (item: Item) => ReactNode;
  /** Whether the table keeps its layout on a phone and scrolls, because its headings contain controls. */
  isGrid?: boolean;
  classOf?: (item: Item) => string;
};

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

/**
 * A table of items to work through: sorted by sticky headings, selected by checkboxes, with arrow
 * keys to move from name to name. On a phone a row takes several lines, and each value is labelled
 * with its heading.
 */
export function DataTable<Item extends RowData>({ items, reading, failed, empty, ...table }: DataTableProps<Item>) {
  return (
    <Results reading={reading} items={items} failed={failed} empty={empty} lines={8}>
      {(items) => <Table items={items} {...table} />}
    </Results>
  );
}

type TableProps<Item extends RowData> = Omit<DataTableProps<Item>, "reading" | "failed" | "empty" | "items"> & {
  items: readonly Item[];
};

function Table<Item extends RowData>({
  caption,
  columns,
  items,
  idOf,
  sorting,
  picking,
  opened,
  classOf: look,
  isGrid,
}: TableProps<Item>) {
  const { box, table: element, isWider } = useIsWider();
  const isManaged = sorting !== undefined;
  const picked = Object.fromEntries([...(picking?.picked ?? [])].map((id) => [id, true as const]));
  const table = useTable({
    features,
    data: items as Item[],
    columns: useMemo(() => columns.map((column) => definitionOf(column, isManaged)), [columns, isManaged]),
    getRowId: idOf,
    enableMultiSort: false,
    sortDescFirst: false,
    manualSorting: isManaged,
    state: { rowSelection: picked, ...(sorting && { sorting: toState(sorting.now) }) },
    onRowSelectionChange: (change) => {
      picking?.onChange(new Set(Object.keys(typeof change === "function" ? change(picked) : change)));
    },
    ...(sorting && {
      onSortingChange: (change) => {
        const [first] = typeof change === "function" ? change(toState(sorting.now)) : change;
        sorting.onChange(first && { id: first.id, descending: first.desc });
      },
    }),
  });
  return (
    <section
      ref={box}
      className={`${isGrid ? "" : "@container"} ${isWider ? "overflow-x-auto" : ""}`}
      {...(isWider && { tabIndex: 0, "aria-label": caption })}
    >
      <SortSelect
        columns={columns.filter(({ id }) => table.getColumn(id)?.getCanSort())}
        now={table.state.sorting[0]}
        onChange={(now) => table.setSorting(now ? [now] : [])}
      />
      <table ref={element} className="w-full border-separate border-spacing-0 text-left narrow:block">
        <caption className="visually-hidden">{caption}</caption>
        <thead className="narrow:hidden">
          <tr>
            {picking && (
              <th scope="col" className={`${headingClass} w-[44px]`}>
                <Check
                  checked={table.getIsAllRowsSelected()}
                  ref={(input) => {
                    if (input) input.indeterminate = table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected();
                  }}
                  onChange={({ target }) => table.toggleAllRowsSelected(target.checked)}
                >
                  <span className="visually-hidden">{say("table.pickAll")}</span>
                </Check>
              </th>
            )}
            {table.getFlatHeaders().map(({ column }, at) => (
              <Heading
                key={column.id}
                column={required(columns[at], "column")}
                sorted={column.getIsSorted()}
                onSort={column.getCanSort() ? () => column.toggleSorting() : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody className="narrow:block" onKeyDown={walk}>
          {table.getRowModel().rows.map((row) => {
            const inside = opened?.(row.original);
            return (
              <Fragment key={row.id}>
                <Line
                  row={row}
                  columns={columns as readonly Column<RowData>[]}
                  pickName={picking?.nameOf(row.original)}
                  isPicked={row.getIsSelected()}
                  className={`${inside ? openedClass : ""} ${look?.(row.original) ?? ""}`}
                />
                {inside && (
                  <tr className="bg-raised narrow:block">
                    <td
                      className="px-3 pb-3 border-b border-rule narrow:block"
                      colSpan={columns.length + (picking ? 1 : 0)}
                    >
                      {inside}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const toState = (sorting: Sorting | undefined): SortingState =>
  sorting ? [{ id: sorting.id, desc: sorting.descending }] : [];

const definitionOf = <Item extends RowData>({ id, sort }: Column<Item>, isManaged: boolean) => ({
  id,
  accessorFn: typeof sort === "function" ? sort : () => id,
  enableSorting: isManaged ? sort === "platform" : typeof sort === "function",
  sortFn: "basic" as const,
});

type HeadingProps<Item extends RowData> = {
  column: Column<Item>;
  sorted: false | "asc" | "desc";
  onSort: (() => void) | undefined;
};

function Heading<Item extends RowData>({ column, sorted, onSort }: HeadingProps<Item>) {
  const { heading } = column;
  if (!onSort) {
    return (
      <th scope="col" className={`${headingClass} ${classOf(column)}`}>
        {column.isActions ? <span className="visually-hidden">{heading}</span> : heading}
        {column.control}
      </th>
    );
  }
  const order = { asc: "ascending", desc: "descending" } as const;
  return (
    <th
      scope="col"
      className={`${headingClass} ${classOf(column)} ${sorted ? "text-text" : ""}`}
      aria-sort={sorted ? order[sorted] : "none"}
    >
      <button
        type="button"
        className="min-h-[32px] underline decoration-dotted underline-offset-[5px]"
        onClick={onSort}
      >
        {heading} <span aria-hidden="true">{sorted && (sorted === "asc" ? "↑" : "↓")}</span>
      </button>
    </th>
  );
}

type SortSelectProps<Item extends RowData> = {
  columns: readonly Column<Item>[];
  now: { id: string; desc: boolean } | undefined;
  onChange: (sorting: { id: string; desc: boolean } | undefined) => void;
};

/** Replaces the headings if there is not enough space for them. */
function SortSelect<Item extends RowData>({ columns, now, onChange }: SortSelectProps<Item>) {
  const orders = columns.flatMap(({ id, heading }) =>
    (["asc", "desc"] as const).map((order) => ({
      value: `${id} ${order}`,
      label: say(`table.sort.${order}`, { column: heading }),
      sorting: { id, desc: order === "desc" },
    })),
  );
  if (orders.length === 0) return null;
  return (
    <div className="hidden py-2 narrow:block">
      <FilterSelect
        label={say("table.sort")}
        value={now ? `${now.id} ${now.desc ? "desc" : "asc"}` : ""}
        options={orders}
        onChange={({ target }) => onChange(orders.find(({ value }) => value === target.value)?.sorting)}
      />
    </div>
  );
}

const headingClass =
  "sticky top-0 z-1 bg-ground border-b-[3px] border-text py-2 pr-3 font-semibold text-muted whitespace-nowrap";
const cellClass = "border-b border-rule py-1 pr-3 font-[400] narrow:border-0 narrow:py-[2px]";
const openedClass = "bg-raised *:border-b-0 *:first:pl-3 narrow:px-3 narrow:*:first:pl-0";
/**
 * On a phone a row is a grid: the checkbox, three lines of text, the actions. The empty first cell
 * reserves the space for columns that have no line below the name.
 */
const lineClass =
  "narrow:before:col-start-2 narrow:before:col-end-[-2] narrow:before:row-start-1 narrow:before:content-[''] narrow:grid narrow:grid-cols-[auto_minmax(0,1fr)_fit-content(42%)_auto] narrow:items-center narrow:border-b narrow:border-rule narrow:py-[6px]";
const pickClass = "w-[44px] narrow:col-start-1 narrow:row-span-2 narrow:row-start-1";
const placeClass = {
  // A name may wrap anywhere, so without a minimum width other columns would take its space.
  name: "min-w-[14ch] narrow:min-w-0 narrow:col-start-2 wrap-anywhere",
  acts: "w-px pr-0 text-right narrow:w-auto narrow:col-start-4 narrow:row-span-2 narrow:row-start-1",
  above: "narrow:col-start-2 narrow:row-start-1",
  corner: "narrow:col-start-3 narrow:row-start-1 narrow:justify-self-end narrow:text-right",
  // A 320 px phone has no space for words such as "Nemokamai" next to a name.
  beside:
    "narrow:col-start-3 narrow:row-start-2 narrow:justify-self-end narrow:text-right @max-[290px]:justify-self-start! @max-[290px]:text-left! @max-[290px]:col-start-2! @max-[290px]:row-start-3!",
  below:
    "narrow:col-start-2 narrow:col-end-[-2] narrow:empty:hidden narrow:before:text-muted narrow:before:content-[attr(data-heading)_':_']",
  hidden: "narrow:hidden",
};

const classOf = <Item extends RowData>({ isName, isActions, isExtra, phone = "below", className = "" }: Column<Item>) =>
  `${placeClass[isName ? "name" : isActions ? "acts" : phone]} ${isExtra ? "@max-[690px]:hidden" : ""} ${className}`;

/**
 * On a phone the name is on the second line of a row; it also spans the first line if there is a
 * corner column and nothing above the name.
 */
const nameRowOf = (columns: readonly Column<RowData>[]) => {
  const has = (place: Column<RowData>["phone"]) => columns.some(({ phone }) => phone === place);
  return has("corner") && !has("above") ? "narrow:row-start-1 narrow:row-span-2" : "narrow:row-start-2";
};

type LineProps = {
  row: Row<typeof features, RowData>;
  columns: readonly Column<RowData>[];
  pickName: string | undefined;
  isPicked: boolean;
  className: string | undefined;
};

/**
 * Rendered again only when its own item changes: re-rendering a hundred rows with menus delays the
 * opening of a form on a slow machine.
 */
const Line = memo(({ row, columns, pickName, isPicked, className = "" }: LineProps) => (
  <tr className={`${lineClass} ${isPicked ? "bg-sky/15" : ""} ${className}`}>
    {pickName !== undefined && (
      <td className={`${cellClass} ${pickClass}`} data-pick>
        <Check checked={isPicked} onChange={row.getToggleSelectedHandler()}>
          <span className="visually-hidden">{say("table.pick", { name: pickName })}</span>
        </Check>
      </td>
    )}
    {columns.map((column) =>
      column.isName ? (
        <th key={column.id} scope="row" className={`${cellClass} ${classOf(column)} ${nameRowOf(columns)}`} data-name>
          {column.cell(row.original)}
        </th>
      ) : (
        <td key={column.id} className={`${cellClass} ${classOf(column)}`} data-heading={column.heading}>
          {column.cell(row.original)}
        </td>
      ),
    )}
  </tr>
)) as <Item extends RowData>(props: Omit<LineProps, "row"> & { row: Row<typeof features, Item> }) => ReactNode;

/** Arrow keys move the focus from name to name; space selects a row whose name is a link. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement;
  const line = target.closest("tr");
  if (!line || !target.closest("[data-name]")) return;
  if (event.key === " " && target.matches("a")) {
    event.preventDefault();
    line.querySelector<HTMLElement>("[data-pick] input")?.click();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-name] :is(a, button)")];
  const next = names[names.indexOf(target) + step];
  if (next) event.preventDefault();
  next?.focus();
}

/**
 * Whether a table is wider than its container. The container scrolls only in this case; otherwise
 * the sticky headings would scroll away with it.
 */
function useIsWider() {
  const box = useRef<HTMLElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [isWider, setWider] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, table.current];
    if (!outer || !inner) return;
    const observer = new ResizeObserver(() => setWider(inner.scrollWidth > outer.clientWidth + 1));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return { box, table, isWider };
}
