import { type Category, signs } from "@uola/art";
import type { MouseEvent } from "react";
import { CategoryIcon } from "./ornament.tsx";

type Choice = { value: string; label: string; disabled?: boolean };
type ChoicesProps = {
  legend: string;
  name: string;
  choices: readonly Choice[];
  value: string | undefined;
  /** Without it the input is uncontrolled: the form holds the selected value and submits it. */
  onChange?: (value: string) => void;
  /** Shows the legend above the choices; otherwise only screen readers read it. */
  shown?: boolean;
};

/** A radio group for a few options, as pills in a row. */
export function RadioGroup({ legend, name, choices, value, onChange, shown = false }: ChoicesProps) {
  return (
    <fieldset className="field">
      <legend className={shown ? "label mb-[6px]" : "visually-hidden"}>{legend}</legend>
      <div className="choices">
        {choices.map((choice) => (
          <label key={choice.value} className="pill">
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              value={choice.value}
              disabled={choice.disabled}
              {...(onChange
                ? { checked: choice.value === value, onChange: () => onChange(choice.value) }
                : { defaultChecked: choice.value === value })}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type CategoryFilterProps = {
  legend: string;
  /** The link that shows everything: its label and target. */
  all: { label: string; href: string };
  /** `href` is the target of selecting a category. */
  categories: readonly { category: Category; label: string; chosen: boolean; href: string }[];
  onChoose: (href: string) => void;
};

/**
 * A filter by category, shown as strips of tape. The strips are links, so that the selection is in
 * the URL and the filter works before the page has hydrated.
 */
export function CategoryFilter({ legend, all, categories, onChoose }: CategoryFilterProps) {
  const none = !categories.some(({ chosen }) => chosen);
  const choose = (href: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(href);
  };
  return (
    <nav aria-label={legend} className="choices">
      <a
        href={all.href}
        className={`pill ${none ? "chosen" : ""}`}
        aria-current={none || undefined}
        onClick={choose(all.href)}
        data-acts
      >
        {all.label}
      </a>
      {categories.map(({ category, label, chosen, href }) => (
        <a key={category} href={href} aria-current={chosen || undefined} onClick={choose(href)} data-acts>
          <span
            className={`tape large ${signs[category].hue} torn-${(label.length % 4) + 1} ${none || chosen ? "" : "left-out"}`}
          >
            <CategoryIcon category={category} />
            {label}
          </span>
        </a>
      ))}
    </nav>
  );
}
