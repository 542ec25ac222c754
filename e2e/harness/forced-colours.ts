import { expect, type Frame, type Page } from "@playwright/test";

/**
 * Checks a page in forced colours: no information is conveyed only by a removed colour, and no text
 * is hidden.
 */
export async function expectSoundInForcedColours(view: Page | Frame): Promise<void> {
  const page = "page" in view ? view.page() : view;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    expect
      .soft(await view.evaluate(faultsInForcedColours), `${view.url()} in ${colorScheme} forced colours`)
      .toEqual([]);
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
}

function faultsInForcedColours(): string[] {
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
  const drawn = all(".headline > [aria-hidden]").map((letters) => `drawn letters: ${letters.textContent}`);
  const hidden = [...document.querySelectorAll(".headline > .visually-hidden")]
    .filter((words) => words.getBoundingClientRect().width < 10 && words.closest("main"))
    .map((words) => `hidden words: ${words.textContent}`);
  const small = all("h1.headline")
    .filter((headline) => Number.parseFloat(getComputedStyle(headline).fontSize) < 24)
    .map((headline) => `small headline: ${headline.textContent}`);
  const edgeless = all(".primary-button, .pill, .tape")
    .filter((each) => Number.parseFloat(getComputedStyle(each).borderTopWidth) < 1)
    .map((each) => `no edge: ${each.textContent}`);
  const filled = all(".pebbles .taken").map((pebble) => getComputedStyle(pebble).backgroundColor);
  const empty = all(".pebbles i:not(.taken)").map((pebble) => getComputedStyle(pebble).backgroundColor);
  const alike = filled.filter((color) => empty.includes(color)).map((color) => `pebbles alike: ${color}`);

  const lightnessOf = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  };
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "Canvas";
  const ground = lightnessOf(getComputedStyle(probe).color);
  probe.remove();
  const lost = (element: Element) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
    const edge = Number.parseFloat(borderTopWidth) >= 1 ? [borderTopColor] : [];
    return [backgroundColor, ...edge].every((color) => Math.abs(lightnessOf(color) - ground) < 0.3);
  };
  const pale = all(".glyph, .hour-pebbles i")
    .filter(lost)
    .map(
      (drawing) => `lost on the ground: ${drawing.className} in ${drawing.parentElement?.textContent?.slice(0, 30)}`,
    );
  return [...drawn, ...hidden, ...small, ...edgeless, ...new Set(alike), ...new Set(pale)];
}
