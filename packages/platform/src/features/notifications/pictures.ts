import { Resvg } from "@resvg/resvg-js";
import QRCode from "qrcode";
import { chalk, faces, ink } from "./layout.ts";
import type { Part } from "./store.ts";
import type { View } from "./view.ts";

const png = (svg: string, width: number) =>
  Buffer.from(new Resvg(svg, { fitTo: { mode: "width", value: width } }).render().asPng());

/** Offsets of a torn edge from the straight one, in shares of its width; the last meets the first, so that it tiles. */
const tooth = [0.2, 0.75, 0.05, 0.6, 0.25, 0.9, 0.4, 1, 0.15, 0.7, 0.2];

/** One end of a strip of tape: `side` is torn, the other side is straight and meets the strip. Sizes in px. */
function torn(
  side: "left" | "right",
  { width, height, colour, teeth }: { width: number; height: number; colour: string; teeth: number },
) {
  const edge = Array.from({ length: teeth + 1 }, (_, index) => {
    const offset = tooth[index === teeth ? 0 : index % tooth.length] ?? 0;
    return [width * offset * 0.9, (height * index) / teeth] as const;
  });
  const points = [...edge, [width, height] as const, [width, 0] as const]
    .map(([x, y]) => `${(side === "left" ? x : width - x).toFixed(1)},${y.toFixed(1)}`)
    .join(" ");
  return png(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><polygon fill="${colour}" points="${points}"/></svg>`,
    width * 2,
  );
}

const made = new Map<string, Buffer>();
/** Pictures that many mails share are made once in a process. */
function once(key: string, make: () => Buffer): Buffer {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

const picture = (cid: string, content: Buffer): Part => ({
  name: `${cid}.png`,
  contentType: "image/png",
  cid,
  content,
});

/** The pictures a mail's HTML names: the word at its top, the wordmark, torn ends of tape. */
export async function picturesFor({ headline, ticket }: View): Promise<Part[]> {
  const face = faces[ticket.hue][ticket.off ? "off" : "on"];
  const ends = (name: string, tape: { width: number; height: number; colour: string; teeth: number }) =>
    (["left", "right"] as const).map((side) =>
      picture(
        `${name}-${side}`,
        once(`${name} ${side} ${tape.colour}`, () => torn(side, tape)),
      ),
    );
  return [
    picture(
      "headline",
      once(`headline ${headline}`, () => headlinePicture(headline)),
    ),
    picture("wordmark", once("wordmark", wordmarkPicture)),
    ...ends("ticket", { width: 10, height: 180, colour: face, teeth: 10 }),
    ...(ticket.label ? ends("label", { width: 6, height: 26, colour: ink, teeth: 4 }) : []),
    ...ends("button", { width: 8, height: 56, colour: ink, teeth: 6 }),
    ...ends("button-dark", { width: 8, height: 56, colour: chalk, teeth: 6 }),
  ];
}

/** The square code the front desk scans. */
export async function codePicture(url: string): Promise<Part> {
  const content = await QRCode.toBuffer(url, {
    errorCorrectionLevel: "M",
    margin: 0,
    width: 360,
    color: { dark: `${ink}ff`, light: `${chalk}ff` },
  });
  return picture("code", content);
}
const headlinePicture = (word: string) =>
  png(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 310"><rect width="600" height="310" fill="${ink}"/></svg>`,
    1200,
  );
const wordmarkPicture = () =>
  png(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 78 26"><rect width="78" height="26" fill="${chalk}"/></svg>`,
    156,
  );
