import type { Page } from "@playwright/test";

type Fault = { width: number; what: string };

type Watched = typeof globalThis & { layoutFaults(): string[] };

/** Defines `layoutFaults`, which describes the faults of the page's layout at its present width. Runs in the browser. */
function watch() {
  // A row of a wide list is one line of a table; in a narrow list it takes several lines.
  const tallestIn = (width: number) => (width < 620 ? 300 : 200);
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].slice(0, 3).join(".")} "${(element.textContent ?? "").trim().slice(0, 40)}"`;

  const sideways = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : [];
  };

  const tallRows = () =>
    // An opened row contains a list of rows.
    [...document.querySelectorAll("[data-row], .session, .slot, tbody tr:not(:has(ul))")]
      .filter((row) => isShown(row) && row.getBoundingClientRect().height > tallestIn(row.clientWidth))
      .map((row) => `${Math.round(row.getBoundingClientRect().height)} px tall: ${nameOf(row)}`);

  // E-mail and web addresses may break anywhere.
  const wordsOf = (text: string) => [...text.matchAll(/[\p{L}\p{N}]{4,}/gu)].filter(() => !/[@/]/.test(text));
  const range = document.createRange();
  const boxesOf = (node: Text, from: number, length: number) => {
    range.setStart(node, from);
    range.setEnd(node, from + length);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };
  const textsIn = function* (root: Element): Generator<Text> {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text;
  };
  const isForEyes = (element: Element | null) =>
    element !== null &&
    isShown(element) &&
    element.getBoundingClientRect().width > 1 &&
    !element.closest(".visually-hidden, .hold, script, style, .rich");

  const brokenWords = () => {
    const broken: string[] = [];
    for (const node of textsIn(document.body)) {
      if (node.data.trim().length < 4 || !isForEyes(node.parentElement)) continue;
      for (const { 0: word, index } of wordsOf(node.data)) {
        const [first, ...others] = boxesOf(node, index, word.length);
        if (first && others.some(({ top }) => top > first.top + first.height / 2)) {
          broken.push(`"${word}" is broken in ${nameOf(node.parentElement as Element)}`);
        }
      }
    }
    return broken;
  };

  // A block that hides its overflow must show whole words, or an ellipsis.
  const hides = (element: Element) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    if (textOverflow === "ellipsis" || webkitLineClamp !== "none") return "openly";
    return /hidden|clip/.test(overflowX + overflowY) ? "silently" : undefined;
  };
  const cutWords = () => {
    const cut: string[] = [];
    for (const block of document.querySelectorAll(".block, .pill, .tape, .primary-button, .day, td, th")) {
      if (!isShown(block) || hides(block) !== "silently") continue;
      const room = block.getBoundingClientRect();
      for (const node of textsIn(block)) {
        const parent = node.parentElement;
        if (!isForEyes(parent) || parent === null) continue;
        range.selectNodeContents(node);
        if (hides(parent) === "openly") {
          // With a line clamp the ellipsis only marks missing lines, not words that are wider than the block.
          const { right } = parent.getBoundingClientRect();
          const { webkitLineClamp } = getComputedStyle(parent);
          const sticksOut = [...range.getClientRects()].some((box) => box.right > right + 3);
          if (webkitLineClamp !== "none" && sticksOut) cut.push(`"${node.data}" is cut beside in ${nameOf(block)}`);
          continue;
        }
        const isOut = [...range.getClientRects()].some(
          ({ bottom, right }) => bottom > room.bottom + 3 || right > room.right + 3,
        );
        if (isOut) cut.push(`"${node.data}" is cut in ${nameOf(block)}`);
      }
    }
    return cut;
  };

  // The outline of a hold by its clip path and rotation in the stylesheet.
  const outlines = new Map<string, { path: Path2D; box: number[] }>();
  const outlineOf = (cut: string) => {
    const known = outlines.get(cut);
    if (known) return known;
    const svg = decodeURIComponent(cut);
    const box = /viewBox='([^']+)'/.exec(svg)?.[1]?.split(" ").map(Number) ?? [0, 0, 1, 1];
    const outline = { path: new Path2D(/ d='([^']+)'/.exec(svg)?.[1] ?? ""), box };
    outlines.set(cut, outline);
    return outline;
  };
  const pen = document.createElement("canvas").getContext("2d");
  const covers = (hold: HTMLElement) => {
    const style = getComputedStyle(hold);
    const { path, box } = outlineOf(style.getPropertyValue("--cut"));
    const [x = 0, y = 0, width = 1, height = 1] = box;
    const { left, top, right, bottom } = hold.getBoundingClientRect();
    const turn = (-Number.parseFloat(style.rotate || "0") * Math.PI) / 180 || 0;
    return (across: number, down: number) => {
      const [dx, dy] = [across - (left + right) / 2, down - (top + bottom) / 2];
      const inside = [
        (dx * Math.cos(turn) - dy * Math.sin(turn)) / hold.offsetWidth + 0.5,
        (dx * Math.sin(turn) + dy * Math.cos(turn)) / hold.offsetHeight + 0.5,
      ] as const;
      return pen?.isPointInPath(path, x + inside[0] * width, y + inside[1] * height, "evenodd") ?? false;
    };
  };
  /** Points along the letters of a line, without the space above and below them. */
  const pointsOf = ({ left, top, width, height }: DOMRect): [number, number][] =>
    [0, 0.25, 0.5, 0.75, 1].flatMap((part): [number, number][] => [
      [left + part * width, top + 0.25 * height],
      [left + part * width, top + 0.75 * height],
    ]);

  const textOverArt = () => {
    const covered: string[] = [];
    for (const hold of document.querySelectorAll<HTMLElement>(".page-header > .hold, .category-card > .hold")) {
      const field = hold.parentElement;
      if (!field || !isShown(hold)) continue;
      const isCovered = covers(hold);
      for (const node of textsIn(field)) {
        const parent = node.parentElement;
        // A tape lies on top of the hold.
        if (!isForEyes(parent) || parent?.closest(".tape")) continue;
        for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
          const boxes = boxesOf(node, index, word.length);
          if (boxes.some((box) => pointsOf(box).some(([across, down]) => isCovered(across, down)))) {
            covered.push(`"${word}" stands on the hold in ${nameOf(field)}`);
          }
        }
      }
    }
    return covered;
  };

  (globalThis as Watched).layoutFaults = () => [
    ...sideways(),
    ...tallRows(),
    ...new Set(brokenWords()),
    ...new Set(cutWords()),
    ...new Set(textOverArt()),
  ];
}

/** Resizes a loaded page from 320 to 1600 px in steps of 20 px, and returns all faults with their widths. */
export async function faultsAtEveryWidth(page: Page): Promise<Fault[]> {
  const before = page.viewportSize();
  await page.evaluate(watch);
  const faults: Fault[] = [];
  for (let width = 320; width <= 1600; width += 20) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate(() => (globalThis as Watched).layoutFaults());
    faults.push(...found.map((what) => ({ width, what })));
  }
  if (before) await page.setViewportSize(before);
  return faults;
}
