import { writeFileSync } from "node:fs";

/** A QR code as the platform draws it: an SVG path in a square with `size` modules on each side. */
type Drawn = { size: number; path: string };

const [width, height] = [640, 480];
/**
 * The margin around the code, which fills most of the picture, as when a phone is held in front of
 * the camera.
 */
const quiet = 40;

/**
 * Writes the video file of a fake camera that shows only a QR code: YUV4MPEG2, two still frames,
 * which Chromium repeats.
 */
export function showToCamera(file: string, { size, path }: Drawn) {
  const pixels = Math.floor((height - 2 * quiet) / size);
  const light = Buffer.alloc(width * height, 235);
  const [left, top] = [width - size * pixels, height - size * pixels].map((rest) => Math.floor(rest / 2)) as [
    number,
    number,
  ];
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < pixels; row++) {
      const from = (top + Number(y) * pixels + row) * width + left + Number(x) * pixels;
      light.fill(16, from, from + Number(run) * pixels);
    }
  }
  const picture = Buffer.concat([Buffer.from("FRAME\n"), light, Buffer.alloc((width * height) / 2, 128)]);
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), picture, picture]),
  );
}
