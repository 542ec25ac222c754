import { useEffect } from "react";
import { showTheme, type Theme, themes } from "./theme.ts";

/** Chooses the theme. What is chosen is listened to and marked beside React (`theme.ts`), since most pages stay without. */
export function ThemeSwitch({ label, words }: { label: string; words: Record<Theme, string> }) {
  // Where React draws it anew, as after HTML that differs from what it expects, nothing is marked yet.
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
