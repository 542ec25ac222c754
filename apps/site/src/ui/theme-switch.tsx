import { useEffect, useState } from "react";

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];

/** The theme somebody chose outlives the visit (localStorage "theme"); `auto` follows the device and keeps nothing. */
export function ThemeSwitch({ label, words }: { label: string; words: Record<Theme, string> }) {
  const [theme, setTheme] = useState<Theme>("auto");
  useEffect(() => {
    const chosen = document.documentElement.dataset.theme;
    if (chosen === "light" || chosen === "dark") setTheme(chosen);
  }, []);
  const choose = (next: Theme) => {
    setTheme(next);
    const { dataset } = document.documentElement;
    if (next === "auto") delete dataset.theme;
    else dataset.theme = next;
    try {
      if (next === "auto") localStorage.removeItem("theme");
      else localStorage.setItem("theme", next);
    } catch {
      // A browser that keeps nothing still shows it until the next load.
    }
  };
  return (
    <fieldset className="theme">
      <legend className="visually-hidden">{label}</legend>
      {themes.map((name) => (
        <label key={name}>
          <input
            className="visually-hidden"
            type="radio"
            name="theme"
            value={name}
            checked={theme === name}
            onChange={() => choose(name)}
          />
          {words[name]}
        </label>
      ))}
    </fieldset>
  );
}
