import { imageAt, richTextSchemes, richTextTags } from "@uola/browser/gym/rich-text.ts";
import { inLocale } from "@uola/page-loader/locale.ts";
import { language } from "@uola/words/language";
import sanitize from "sanitize-html";

const widths = [480, 960, 1920];

/**
 * A link to a page of this site leads to the page in the reader's language, regardless of the
 * language in which the link was written.
 */
const isOwnPage = (href: string) => /^\/(?![/\\]|media\/)/.test(href);

/**
 * Returns rich text as shown on pages. Tags and attributes outside the allowlist are removed,
 * regardless of the author; images from the media library get several sizes. Only for data
 * functions, because it runs only on the server.
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
/** Returns the plain text of rich text. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => signs[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
