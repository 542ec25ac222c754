import { wordmark } from "@uola/art/wordmark";

const { width, height, body } = wordmark;

/** U, a hold, L, A. Whoever links it says where to. */
export function Wordmark() {
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
