/** The HTML tags allowed in rich text, for both the editor and the pages. */
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

/**
 * Converts typed text to a link: "uola.lt" → "https://uola.lt", "a@b.lt" → "mailto:a@b.lt";
 * undefined if it is not a link.
 */
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

/** Returns the URL of a library image at one of its generated widths. */
export const imageAt = (src: string, width: number): string | undefined => {
  const [, id, name] = library.exec(src) ?? [];
  return id && `/media/${id}/${width}/${name}`;
};
