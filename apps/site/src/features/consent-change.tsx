import { useApp } from "@uola/page-loader/tree.tsx";
import { TextButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";

/** The name of the event that reopens the consent bar. */
export const consentWanted = "uola-consent";

/** A button to review and withdraw consent. Shown only if the site needs consent. */
export function ConsentChange({ className }: { className?: string }) {
  return (
    useApp().tagManager && (
      <TextButton className={className ?? ""} onClick={() => dispatchEvent(new Event(consentWanted))}>
        {say("consent.heading")}
      </TextButton>
    )
  );
}
