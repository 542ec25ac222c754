import { useHasPower } from "@uola/browser/session/session.tsx";
import { say } from "@uola/words/admin";
import type { EditorState } from "prosemirror-state";
import { type KeyboardEvent, useState } from "react";
import { isOn, type Tool, tools } from "./rich-commands.ts";

type RichToolbarProps = { label: string; controls: string; state: EditorState; onUse: (tool: Tool) => void };

const paths: Partial<Record<Tool, string>> = {
  bullets: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  numbers: "M10 6h10M10 12h10M10 18h10M4 5l1.500-1v5M4 14h2l-2 3h2",
  quote: "M5 6v6h5V6zM5 12c0 3 1 5 3 6M14 6v6h5V6zM14 12c0 3 1 5 3 6",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.01",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
};
const letters: Partial<Record<Tool, string>> = { h2: "A", h3: "a", strong: "B", em: "I" };

/** The toolbar is a single tab stop; the arrow keys move between its buttons. */
export function RichToolbar({ label, controls, state, onUse }: RichToolbarProps) {
  const [at, setAt] = useState(0);
  const keepsMedia = useHasPower("keepsMedia");
  // Images come from the media library, which not every user may manage.
  const offered = keepsMedia ? tools : tools.filter((tool) => tool !== "image");
  const byKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: offered.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + offered.length) % offered.length;
    setAt(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={say("content.rich.toolbar", { label })}
      aria-controls={controls}
      className="rich-toolbar"
      onKeyDown={byKey}
    >
      {offered.map((tool, index) => (
        <button
          key={tool}
          type="button"
          tabIndex={index === at ? 0 : -1}
          aria-label={say(`content.rich.${tool}`)}
          title={say(`content.rich.${tool}`)}
          aria-pressed={isOn(state, tool)}
          className={tool}
          onFocus={() => setAt(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(tool)}
        >
          {letters[tool] ?? (
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={paths[tool]} />
            </svg>
          )}
        </button>
      ))}
    </div>
  );
}
