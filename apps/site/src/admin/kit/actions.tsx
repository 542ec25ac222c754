import { say } from "@uola/words/admin";
import { ActionMenu, type MenuItem } from "../../ui/action-menu.tsx";
import { TextButton } from "../../ui/buttons.tsx";

type ActionsProps = {
  /** What they are done to. */
  of: string;
  main?: { label: string; onClick: () => void } | false | undefined;
  others?: readonly (MenuItem | false | undefined)[];
};

/** What can be done to a thing: the one main action in words, the others behind three dots, what deletes last and apart. */
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
