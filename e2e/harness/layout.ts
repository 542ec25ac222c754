import { expect, type Frame, type Page } from "@playwright/test";
import { site } from "./addresses.ts";

type Fault = { width: number; what: string };

type Watched = typeof globalThis & { layoutFaults(): string[] };

/**
 * Defines `layoutFaults`, which describes the layout faults of the page at its current width. Runs
 * in the browser.
 */
function defineLayoutFaults() {
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
    // An expanded row contains a list of rows.
    [...document.querySelectorAll("[data-row], .session, .slot, tbody tr:not(:has(ul))")]
      .filter((row) => row.getBoundingClientRect().height > tallestIn(row.clientWidth) && isShown(row))
      .map((row) => `${Math.round(row.getBoundingClientRect().height)} px tall: ${nameOf(row)}`);

  // E-mail and web addresses may break at any character.
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
    element !== null && isShown(element) && element.getBoundingClientRect().width > 1 && !element.closest(notForEyes);
  const notForEyes = ".visually-hidden, .hold, script, style, .rich";
  const cuttingBlocks = ".block, .pill, .tape, .primary-button, .day, td, th";

  // Results that do not depend on the width are computed again only after the document has changed.
  let changed = 0;
  const changes = new MutationObserver(() => changed++);
  changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const unchanged = <Result>(find: () => Result) => {
    let found: { value: Result; at: number } | undefined;
    return () => {
      if (changes.takeRecords().length > 0) changed++;
      if (found?.at !== changed) found = { value: find(), at: changed };
      return found.value;
    };
  };
  const texts = unchanged(() =>
    [...textsIn(document.body)].filter(
      ({ data, parentElement }) => wordsOf(data).length > 0 && !parentElement?.closest(notForEyes),
    ),
  );
  const blocks = unchanged(() =>
    [...document.querySelectorAll(cuttingBlocks)].map((block) => ({ block, nodes: [...textsIn(block)] })),
  );

  // The checks below measure first and read styles only where something may be wrong, because
  // reading styles is slower.
  const brokenWords = () => {
    const broken: string[] = [];
    for (const node of texts()) {
      range.selectNodeContents(node);
      const isOnOneLine = range.getClientRects().length < 2;
      if (isOnOneLine || !isForEyes(node.parentElement)) continue;
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
    for (const { block, nodes } of blocks()) {
      const room = block.getBoundingClientRect();
      for (const node of nodes) {
        const parent = node.parentElement;
        if (parent === null) continue;
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        const isOut = text.bottom > room.bottom + 3 || text.right > room.right + 3;
        const sticksOut = text.right > parent.getBoundingClientRect().right + 3;
        if (!(isOut || sticksOut)) continue;
        if (!isShown(block) || hides(block) !== "silently" || !isForEyes(parent)) continue;
        if (hides(parent) === "openly") {
          // With a line clamp the ellipsis only indicates missing lines, not words that are wider
          // than the block.
          const isClamped = getComputedStyle(parent).webkitLineClamp !== "none";
          if (isClamped && sticksOut) cut.push(`"${node.data}" is cut beside in ${nameOf(block)}`);
        } else if (isOut) cut.push(`"${node.data}" is cut in ${nameOf(block)}`);
      }
    }
    return cut;
  };

  // Computes the outline of a hold from its clip path and rotation in the stylesheet.
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
  /** Returns points along the letters of a line, without the space above and below them. */
  const pointsOf = ({ left, top, width, height }: DOMRect): [number, number][] =>
    [0, 0.25, 0.5, 0.75, 1].flatMap((part): [number, number][] => [
      [left + part * width, top + 0.25 * height],
      [left + part * width, top + 0.75 * height],
    ]);

  const textOverArt = () => {
    const covered: string[] = [];
    for (const hold of document.querySelectorAll<HTMLElement>(
      ".page-header > .hold, .category-card > .hold, .on-hue > .hold",
    )) {
      const field = hold.parentElement;
      if (!field || !isShown(hold)) continue;
      const isCovered = covers(hold);
      for (const node of textsIn(field)) {
        const parent = node.parentElement;
        // Text on a tape is drawn above the hold.
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

  const near = (a: DOMRect, b: DOMRect, room: number) =>
    a.left < b.right + room && b.left < a.right + room && a.top < b.bottom + room && b.top < a.bottom + room;
  const shownIn = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((each) => isShown(each) && each.getBoundingClientRect().width > 1);

  // The header overlaps the coloured field of the page: drawings there must keep a distance from
  // its controls.
  const artAtHeader = () => {
    const controls = shownIn(
      ".site-header > .wordmark svg, .site-header > .side > *, .site-header > nav a, .site-header > .menu-button",
    );
    return shownIn("main .page-header:first-child > .hold, main .page-header:first-child .headline .mark").flatMap(
      (art) =>
        controls
          .filter((control) => near(art.getBoundingClientRect(), control.getBoundingClientRect(), 8))
          .map((control) => `${art.className} is at the header's ${nameOf(control)}`),
    );
  };

  // The drawn letters of a headline must not overlap the other text in its coloured field. A
  // letter's box has space above the capital height and below the letter. Large figures are not
  // checked, because their line box is taller than the figures.
  const lettersOverWords = () => {
    const letters = shownIn(".page-header:first-child .jumping-word > span, .page-header:first-child .headline .word");
    if (letters.length === 0) return [];
    const words = shownIn(".page-header:first-child > p:not(.visually-hidden, .figure)").flatMap((line) => {
      range.selectNodeContents(line);
      return [...range.getClientRects()].map((box) => ({ line, box }));
    });
    return letters.flatMap((letter) => {
      const { left, top, width, height } = letter.getBoundingClientRect();
      const ink = new DOMRect(left, top + 0.09 * height, width, 0.68 * height);
      return words
        .filter(({ box }) => near(ink, new DOMRect(box.left, box.top + 3, box.width, box.height - 6), 0))
        .map(({ line }) => `the letters "${letter.textContent}" lie on ${nameOf(line)}`);
    });
  };

  (globalThis as Watched).layoutFaults = () => [
    ...new Set(artAtHeader()),
    ...new Set(lettersOverWords()),
    ...sideways(),
    ...tallRows(),
    ...new Set(brokenWords()),
    ...new Set(cutWords()),
    ...new Set(textOverArt()),
  ];
}

/** From 320 to 1600 px, and the most common width of a phone. */
const allWidths = [390, ...Array.from({ length: 65 }, (_, at) => 320 + 20 * at)];
/**
 * The widths that suffice to check other texts or content on a page of a kind that has already been
 * checked at every width.
 */
export const fewWidths = [320, 390, 640, 768, 1020, 1100, 1440];

/** Resizes the loaded page to each of the widths, and returns all faults with their widths. */
export async function faultsAtEveryWidth(view: Page | Frame, widths = allWidths): Promise<Fault[]> {
  await view.evaluate(defineLayoutFaults);
  if ("parentFrame" in view) return view.evaluate(faultsInFrame, widths);
  const before = view.viewportSize();
  const faults: Fault[] = [];
  for (const width of widths) {
    await view.setViewportSize({ width, height: 900 });
    const found = await view.evaluate(() => (globalThis as Watched).layoutFaults());
    faults.push(...found.map((what) => ({ width, what })));
  }
  if (before) await view.setViewportSize(before);
  return faults;
}

/** The viewport at 200 % zoom on a screen of 1440 × 900. */
const zoomed: Size = { width: 720, height: 450 };

/** Checks the layout at 200 % zoom, where the viewport is also low. */
export async function expectSoundAtZoom(view: Frame): Promise<void> {
  await atSize(view, zoomed, async () => {
    expect.soft(await faultsAtEveryWidth(view, [zoomed.width]), `${view.url()} at 200 %`).toEqual([]);
  });
}

type FollowsWidth = typeof globalThis & { followsWidth?: boolean };

/**
 * Opens a frame in an empty page. The page loaded into it is resized in place, which takes a
 * fraction of the time needed to resize the window.
 */
export async function frameIn(page: Page, origin = site): Promise<Frame> {
  await page.addInitScript(noteFollowers);
  // Content below the viewport is checked too; if its rendering were deferred, it would be laid out
  // again for each check.
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => delete document.documentElement.dataset.below);
  });
  const address = `${origin}/frame-of-the-journeys`;
  const body = `<!doctype html><title>A frame</title><link rel="icon" href="data:,"><iframe name="resized" style="border:0;width:1440px;height:900px">`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(address);
  // The route is removed because a page with intercepted requests does not use the cache.
  await page.unroute(address);
  const frame = page.frame("resized");
  if (!frame) throw new Error("The page has no frame.");
  return frame;
}

type Size = { width: number; height: number };

/** Runs `look` while the frame has another size, then restores the original size. */
export async function atSize(view: Frame, size: Size, look: () => Promise<void>): Promise<void> {
  const before = await view.evaluate(resizeFrame, size);
  await look();
  await view.evaluate(resizeFrame, before);
}

const landscapes = [
  { width: 667, height: 375 },
  { width: 844, height: 390 },
  { width: 932, height: 430 },
];

/**
 * Checks that on a phone in landscape a page header leaves a third of the screen to the content. If
 * a drawing in the header counts as content, only the part before it (`data-opening`) is measured.
 */
export async function expectRoomBelowHeader(view: Frame): Promise<void> {
  await expect(view.locator(".page-header").first()).toBeVisible();
  const shares = await view.evaluate((sizes) => {
    const { style } = frameElement as HTMLElement;
    const before = style.cssText;
    const found = sizes.map(({ width, height }) => {
      Object.assign(style, { width: `${width}px`, height: `${height}px` });
      const opening = document.querySelector("[data-opening]");
      const head =
        opening ?? document.querySelector("main > .page-header:first-child, main > article > .page-header:first-child");
      return (head?.getBoundingClientRect().bottom ?? Number.NaN) / height;
    });
    style.cssText = before;
    return found;
  }, landscapes);
  for (const [index, { width, height }] of landscapes.entries()) {
    expect.soft(shares[index], `${view.url()} at ${width} × ${height}`).toBeLessThanOrEqual(2 / 3);
  }
}

/** Scripts are notified of a new size in the next frame, and render the result in the one after it. */
async function resizeFrame({ width, height }: Size) {
  const { style } = frameElement as HTMLIFrameElement;
  const before = { width: innerWidth, height: innerHeight };
  Object.assign(style, { width: `${width}px`, height: `${height}px` });
  for (let drawn = 0; drawn < 2; drawn++) await new Promise(requestAnimationFrame);
  return before;
}

/**
 * Records whether scripts of the page depend on its width, so that only such pages are given time
 * to react.
 */
function noteFollowers() {
  const note = () => {
    (globalThis as FollowsWidth).followsWidth = true;
  };
  const { observe } = ResizeObserver.prototype;
  ResizeObserver.prototype.observe = function (...input) {
    note();
    observe.apply(this, input);
  };
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...[type, ...more]: Parameters<typeof addEventListener>) {
    // React also listens to "resize" on its root, where the event never fires.
    if ((this === window && type === "resize") || (this instanceof MediaQueryList && this.media.includes("width")))
      note();
    addEventListener.call(this, type, ...more);
  };
}

async function faultsInFrame(widths: number[]) {
  const frame = frameElement as HTMLIFrameElement;
  const { width: before } = frame.style;
  const faults: Fault[] = [];
  for (const width of widths) {
    frame.style.width = `${width}px`;
    if (innerWidth !== width) throw new Error(`The frame is ${innerWidth} px wide instead of ${width}.`);
    let found: string[] = [];
    // Scripts are notified of a new width in the next frame, and may need several more frames to
    // render the result.
    const frames = (globalThis as FollowsWidth).followsWidth ? 60 : 0;
    for (let drawn = 0; drawn === 0 || (found.length > 0 && drawn < frames); drawn++) {
      if (frames > 0) await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
      found = (globalThis as Watched).layoutFaults();
    }
    faults.push(...found.map((what) => ({ width, what })));
  }
  frame.style.width = before;
  return faults;
}
