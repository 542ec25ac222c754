import { expect, test } from "vitest";
import { columnsTaken, galleryShape } from "./gallery-shapes.ts";

test.each(Array.from({ length: 13 }, (_, at) => at + 1))("%i pictures leave no hole in their rows", (count) => {
  for (const [screen, columns] of [
    ["phone", 2],
    ["wide", 3],
  ] as const) {
    let taken = 0;
    for (let place = 0; place < count; place++) {
      const span = columnsTaken[galleryShape(place, count)][screen];
      // One that does not fit goes to the next row, and leaves a hole.
      expect((taken % columns) + span, `picture ${place} on ${screen}`).toBeLessThanOrEqual(columns);
      taken += span;
    }
    expect(taken % columns, screen).toBe(0);
  }
});
