import { linkOf } from "@uola/browser/gym/rich-text.ts";
import { type DOMOutputSpec, DOMParser, DOMSerializer, type Node, Schema } from "prosemirror-model";

const attribute = (element: HTMLElement, name: string) => element.getAttribute(name) ?? "";

/** The editor's side of what rich text may be (packages/browser/src/gym/rich-text.ts): what it cannot hold, it cannot paste either. */
export const richSchema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: { group: "block", content: "inline*", parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
    heading: {
      group: "block",
      content: "inline*",
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [
        { tag: "h1", attrs: { level: 2 } },
        { tag: "h2", attrs: { level: 2 } },
        { tag: "h3", attrs: { level: 3 } },
        { tag: "h4", attrs: { level: 3 } },
      ],
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    blockquote: {
      group: "block",
      content: "block+",
      defining: true,
      parseDOM: [{ tag: "blockquote" }],
      toDOM: () => ["blockquote", 0],
    },
    bullet_list: {
      group: "block",
      content: "list_item+",
      parseDOM: [{ tag: "ul" }],
      toDOM: () => ["ul", 0],
    },
    ordered_list: {
      group: "block",
      content: "list_item+",
      parseDOM: [{ tag: "ol" }],
      toDOM: () => ["ol", 0],
    },
    list_item: { content: "paragraph block*", defining: true, parseDOM: [{ tag: "li" }], toDOM: () => ["li", 0] },
    figure: {
      group: "block",
      draggable: true,
      attrs: {
        src: {},
        alt: { default: "" },
        caption: { default: "" },
        width: { default: "" },
        height: { default: "" },
      },
      parseDOM: [
        { tag: "figure", getAttrs: (element) => figureOf(element.querySelector("img"), element) },
        { tag: "img[src]", getAttrs: (element) => figureOf(element) },
      ],
      toDOM: ({ attrs: { src, alt, caption, width, height } }): DOMOutputSpec => {
        const image = ["img", { src, alt, ...(width && { width }), ...(height && { height }) }] as const;
        return caption ? ["figure", image, ["figcaption", caption]] : ["figure", image];
      },
    },
    text: { group: "inline" },
    hard_break: {
      group: "inline",
      inline: true,
      selectable: false,
      parseDOM: [{ tag: "br" }],
      toDOM: () => ["br"],
    },
  },
  marks: {
    link: {
      inclusive: false,
      attrs: { href: {} },
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (element) => {
            const href = linkOf(attribute(element, "href"));
            return href ? { href } : false;
          },
        },
      ],
      toDOM: ({ attrs: { href } }) => ["a", { href }, 0],
    },
    em: { parseDOM: [{ tag: "em" }, { tag: "i" }, { style: "font-style=italic" }], toDOM: () => ["em", 0] },
    strong: {
      parseDOM: [
        { tag: "strong" },
        { tag: "b", getAttrs: (element) => element.style.fontWeight !== "normal" && null },
        { style: "font-weight", getAttrs: (weight) => /^(bold(er)?|[6-9]\d{2})$/.test(weight) && null },
      ],
      toDOM: () => ["strong", 0],
    },
  },
});

function figureOf(image: HTMLElement | null, figure?: HTMLElement) {
  const src = image && attribute(image, "src");
  if (!image || !src || !/^(https?:|\/(?!\/))/.test(src)) return false;
  return {
    src,
    alt: attribute(image, "alt"),
    caption: figure?.querySelector("figcaption")?.textContent?.trim() ?? "",
    width: attribute(image, "width"),
    height: attribute(image, "height"),
  };
}

export function docOf(html: string): Node {
  const body = new globalThis.DOMParser().parseFromString(html, "text/html").body;
  return DOMParser.fromSchema(richSchema).parse(body);
}

/** The document as HTML; nothing but an empty paragraph is "". */
export function htmlOf(doc: Node): string {
  if (doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0) return "";
  const holder = document.createElement("div");
  holder.append(DOMSerializer.fromSchema(richSchema).serializeFragment(doc.content));
  return holder.innerHTML;
}
