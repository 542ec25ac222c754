import { canInstall, install, onInstallChange } from "@uola/page-loader/browser/install.ts";
import { SecondaryButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";
import { useSyncExternalStore } from "react";

/** Offers to install the site as an app if the browser supports it and it is not installed yet. */
export function InstallOffer() {
  const isOffered = useSyncExternalStore(onInstallChange, canInstall, () => false);
  if (!isOffered) return null;
  return (
    <section aria-labelledby="install" className="grid justify-items-start gap-3">
      <h2 id="install" className="day-heading">
        {say("install.heading")}
      </h2>
      <p>{say("install.lead")}</p>
      <SecondaryButton onClick={() => void install()}>{say("install")}</SecondaryButton>
    </section>
  );
}
