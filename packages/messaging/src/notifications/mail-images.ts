import { renderPng } from "@uola/art/png";
import QRCode from "qrcode";
import { type Drawing, headlineDrawing, hoursDrawing, nameDrawing, type TapeEnd, tapeEnd } from "./mail-drawings.ts";
import { bookingBlockColour, chalk, ink } from "./mail-html.ts";
import type { Part } from "./mail-store.ts";
import type { View } from "./mail-view.ts";

/** Image pixels per CSS pixel, for high-density screens. */
const density = 2;

const imageCache = new Map<string, Buffer>();
/**
 * Caches images that many mails share for the lifetime of the process. The number of images is
 * bounded by the number of words, colours and shapes in use.
 */
function cachedImage(key: string, make: () => Buffer): Buffer {
  const known = imageCache.get(key) ?? make();
  imageCache.set(key, known);
  return known;
}

const png = ({ svg, width }: Drawing) => Buffer.from(renderPng(svg, width * density));
const picture = (cid: string, content: Buffer): Part => ({
  name: `${cid}.png`,
  contentType: "image/png",
  cid,
  content,
});

/** The images referenced by the HTML: header word, times, QR code, tape ends. */
export async function imagesFor(view: View): Promise<Part[]> {
  const { headline, sign, palette, ticket, code, button, footer } = view;
  const { gym } = footer;
  const face = bookingBlockColour(view);
  const colours = JSON.stringify(palette);
  const ends = (name: string, end: TapeEnd) =>
    (["left", "right"] as const).map((side) =>
      picture(
        `${name}-${side}`,
        cachedImage(`${name} ${side} ${end.colour}`, () => png(tapeEnd(side, end))),
      ),
    );
  return [
    picture(
      "headline",
      cachedImage(`${headline} ${sign.hue} ${sign.shape} ${gym} ${colours}`, () =>
        png(headlineDrawing(headline, sign, { gym, palette })),
      ),
    ),
    ...(ticket?.time ? [picture("hours", png(hoursDrawing(ticket.time, ticket.off ? face : undefined)))] : []),
    ...(ticket?.scan ? [picture("code", await qrCodeOf(ticket.scan.url))] : []),
    picture(
      "name",
      cachedImage(`name ${gym} ${colours}`, () => png(nameDrawing(gym, palette))),
    ),
    ...(ticket || code ? ends("ticket", { width: 12, height: 180, colour: face, teeth: 8 }) : []),
    ...(ticket?.label ? ends("label", { width: 6, height: 26, colour: ink, teeth: 4 }) : []),
    ...(button
      ? [
          ...ends("button", { width: 8, height: 56, colour: ink, teeth: 6 }),
          ...ends("button-dark", { width: 8, height: 56, colour: chalk, teeth: 6 }),
        ]
      : []),
  ];
}

/** The QR code scanned at the front desk. */
const qrCodeOf = (url: string): Promise<Buffer> =>
  QRCode.toBuffer(url, {
    errorCorrectionLevel: "M",
    margin: 0,
    width: 120 * density,
    color: { dark: `${ink}ff`, light: `${chalk}ff` },
  });
