import { type Category, signs } from "@uola/art";
import { Glyph } from "./hold.tsx";

type Choice = { value: string; label: string; disabled?: boolean };
type ChoicesProps = {
  legend: string;
  name: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChange: (value: string) => void;
  /** Show the legend above, not only say it. */
  shown?: boolean;
};

/** One of a few, as pills in a row. */
export function RadioPills({ legend, name, choices, value, onChange, shown = false }: ChoicesProps) {
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
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
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
  categories: readonly { category: Category; label: string }[];
  chosen: readonly Category[];
  onChange: (category: Category, chosen: boolean) => void;
};

/** Which kinds to show, as strips of tape: a pale strip is one left out. */
export function CategoryFilter({ legend, categories, chosen, onChange }: CategoryFilterProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <div className="choices">
        {categories.map(({ category, label }) => (
          <label key={category}>
            <input
              className="visually-hidden"
              type="checkbox"
              checked={chosen.includes(category)}
              onChange={(event) => onChange(category, event.target.checked)}
            />
            <span className={`tape large ${signs[category].hue} torn-${(label.length % 4) + 1}`}>
              <Glyph category={category} />
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
