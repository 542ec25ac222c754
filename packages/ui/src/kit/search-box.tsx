import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "../use-debounced.ts";

type SearchBoxProps = {
  label: string;
  /** The current search text. */
  text: string;
  /** Called when the user pauses typing. */
  onSearch: (text: string) => void;
  /** One search box per page has the id `search`, the target of the keyboard shortcut. */
  id?: string;
};

/** The search box of a list. Searches once typing pauses, not on every key press. */
export function SearchBox({ label, text, onSearch, id = "search" }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const rested = useDebounced(typed);
  // The text was changed from outside, such as by a button that clears it.
  if (shown !== text) {
    setShown(text);
    if (text !== rested) setTyped(text);
  }
  const search = useEffectEvent((sought: string) => {
    if (sought !== text) onSearch(sought);
  });
  useEffect(() => search(rested), [rested]);
  return (
    <div className="search field">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        type="search"
        className="input"
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
