import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import type { AppData, PageProps } from "../page.ts";
import { type Around, propsOf, type Shown, Tree } from "../tree.tsx";
import { restoreKept, retype, typedIn } from "./typed.ts";

export type Root = {
  /** Replaces the page; resolves when it stands in the document. */
  show(shown: Shown): Promise<void>;
};

/** Brings the server's HTML to life. What was typed before stays: React is told of it as if it were typed now. */
export function hydrate(element: HTMLElement, shown: Shown, around: Around): Promise<Root> {
  const typed = typedIn(element);
  return new Promise((resolve) => {
    const onAlive = () => {
      typed.forEach(retype);
      restoreKept(element);
      resolve({ show });
    };
    const root = hydrateRoot(element, <Tree shown={shown} around={around} onAlive={onAlive} />, {
      onRecoverableError: reportUnlessText,
      // What nothing caught, React reports by itself.
      onCaughtError: (error) => reportError(error),
    });
    const show = async (next: Shown) => {
      const draw = () => flushSync(() => root.render(<Tree shown={next} around={around} />));
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (still || !document.startViewTransition) draw();
      else await document.startViewTransition(draw).updateCallbackDone;
      describe(next, around.app);
    };
  });
}

/** Differences of text and of extensions' making are repaired by React and are nobody's fault. */
const reportUnlessText = (error: unknown) => {
  if (!/#(418|423|425)\b/.test(String(error))) reportError(error);
};

/** The head of the page that is shown now, as the server writes it. */
function describe(shown: Shown, { siteUrl }: AppData) {
  const head = shown.view.head(propsOf(shown, shown.search) as PageProps<never, never>);
  document.title = head.title;
  const canonical = !head.hidden && new URL(shown.from.path, siteUrl).href;
  setHead("meta", { name: "description" }, "content", head.description);
  setHead("meta", { name: "robots" }, "content", head.hidden && "noindex");
  setHead("link", { rel: "canonical" }, "href", canonical);
  setHead("meta", { property: "og:title" }, "content", canonical && head.title);
  setHead("meta", { property: "og:type" }, "content", canonical && "website");
}

/** Writes one element of the head, found by an attribute, or takes it out when it has nothing to say. */
function setHead(
  tag: "meta" | "link",
  by: Record<string, string>,
  attribute: string,
  value: string | false | undefined,
) {
  const [[name, of]] = Object.entries(by) as [[string, string]];
  let element = document.head.querySelector(`${tag}[${name}="${of}"]`);
  if (!value) return element?.remove();
  if (!element) {
    element = document.createElement(tag);
    element.setAttribute(name, of);
    document.head.append(element);
  }
  element.setAttribute(attribute, value);
}
