import { createHash } from "node:crypto";
import { paletteOf } from "@uola/art";
import { renderLargePng } from "@uola/art/png";
import { sharePicture } from "@uola/art/share";
import { pictureSize } from "@uola/page-loader/server/about.ts";
import type { DrawPicture, PictureText } from "@uola/page-loader/server/share-pictures.ts";

const drawing = ({ headline, page, gym, look, size = pictureSize }: PictureText) =>
  sharePicture({ text: headline, gym, palette: paletteOf(look), ...size, seed: digest(page).readUInt8() });

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Caches picture ids: pages are rendered again every minute, nearly always with the same headline. */
const ids = new Map<string, string>();
const idsMax = 500;

function idOf(text: PictureText): string {
  const { width } = text.size ?? pictureSize;
  const key = `${text.page} ${text.headline} ${text.gym} ${text.look ?? ""} ${width}`;
  const known = ids.get(key);
  if (known) return known;
  const id = digest(drawing(text)).toString("hex").slice(0, 12);
  if (ids.size >= idsMax) ids.clear();
  ids.set(key, id);
  return id;
}

/**
 * Draws the preview picture that social networks show for a page. The rendering library is native,
 * so it is not part of the server's bundle.
 */
export const drawSharePicture: DrawPicture = (text) => ({
  id: idOf(text),
  png: () => renderLargePng(drawing(text), (text.size ?? pictureSize).width),
});
