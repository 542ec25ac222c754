import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Report, ReportColumn, ReportKind } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { useRoute } from "@uola/page-loader/tree.tsx";
import { SecondaryButton } from "@uola/ui/buttons.tsx";
import { Field, FilterSelect } from "@uola/ui/field.tsx";
import { Bars, Chart } from "@uola/ui/kit/chart.tsx";
import type { Column } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { addDays, dateLong, localDate, money, percent } from "@uola/words/formats";
import { useMemo } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { downloadFile } from "../content/download-file.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("reports.heading"), hidden: true });

const kinds = [
  "INCOME_BY_DAY",
  "INCOME_BY_PRODUCT",
  "INCOME_BY_VAT",
  "OCCUPANCY_BY_SERVICE",
  "OCCUPANCY_BY_HOUR",
  "ABSENCES",
  "COHORTS",
] as const satisfies readonly ReportKind[];

const day = /^\d{4}-\d{2}-\d{2}$/;

export default function ReportsPage({ search }: PageProps) {
  const today = localDate(useRoute().now);
  const given = (name: string) => day.exec(search.get(name) ?? "")?.[0];
  return (
    <AdminFrame here="/admin/reports/">
      <Shown
        kind={kinds.find((kind) => kind === search.get("report")) ?? "INCOME_BY_DAY"}
        from={given("from") ?? `${today.slice(0, 7)}-01`}
        to={given("to") ?? today}
      />
    </AdminFrame>
  );
}

type Asked = { kind: ReportKind; from: string; to: string };

/** A report for a period as a chart and as a table, both of which can be downloaded and printed. */
function Shown(asked: Asked) {
  const { kind, from, to } = asked;
  const { make, shown } = useFeedback();
  const write = usePlatformAction();
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const isWrong = !(days >= 1 && days <= 366);
  const { data, ...reading } = usePlatformQuery(
    ["reports", kind, from, to],
    async ({ reports }) => (await reports.read(asked)).report,
    { keeps: ([, before]) => before === kind, enabled: !isWrong },
  );
  const report = data?.kind === kind ? data : undefined;
  const ask = (part: Partial<Asked>) => {
    const next = { ...asked, ...part };
    go(linkTo(`/admin/reports/?report=${next.kind}&from=${next.from}&to=${next.to}`), { replace: true });
  };
  const keep = (format: "CSV" | "XLSX") =>
    void make(async () => {
      const name = `${say(`reports.kind.${kind}`)} ${from} ${to}.${format.toLowerCase()}`;
      downloadFile(await write(async ({ reports }) => (await reports.file({ ...asked, format })).blob()), name);
    });
  const title = say(`reports.kind.${kind}`);
  return (
    <AdminPage
      title={say("reports.heading")}
      beside={
        <div className="flex flex-wrap items-end gap-4 print:hidden">
          <FilterSelect
            label={say("reports.kind.INCOME_BY_DAY")}
            aria-label={say("reports.which")}
            value={kind === "INCOME_BY_DAY" ? "" : kind}
            onChange={({ target }) => ask({ kind: (target.value || "INCOME_BY_DAY") as ReportKind })}
            options={kinds.slice(1).map((value) => ({ value, label: say(`reports.kind.${value}`) }))}
          />
          <Field
            id="from"
            type="date"
            label={say("reports.from")}
            value={from}
            max={to}
            onChange={({ target }) => target.value && ask({ from: target.value })}
          />
          <Field
            id="to"
            type="date"
            label={say("reports.to")}
            value={to}
            min={from}
            max={addDays(from, 365)}
            onChange={({ target }) => target.value && ask({ to: target.value })}
          />
        </div>
      }
    >
      {shown}
      <p className="mb-2">{say("reports.days", { from: dateLong(from), to: dateLong(to) })}</p>
      <p className="max-w-[72ch] text-muted">{say(`reports.about.${kind}`)}</p>
      {isWrong ? (
        <Notice hue="yellow">{say("reports.wrong")}</Notice>
      ) : (
        <Drawn title={title} kind={kind} report={report} reading={reading} />
      )}
      <div className="mt-6 flex flex-wrap gap-4 print:hidden">
        {(["CSV", "XLSX"] as const).map((format) => (
          <SecondaryButton key={format} disabled={isWrong} onClick={() => keep(format)}>
            {say("reports.file", { format })}
          </SecondaryButton>
        ))}
        <SecondaryButton onClick={() => print()}>{say("reports.print")}</SecondaryButton>
      </div>
    </AdminPage>
  );
}

type Line = Report["rows"][number] & { id: string; isSum?: true };

/** Returns the index of the charted column: the last one, which is a share if the report has one. */
const drawnOf = (columns: readonly ReportColumn[]) => columns.length - 1;

const written = ({ unit }: ReportColumn, value: number): string => {
  if (unit === "CENTS") return money(value);
  return unit === "SHARE" ? percent(value, { decimals: 1 }) : String(value);
};

type DrawnProps = {
  title: string;
  kind: ReportKind;
  report: Report | undefined;
  reading: { isError: boolean; refetch: () => unknown };
};

function Drawn({ title, kind, report, reading }: DrawnProps) {
  const lines = useMemo(
    (): Line[] | undefined =>
      report && [
        ...report.rows.map((row, index) => ({ ...row, id: String(index) })),
        ...(report.rows.length > 0
          ? [{ id: "sum", name: say("reports.sum"), values: report.sums, isSum: true as const }]
          : []),
      ],
    [report],
  );
  const columns = useMemo(() => (report ? columnsOf(kind, report) : []), [kind, report]);
  return (
    <Chart
      title={title}
      items={lines}
      idOf={({ id }) => id}
      columns={columns}
      reading={reading}
      isBeside
      empty={say("reports.none")}
    >
      {(lines) => {
        const rows = lines.filter(({ isSum }) => !isSum).slice(0, 31);
        const at = drawnOf(report?.columns ?? []);
        return (
          <Bars
            items={rows}
            idOf={({ id }) => id}
            amountOf={({ values }) => Math.max(values[at] ?? 0, 0)}
            labelOf={(line) =>
              Number(line.id) % (2 * Math.ceil(rows.length / 10)) === 0 || rows.length <= 9
                ? shortOf(kind, nameOf(kind, line))
                : ""
            }
          />
        );
      }}
    </Chart>
  );
}

/** Shortens a name to fit below a bar. */
const shortOf = (kind: ReportKind, name: string): string => {
  if (kind === "INCOME_BY_DAY") return name.slice(5);
  return name.length > 12 ? `${name.slice(0, 11)}…` : name;
};

const nameOf = (kind: ReportKind, { name, isSum, rate }: Line): string => {
  if (isSum) return name;
  if (kind === "OCCUPANCY_BY_HOUR") return `${name}:00`;
  if (kind !== "INCOME_BY_VAT") return name;
  return [name || say("documents.noCode"), rate != null && percent(rate)].filter(Boolean).join(", ");
};

const columnsOf = (kind: ReportKind, { columns }: Report): Column<Line>[] => [
  {
    id: "name",
    heading: say(`reports.first.${kind}`),
    isName: true,
    cell: (line) => (line.isSum ? <b>{line.name}</b> : nameOf(kind, line)),
  },
  ...columns.map(
    (column, index): Column<Line> => ({
      id: column.id,
      heading: say(`reports.column.${column.id}`),
      ...(index === columns.length - 1
        ? { phone: "beside", className: "whitespace-nowrap tabular-nums text-right" }
        : { phone: "below", className: "whitespace-nowrap tabular-nums text-right narrow:text-left" }),
      cell: ({ values, isSum }) => {
        const text = written(column, values[index] ?? 0);
        return isSum ? <b>{text}</b> : text;
      },
    }),
  ),
];
