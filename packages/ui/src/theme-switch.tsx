import { useEffect } from "react";
import { showTheme, type Theme, themes } from "./theme.ts";

/**
 * The theme switch. `theme.ts` handles and displays the selection outside React, since most pages
 * are not hydrated.
 */
export function ThemeSwitch({ label, words }: { label: string; words: Record<Theme, string> }) {
  // If React renders the switch again, as after a hydration mismatch, no option is marked yet.
  useEffect(showTheme, []);
  return (
    <fieldset className="theme">
      <legend className="visually-hidden">{label}</legend>
      {themes.map((name) => (
        <label key={name}>
          <input className="visually-hidden" type="radio" name="theme" value={name} defaultChecked={name === "auto"} />
          {words[name]}
        </label>
      ))}
    </fieldset>
  );
}
