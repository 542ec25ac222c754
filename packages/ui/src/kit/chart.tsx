import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { type Column, DataTable, type RowData } from "./data-table.tsx";
import { type Reading, Results } from "./results.tsx";

type ChartProps<Item extends RowData> = {
  title: string;
  level?: 2 | 3;
  /** Undefined until loaded. */
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  /** The same numbers as a table, for users who cannot see the chart or need exact values. */
  columns: readonly Column<Item>[];
  /** Shows the table next to the chart if there is enough space; otherwise it is collapsed below. */
  isBeside?: boolean;
  reading?: Reading;
  empty?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/**
 * A chart of numbers under a heading, with a table of the numbers. The chart is plain SVG and
 * hidden from screen readers.
 */
export function Chart<Item extends RowData>({
  title,
  level = 2,
  items,
  idOf,
  columns,
  isBeside = false,
  children,
  ...results
}: ChartProps<Item>) {
  const Heading = `h${level}` as const;
  const table = (items: readonly Item[]) => (
    <DataTable caption={title} columns={columns} items={items} idOf={idOf} isGrid />
  );
  return (
    <figure className="@container mt-9">
      <figcaption>
        <Heading className="title border-text border-b-[3px] pb-[6px]">{title}</Heading>
      </figcaption>
      <Results items={items} lines={4} {...results}>
        {(items) => (
          <div className={`mt-4 grid gap-x-9 gap-y-4 ${isBeside ? "@min-[720px]:grid-cols-[minmax(0,1fr)_auto]" : ""}`}>
            {children(items)}
            {isBeside ? (
              table(items)
            ) : (
              <details>
                <summary className="min-h-[32px] py-1 font-semibold">{say("chart.numbers")}</summary>
                {table(items)}
              </details>
            )}
          </div>
        )}
      </Results>
    </figure>
  );
}

type BarsProps<Item> = {
  items: readonly Item[];
  idOf: (item: Item) => string;
  amountOf: (item: Item) => number;
  /** The maximum possible value, drawn as an outline around the bar. */
  mostOf?: (item: Item) => number;
  labelOf: (item: Item) => string;
  /** Whether an item is the current one. */
  isNow?: (item: Item) => boolean;
};

const height = 166;
const below = 24;
/**
 * The maximum number of labels that fit without overlapping; if there are more bars, only every
 * second label is shown.
 */
const labelsMost = 9;

/** One bar per item in the shape of a torn paper strip, side by side, using the available width. */
export function Bars<Item>({ items, idOf, amountOf, mostOf = amountOf, labelOf, isNow }: BarsProps<Item>) {
  const most = Math.max(...items.map((item) => Math.max(mostOf(item), amountOf(item))), 1);
  const part = 100 / items.length;
  const tallOf = (value: number) => Math.max((value / most) * height, 2);
  return (
    // A label may be wider than its bar, so print needs a margin: paper is cut off at the edge of
    // the drawing.
    <svg
      className="block w-full overflow-visible print:mx-4 print:w-[calc(100%-2rem)]"
      height={height + below}
      aria-hidden="true"
    >
      {items.map((item, index) => {
        const strip = (value: number) => ({
          x: `${(index + 0.08) * part}%`,
          width: `${0.84 * part}%`,
          y: height - tallOf(value),
          height: tallOf(value),
        });
        return (
          <g key={idOf(item)}>
            {mostOf(item) > amountOf(item) && (
              <rect {...strip(mostOf(item))} className="fill-none stroke-muted stroke-[1.5] [stroke-dasharray:4_3]" />
            )}
            <rect
              {...strip(amountOf(item))}
              className={`[clip-path:var(--hung-2)] [--tear:0.4] ${isNow?.(item) ? "fill-orange" : "fill-bar"}`}
            />
            {(items.length <= labelsMost || index % 2 === 0) && (
              <text
                x={`${(index + 0.5) * part}%`}
                y={height + below - 6}
                textAnchor="middle"
                className={`fill-current text-[14px] ${isNow?.(item) ? "font-bold" : "font-medium"}`}
              >
                {labelOf(item)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
