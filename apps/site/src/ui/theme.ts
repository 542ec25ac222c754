export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const radios = () => document.querySelectorAll<HTMLInputElement>('.theme input[name="theme"]');

/** Takes over what is chosen, and what was chosen before anybody listened. */
export function listenToTheme(): void {
  for (const radio of radios()) if (radio.checked && !radio.defaultChecked) choose(radio.value);
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches('.theme input[name="theme"]')) choose(target.value);
  });
}

/** Marks the theme that is chosen in the switch of the page. */
export function showTheme(): void {
  const { theme = "auto" } = document.documentElement.dataset;
  for (const radio of radios()) radio.checked = radio.value === theme;
}

/** The theme somebody chose outlives the visit (localStorage "theme"); `auto` follows the device and keeps nothing. */
function choose(theme: string): void {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // A browser that keeps nothing still shows it until the next load.
  }
}
