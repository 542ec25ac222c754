import { wordmark } from "@uola/art/wordmark";

const { width, height, body } = wordmark;
/** What the drawing says: U, a hold, L, A. */
const drawn = "Uola";

/** The gym's name as its mark: drawn for Uola, in display letters for any other. Whoever links it says where to. */
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
