export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const radios = () => document.querySelectorAll<HTMLInputElement>('.theme input[name="theme"]');

/** Starts listening to the theme switch, and applies a choice made before this script loaded. */
export function listenToTheme(): void {
  for (const radio of radios()) if (radio.checked && !radio.defaultChecked) choose(radio.value);
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches('.theme input[name="theme"]')) choose(target.value);
  });
}

/** Marks the selected theme in the page's switch. */
export function showTheme(): void {
  const { theme = "auto" } = document.documentElement.dataset;
  for (const radio of radios()) radio.checked = radio.value === theme;
}

/**
 * Applies and stores the chosen theme (localStorage "theme"); `auto` follows the device and is not
 * stored.
 */
function choose(theme: string): void {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // If storage is unavailable, the theme still applies until the next load.
  }
}
