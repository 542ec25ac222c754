import { wordmark } from "@uola/art/wordmark";

const { width, height, body } = wordmark;
/** The name shown by the drawing: U, a hold, L, A. */
const drawn = "Uola";

/**
 * The gym's name as a wordmark: drawn for Uola, set in display letters for any other gym. A link
 * around the wordmark must provide its own label.
 */
export function Wordmark({ name }: { name: string }) {
  if (name !== drawn) {
    return (
      <span aria-hidden="true" className="display text-[29px]/none whitespace-nowrap uppercase">
        {name}
      </span>
    );
  }
  return (
    <svg
      viewBox={`0 -20 ${width} ${height + 20}`}
      width={width / 20}
      height={(height + 20) / 20}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, generated
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}
