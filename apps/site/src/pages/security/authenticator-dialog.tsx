import { PrimaryButton, SecondaryButton } from "@uola/ui/buttons.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { say } from "@uola/words/site";
import { useState } from "react";
import { ChangeDialog } from "./change-dialog.tsx";
import type { Act } from "./use-security.ts";

type Secret = { secret: string; address: string; qrCode: string };

/** Sets up an authenticator app: QR code, first code, then the recovery codes, which are shown once. */
export function AuthenticatorDialog({
  secret,
  act,
  onClose,
  onSignIn,
  onCodes,
}: {
  secret: Secret;
  act: Act;
  onClose: () => void;
  onSignIn: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  return (
    <ChangeDialog
      title={say("security.authenticator.on.title")}
      action={say("security.authenticator.on")}
      inputs={[
        {
          name: "code",
          label: say("security.code"),
          hint: say("security.code.hint"),
          autoComplete: "one-time-code",
          inputMode: "numeric",
        },
      ]}
      onClose={onClose}
      onSignIn={onSignIn}
      onDone={async ({ code = "" }) => {
        const done = await act((calls) => calls.confirmAuthenticator({ code: code.replace(/\s/g, "") }));
        if ("refusal" in done) return done.refusal;
        onCodes(done.answer.recoveryCodes);
        return undefined;
      }}
    >
      <p>{say("security.authenticator.scan")}</p>
      <img
        className="justify-self-center bg-white p-3"
        width="208"
        height="208"
        alt={say("security.authenticator.picture")}
        src={`data:image/svg+xml,${encodeURIComponent(secret.qrCode)}`}
      />
      <p className="small [overflow-wrap:anywhere]">
        {say("security.authenticator.type")} <code>{secret.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
    </ChangeDialog>
  );
}

/** Shows the recovery codes once; a member who loses the authenticator app signs in with one of them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied(true),
      // If the browser does not allow copying, the codes can still be written down.
      () => {},
    );
  };
  return (
    <Overlay title={say("security.recovery.title")} close={say("action.close")} onClose={onClose}>
      <p>{say("security.recovery.keep")}</p>
      <ul className="my-5 grid grid-cols-2 gap-x-6 gap-y-2 max-sm:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-4">
        <PrimaryButton onClick={copy}>
          {say(copied ? "security.recovery.copied" : "security.recovery.copy")}
        </PrimaryButton>
        <SecondaryButton onClick={onClose} className="min-h-[56px]">
          {say("security.recovery.kept")}
        </SecondaryButton>
      </div>
    </Overlay>
  );
}
