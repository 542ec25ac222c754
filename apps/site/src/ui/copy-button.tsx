import { useState } from "react";
import { TextButton } from "./buttons.tsx";

type CopyButtonProps = { text: string; label: string; done: string };

/** Copies a text, and says so in its own place. Shown where it can work. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // A browser that forbids it: the text stands beside the button.
      () => setCopied(false),
    );
  return (
    <span className="needs-scripts" role="status">
      <TextButton onClick={() => void copy()}>{copied ? done : label}</TextButton>
    </span>
  );
}
