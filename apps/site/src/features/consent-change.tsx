import { say } from "@uola/words/site";
import { useApp } from "../loader/tree.tsx";

/** Asks the bar to come back. */
export const consentWanted = "uola-consent";

/** Where consent is looked at again and withdrawn. Nothing stands here while the site needs none. */
export function ConsentChange({ className }: { className?: string }) {
  return (
    useApp().tagManager && (
      <button
        type="button"
        className={`link alone ${className ?? ""}`}
        onClick={() => dispatchEvent(new Event(consentWanted))}
      >
        {say("consent.heading")}
      </button>
    )
  );
}
