import { say } from "@uola/words/admin";
import { RoundButton } from "../../ui/buttons.tsx";
import { pageSize } from "./sought.ts";

type PagesProps = {
  page: number;
  /** On this page. */
  shown: number;
  total: number | undefined;
  hasNext: boolean;
  onChange: (page: number) => void;
};

/** "51–100 iš 312", with the ways to the pages beside it. */
export function Pages({ page, shown, total, hasNext, onChange }: PagesProps) {
  const from = (page - 1) * pageSize + 1;
  const to = from + shown - 1;
  const isLast = total === undefined ? !hasNext : to >= total;
  if (page === 1 && isLast) return null;
  return (
    <nav className="content-pages" aria-label={say("content.pages")}>
      <RoundButton
        icon="left"
        label={say("content.pages.before")}
        disabled={page === 1}
        onClick={() => onChange(page - 1)}
      />
      <span>{shown > 0 && (total === undefined ? `${from}–${to}` : say("content.pages.at", { from, to, total }))}</span>
      <RoundButton
        icon="right"
        label={say("content.pages.after")}
        disabled={isLast}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}
