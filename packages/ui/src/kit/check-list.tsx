type CheckListProps = {
  id: string;
  legend: string;
  options: readonly { value: string; label: string }[];
  values: readonly string[];
  error?: string | undefined;
  hint?: string;
  onChange: (values: string[]) => void;
};

/** A group of checkboxes, shown as pills, for selecting several of a few options. */
export function CheckList({ id, legend, options, values, error, hint, onChange }: CheckListProps) {
  return (
    <fieldset id={id} className="field" tabIndex={-1}>
      <legend className="label mb-[6px]">{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      <div className="choices small-pills">
        {options.map(({ value, label }) => (
          <label key={value} className="pill">
            <input
              className="visually-hidden"
              type="checkbox"
              checked={values.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...values, value] : values.filter((other) => other !== value))
              }
            />
            {label}
          </label>
        ))}
      </div>
      {error && <p className="error">{error}</p>}
    </fieldset>
  );
}
