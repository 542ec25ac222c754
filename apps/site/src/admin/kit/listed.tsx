import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { ActionMenu } from "../../ui/action-menu.tsx";

type ListedProps = {
  name: string;
  onOpen: () => void;
  /** Words beside the name, such as "paslėpta". */
  marks?: readonly (string | false)[];
  about?: string | null | undefined;
  /** Between what it is and what can be done. */
  children?: ReactNode;
  action?: { label: string; onClick: () => void } | false;
};

/** A line of a section's list: its name opens it, and one thing can be done to it where it stands. */
export function Listed({ name, onOpen, marks = [], about, children, action }: ListedProps) {
  return (
    <>
      <div className="what">
        <button type="button" className="title quick" onClick={onOpen}>
          {name}
        </button>
        {marks.map(
          (mark) =>
            mark && (
              <span key={mark} className="state-word outlined ml-3">
                {mark}
              </span>
            ),
        )}
        {about && <p className="muted">{about}</p>}
      </div>
      {children}
      {action && <ActionMenu label={say("row.actions", { name })} items={[{ apart: true, ...action }]} />}
    </>
  );
}
