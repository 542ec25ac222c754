/** What rich text may be made of, for the editor that writes it and the pages that show it. */
export const richTextTags = [
  "p",
  "h2",
  "h3",
  "strong",
  "em",
  "ul",
  "ol",
  "li",
  "a",
  "blockquote",
  "br",
  "img",
  "figure",
  "figcaption",
] as const;

export const richTextSchemes = ["https", "http", "mailto", "tel"] as const;

/** A link as people type it: "uola.lt" → "https://uola.lt", "a@b.lt" → "mailto:a@b.lt"; undefined for what is none. */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(\/(?!\/)|#)\S*$/.test(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.\w+$/.test(text)) return `mailto:${text}`;
  if (/^\+\d[\d\s]{6,}$/.test(text)) return `tel:${text.replace(/\s/g, "")}`;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme) return richTextSchemes.some((one) => one === scheme) && !/\s/.test(text) ? text : undefined;
  return /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#]\S*)?$/u.test(text) ? `https://${text}` : undefined;
}

const library = /^\/media\/([0-9a-f-]{36})\/([^/?#]+)$/;

/** An image of the library by its address, in a width it is made in. */
export const imageAt = (src: string, width: number): string | undefined => {
  const [, id, name] = library.exec(src) ?? [];
  return id && `/media/${id}/${width}/${name}`;
};
