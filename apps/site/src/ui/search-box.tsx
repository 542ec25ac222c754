import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "./use-debounced.ts";

type SearchBoxProps = {
  label: string;
  /** What is looked for now. */
  text: string;
  /** Called when the typing rests. */
  onSearch: (text: string) => void;
  /** One a page is `#search`, where keys lead. */
  id?: string;
};

/** The search of a list. What is typed is looked for once, not at every key. */
export function SearchBox({ label, text, onSearch, id = "search" }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const rested = useDebounced(typed);
  // It was changed by something else, such as a button that clears it.
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
