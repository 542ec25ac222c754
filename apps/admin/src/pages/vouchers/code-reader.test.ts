import { expect, test } from "vitest";
import { qrOf } from "../../../../../packages/commerce/src/vouchers/qr.ts";
import { pixelReader } from "./code-reader.ts";

const address = "https://uola.example/gift/balance/#ABCDEFGHJKMN";
const side = 480;

/**
 * Simulates a camera picture of our QR codes: rotated, slightly off centre, dark on light, with
 * noise.
 */
function seen(text: string, { turn = 0, moduleSide = 9, noise = 0 } = {}) {
  const { size, path } = qrOf(text);
  const dark = new Set<string>();
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let at = 0; at < Number(length); at++) dark.add(`${Number(x) + at} ${y}`);
  }
  const data = new Uint8ClampedArray(side * side * 4);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [right, down] = [x - side / 2 + 7, y - side / 2 - 5];
      const column = Math.floor((right * cos + down * sin) / moduleSide + size / 2);
      const row = Math.floor((down * cos - right * sin) / moduleSide + size / 2);
      const grain = noise * (((x * 7919 + y * 104_729) % 101) / 50 - 1);
      data.fill((dark.has(`${column} ${row}`) ? 60 : 200) + grain, (y * side + x) * 4, (y * side + x) * 4 + 3);
      data[(y * side + x) * 4 + 3] = 255;
    }
  }
  return { data, width: side, height: side };
}

test("reads our QR codes from pixels, even if they are rotated or poorly lit", async () => {
  const read = await pixelReader(Number.POSITIVE_INFINITY);
  expect(read(seen(address))).toBe(address);
  expect(read(seen("ABCD-EFGH-JKMN"))).toBe("ABCD-EFGH-JKMN");
  expect(read(seen(address, { turn: 0.35, moduleSide: 8, noise: 30 }))).toBe(address);
  expect(read(seen(address, { turn: 2.1, moduleSide: 5 }))).toBe(address);
});

test("finds no code in a picture without one", async () => {
  const read = await pixelReader(Number.POSITIVE_INFINITY);
  const wall = { data: new Uint8ClampedArray(side * side * 4).fill(180), width: side, height: side };
  expect(read(wall)).toBeUndefined();
});
