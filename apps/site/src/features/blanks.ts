/**
 * What the owner still has to write in a text, in either language: "[Įrašykite: įmonės kodas]". The office lists it;
 * visitors never see it.
 */
const blank = /\[(?:Įrašykite|Fill in): ([^\]<]+)\]/g;

/** The texts of the placeholders that a document still has. */
export const blanksIn = (html: string): string[] => [...html.matchAll(blank)].map(([, what = ""]) => what);

/** Replaces placeholders while sentences are split, because their abbreviations contain full stops. */
const mark = "\u0000";

/** The text without the sentences that have a placeholder, and without the paragraphs and lists that this leaves empty. */
export function withoutBlanks(html: string): string {
  if (blanksIn(html).length === 0) return html;
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

/** The sentences without a placeholder. A block whose markup would break is removed whole. */
function completeSentences(inner: string): string {
  const sentences = inner.split(new RegExp(`(?<=[.!?]|${mark})\\s+(?=[\\p{Lu}<\\[${mark}])`, "u"));
  const kept = sentences.filter((sentence) => !sentence.includes(mark));
  return kept.every(isBalanced) ? kept.join(" ").trim() : "";
}

const isBalanced = (html: string): boolean =>
  (html.match(/<[a-z]/g) ?? []).length - (html.match(/<br/g) ?? []).length === (html.match(/<\//g) ?? []).length;
