import { say } from "@uola/words/admin";
import { TextButton } from "../buttons.tsx";
import { ActionMenu, type MenuItem } from "./action-menu.tsx";

type ActionsProps = {
  /** The name of the item that the actions apply to. */
  of: string;
  main?: { label: string; onClick: () => void } | false | undefined;
  others?: readonly (MenuItem | false | undefined)[];
};

/**
 * The actions on an item: one main action as a button with a label, the others in a three-dot menu,
 * with deletion last and separated.
 */
export const Actions = ({ of, main, others = [] }: ActionsProps) => (
  <div className="flex flex-wrap items-center gap-x-5">
    {main && (
      <TextButton about={of} onClick={main.onClick}>
        {main.label}
      </TextButton>
    )}
    <ActionMenu label={say("row.actions", { name: of })} items={others} />
  </div>
);
