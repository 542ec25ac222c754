type Props = { label: string; value: string; onChange: (value: string) => void; shortcut?: string };

/** The search of a list of the admin: `#search`, where keys lead. */
export const SearchBox = ({ label, value, onChange, shortcut }: Props) => (
  <div className="search field">
    <label htmlFor="search" className="visually-hidden">
      {label}
    </label>
    <input
      id="search"
      type="search"
      className="input"
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      aria-keyshortcuts={shortcut}
    />
  </div>
);
