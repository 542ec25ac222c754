/**
 * Lets React update a page that the browser has translated. Translators move text into `<font>` elements or replace it,
 * while React still holds the original text node: removing it from its former parent, or inserting before it, throws and
 * takes the whole view down (react/react#11538).
 */
export function tolerateTranslatedText(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || child.nodeType !== Node.TEXT_NODE) return removeChild.call(this, child) as Child;
    const wrapper = translationOf(this, child);
    if (wrapper) removeChild.call(this, wrapper);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    const moved = before?.nodeType === Node.TEXT_NODE && before.parentNode !== this;
    return insertBefore.call(this, child, moved ? translationOf(this, before) : before) as Child;
  };
}

/** The `<font>` within `parent` that holds the text; null where the translator has replaced the text. */
function translationOf(parent: Node, text: Node): Node | null {
  let node: Node | null = text;
  while (node && node.parentNode !== parent) node = node.parentNode;
  return node?.nodeName === "FONT" ? node : null;
}
