import { say } from "@uola/words/site";
import { useApp } from "../loader/tree.tsx";
import { TextButton } from "../ui/buttons.tsx";

/** Asks the bar to come back. */
export const consentWanted = "uola-consent";

/** Where consent is looked at again and withdrawn. Nothing stands here while the site needs none. */
export function ConsentChange({ className }: { className?: string }) {
  return (
    useApp().tagManager && (
      <TextButton className={className ?? ""} onClick={() => dispatchEvent(new Event(consentWanted))}>
        {say("consent.heading")}
      </TextButton>
    )
  );
}
