/** What a browser that can install the site gives once, before it would ask by itself. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

let kept: InstallPrompt | undefined;
const changes = new EventTarget();
const keep = (prompt: InstallPrompt | undefined) => {
  kept = prompt;
  changes.dispatchEvent(new Event("change"));
};

/** Keeps the browser from asking: the site offers it where somebody looks for it. */
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

/** Has the browser ask. A prompt can be used once. */
export async function install(): Promise<void> {
  const prompt = kept;
  keep(undefined);
  await prompt?.prompt();
}
