import type { Hue } from "@uola/art";
import type { ReactNode } from "react";

type SlotRowProps = {
  start: string;
  end: string;
  name: string;
  detail: string;
  /** `<Seats>`. */
  seats: ReactNode;
  price: string;
  /** The action, Rinktis, Pasirinkta or Stoti į sąrašą, as a `<SecondaryButton>`. */
  action: ReactNode;
  chosen?: boolean;
  faint?: boolean;
  /** The tape colour of a selected row. */
  hue: Exclude<Hue, "ink" | "chalk">;
};

/** A selectable time; use inside a `<ul>`. */
export function SlotRow({ start, end, name, detail, seats, price, action, chosen, faint, hue }: SlotRowProps) {
  return (
    <li className={`slot ${hue} ${chosen ? "chosen" : ""} ${faint ? "faint" : ""}`}>
      <p className="when">
        <span className="time">{start}</span>
        <span className="end">
          <span className="visually-hidden">–</span>
          {end}
        </span>
      </p>
      <div className="what">
        <p className="name font-bold">{name}</p>
        <p className="detail">{detail}</p>
      </div>
      <div className="seats">{seats}</div>
      <p className="cost">{price}</p>
      <div className="go">{action}</div>
    </li>
  );
}
