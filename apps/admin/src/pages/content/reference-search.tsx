import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { useDebounced } from "@uola/ui/use-debounced.ts";
import { say } from "@uola/words/admin";
import { type KeyboardEvent, useState } from "react";
import { displayKeyOf } from "./collection.ts";
import { dataOf, titleOf, useCollection, withDrafts } from "./use-content.ts";

type ReferenceSearchProps = {
  id: string;
  label: string;
  /** The collection to search. */
  collectionId: string;
  /** Ids that are already chosen and are therefore excluded from the results. */
  without?: readonly string[];
  described?: string | undefined;
  invalid?: boolean;
  onPick: (itemId: string, name: string) => void;
};

const shownMax = 10;

/** Finds an item by name: type to search, move with the arrow keys, choose with Enter. */
export function ReferenceSearch({
  id,
  label,
  collectionId,
  without = [],
  described,
  invalid = false,
  onPick,
}: ReferenceSearchProps) {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const sought = useDebounced(text.trim());
  const { data: collection } = useCollection(collectionId);
  const key = collection && displayKeyOf(collection);
  const { data: found, isPending } = usePlatformQuery(
    ["items", "search", collectionId, sought, shownMax + without.length],
    async ({ items }) => {
      const { dataItems } = await items.query({
        dataCollectionId: collectionId,
        query: {
          ...(sought && key && { filter: { [key]: { $contains: sought } } }),
          ...(key && { sort: [{ fieldName: key, order: "ASC" }] }),
          paging: { limit: shownMax + without.length },
        },
        ...withDrafts(collectionId),
      });
      return dataItems;
    },
    { enabled: isOpen && collection !== undefined },
  );
  const options =
    collection && found
      ? found
          .filter((item) => !without.includes(item.id))
          .slice(0, shownMax)
          .map((item) => ({ id: item.id, name: titleOf(collection, dataOf(item)) }))
      : [];
  const active = Math.min(at, options.length - 1);
  const pick = ({ id, name }: { id: string; name: string }) => {
    onPick(id, name);
    setText("");
    setOpen(false);
    setAt(0);
  };
  const byKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (by !== undefined) {
      event.preventDefault();
      if (isOpen) setAt((active + by + options.length) % Math.max(options.length, 1));
      else setOpen(true);
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      if (option) pick(option);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  const list = `${id}-list`;
  return (
    <div className="combobox">
      <input
        id={id}
        className="input"
        role="combobox"
        autoComplete="off"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[active] ? `${list}-${active}` : undefined}
        aria-describedby={described}
        aria-invalid={invalid || undefined}
        placeholder={say("content.reference.search")}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setOpen(true);
          setAt(0);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={byKey}
      />
      {isOpen && (
        <div id={list} role="listbox" aria-label={label} className="options">
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys of its list
            <div
              key={option.id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
            >
              {option.name}
            </div>
          ))}
          {options.length === 0 && (
            <p className="text-muted">{say(isPending ? "loading" : "content.reference.none")}</p>
          )}
        </div>
      )}
    </div>
  );
}
