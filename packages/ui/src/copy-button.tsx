import { useState } from "react";
import { TextButton } from "./buttons.tsx";

type CopyButtonProps = { text: string; label: string; done: string };

/** Copies a text and confirms it on the button itself. Shown only when scripts run. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // The browser denies clipboard access: the user can still copy the text shown next to the
      // button.
      () => setCopied(false),
    );
  return (
    <span className="needs-scripts" role="status">
      <TextButton onClick={() => void copy()}>{copied ? done : label}</TextButton>
    </span>
  );
}
