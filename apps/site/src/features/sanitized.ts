import { language } from "@uola/words/language";
import sanitize from "sanitize-html";
import { inLocale } from "../loader/locale.ts";
import { imageAt, richTextSchemes, richTextTags } from "./rich-text.ts";

const widths = [480, 960, 1920];

/** A link to a page of the site stays in the language of the reader, whatever language it was written in. */
const isOwnPage = (href: string) => /^\/(?![/\\]|media\/)/.test(href);

/**
 * Rich text as pages show it: what is not on the list is left out, whoever wrote it; images of the library come in
 * the size of the screen. For data functions: it runs on the server only.
 */
export const sanitized = (html: string): string =>
  sanitize(html, {
    allowedTags: [...richTextTags],
    allowedAttributes: { a: ["href", "rel"], img: ["src", "srcset", "sizes", "alt", "width", "height", "loading"] },
    allowedSchemes: [...richTextSchemes],
    allowedSchemesByTag: { img: ["https", "http"] },
    allowProtocolRelative: false,
    transformTags: {
      b: "strong",
      i: "em",
      h1: "h2",
      h4: "h3",
      a: (tagName, { href = "" }) => ({
        tagName,
        attribs: {
          href: isOwnPage(href) ? inLocale(href, language()) : href,
          ...(/^https?:/i.test(href) && { rel: "noopener" }),
        },
      }),
      img: (tagName, { src = "", alt = "", width, height }) => {
        const set = widths.flatMap((width) => (imageAt(src, width) ? `${imageAt(src, width)} ${width}w` : []));
        const extent = { ...(width && { width }), ...(height && { height }) };
        const sizes = set.length > 0 && { srcset: set.join(", "), sizes: "(min-width: 64rem) 720px, 100vw" };
        return { tagName, attribs: { src: imageAt(src, 960) ?? src, ...sizes, alt, ...extent, loading: "lazy" } };
      },
    },
  });

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
/** What rich text says, without any markup. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => signs[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
