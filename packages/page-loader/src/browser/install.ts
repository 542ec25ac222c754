/** The event that a browser fires once, before it would show its own install prompt. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

let kept: InstallPrompt | undefined;
const changes = new EventTarget();
const keep = (prompt: InstallPrompt | undefined) => {
  kept = prompt;
  changes.dispatchEvent(new Event("change"));
};

/** Suppresses the browser's install prompt: the site offers installation in its own interface. */
export function keepInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    keep(event as InstallPrompt);
  });
  addEventListener("appinstalled", () => keep(undefined));
}

export const canInstall = (): boolean => kept !== undefined;
export function onInstallChange(listener: () => void): () => void {
  changes.addEventListener("change", listener);
  return () => changes.removeEventListener("change", listener);
}

/** Shows the browser's install prompt. A prompt can be used once. */
export async function install(): Promise<void> {
  const prompt = kept;
  keep(undefined);
  await prompt?.prompt();
}
