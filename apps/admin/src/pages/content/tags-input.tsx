import { required } from "@uola/contract/required";
import { SecondaryButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/admin";
import { type KeyboardEvent, useState } from "react";

type TagsInputProps = {
  id: string;
  label: string;
  value: unknown;
  described: string | undefined;
  onChange: (tags: string[] | null) => void;
};

/**
 * Input for a list of words: Enter or a comma adds one, Backspace in the empty input removes the
 * last.
 */
export function TagsInput({ id, label, value, described, onChange }: TagsInputProps) {
  const [typed, setTyped] = useState("");
  const tags = Array.isArray(value) ? value.map(String) : [];
  const add = (text: string) => {
    const added = text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag, at, all) => tag && !tags.includes(tag) && all.indexOf(tag) === at);
    setTyped("");
    if (added.length > 0) onChange([...tags, ...added]);
  };
  const remove = (tag: string) => {
    const left = tags.filter((other) => other !== tag);
    onChange(left.length > 0 ? left : null);
  };
  const byKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "" && tags.length > 0) remove(required(tags.at(-1), "tag"));
  };
  return (
    <div className="tags">
      {tags.map((tag) => (
        <SecondaryButton key={tag} aria-label={say("content.tag.remove", { tag, label })} onClick={() => remove(tag)}>
          {tag} ✕
        </SecondaryButton>
      ))}
      <input
        id={id}
        className="input"
        aria-describedby={described}
        placeholder={say("content.tag.add")}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={byKey}
        onBlur={() => add(typed)}
      />
    </div>
  );
}
