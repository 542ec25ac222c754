import type { Category } from "@uola/art";
import { CategoryBadge } from "./badge.tsx";
import { Icon } from "./icons.tsx";

/**
 * How the sentence about places is displayed: plain, highlighted for the last place, or with a
 * faint row if no place is left.
 */
export type PlacesTone = "free" | "last" | "full";

export type SessionRowProps = {
  start: string;
  end: string;
  category: Category;
  categoryName: string;
  title: string;
  /** Details such as trainer, age and level: "Rūta · nuo 14 metų". */
  detail: string;
  places: { tone: PlacesTone; text: string };
  /** Shown under the places: the price, or the number of people waiting. */
  cost?: string;
  action?: { href: string; label: string };
};

/** One class in a timetable's list; use inside a `<ul>`. */
export function SessionRow(props: SessionRowProps) {
  const { start, end, category, categoryName, title, detail, places, cost, action } = props;
  return (
    <li className={`session ${places.tone === "full" ? "faint" : ""}`}>
      <p className="when">
        <span className="time">{start}</span>
        <span className="end">
          <span className="visually-hidden">–</span>
          {end}
        </span>
      </p>
      <p className="kind">
        <CategoryBadge category={category}>{categoryName}</CategoryBadge>
      </p>
      <div className="what">
        <h4 className="title">{title}</h4>
        <p className="detail">{detail}</p>
      </div>
      <div className="left">
        <PlacesText {...places} />
        {cost && <p className="cost">{cost}</p>}
      </div>
      {action && (
        <a className="onward go" href={action.href} aria-label={`${action.label}: ${title}, ${start}`}>
          {action.label}
          <Icon name="right" />
        </a>
      )}
    </li>
  );
}

export function PlacesText({ tone, text }: { tone: PlacesTone; text: string }) {
  return (
    <p>
      <span className={`places ${tone}`}>{text}</span>
    </p>
  );
}
