import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { say } from "@uola/words/admin";
import type { Leaving } from "./use-leaving.ts";

type LeaveDialogProps = { leaving: Leaving; busy: boolean; onSave: () => Promise<boolean> };

/** Dialog shown before the page is left with unsaved changes. */
export function LeaveDialog({ leaving: { to, stay, leave }, busy, onSave }: LeaveDialogProps) {
  if (to === undefined) return null;
  return (
    <Overlay title={say("content.leave")} close={say("content.leave.stay")} onClose={stay}>
      <p className="mb-5">{say("content.leave.lead")}</p>
      <div className="flex flex-wrap items-center gap-6">
        <PrimaryButton disabled={busy} onClick={async () => ((await onSave()) ? leave() : stay())}>
          {say("content.leave.save")}
        </PrimaryButton>
        <TextButton onClick={leave}>{say("content.leave.go")}</TextButton>
        <TextButton onClick={stay}>{say("content.leave.stay")}</TextButton>
      </div>
    </Overlay>
  );
}
