/**
 * A placeholder that the owner still has to replace, in either language: "[Įrašykite: įmonės
 * kodas]". The admin lists them; visitors never see them.
 */
const blank = /\[(?:Įrašykite|Fill in): ([^\]<]+)\]/g;

/** Returns the texts of the placeholders left in a document. */
export const placeholdersIn = (html: string): string[] => [...html.matchAll(blank)].map(([, what = ""]) => what);

/**
 * Replaces placeholders while a text is split into sentences, because abbreviations in placeholders
 * contain full stops.
 */
const mark = "\u0000";

/**
 * Returns the text without sentences that contain a placeholder, and without paragraphs and lists
 * that become empty.
 */
export function withoutPlaceholders(html: string): string {
  if (placeholdersIn(html).length === 0) return html;
  return html
    .replace(blank, mark)
    .replace(/<(p|li|h[1-6]|blockquote)>((?:(?!<\1>)[\s\S])*?)<\/\1>/g, (block, tag: string, inner: string) => {
      if (!block.includes(mark)) return block;
      const kept = completeSentences(inner);
      return kept === "" ? "" : `<${tag}>${kept}</${tag}>`;
    })
    .replace(/<(ul|ol)>\s*<\/\1>/g, "")
    .replaceAll(mark, "");
}

/**
 * Returns the sentences without a placeholder. A block whose markup would break is removed as a
 * whole.
 */
function completeSentences(inner: string): string {
  const sentences = inner.split(new RegExp(`(?<=[.!?]|${mark})\\s+(?=[\\p{Lu}<\\[${mark}])`, "u"));
  const kept = sentences.filter((sentence) => !sentence.includes(mark));
  return kept.every(isBalanced) ? kept.join(" ").trim() : "";
}

const isBalanced = (html: string): boolean =>
  (html.match(/<[a-z]/g) ?? []).length - (html.match(/<br/g) ?? []).length === (html.match(/<\//g) ?? []).length;
