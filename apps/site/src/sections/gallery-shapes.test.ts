import { expect, test } from "vitest";
import { columnsTaken, galleryShape } from "./gallery-shapes.ts";

test.each(Array.from({ length: 13 }, (_, at) => at + 1))(
  "a gallery of %i pictures leaves no gap in its rows",
  (count) => {
    for (const [screen, columns] of [
      ["phone", 2],
      ["wide", 3],
    ] as const) {
      let taken = 0;
      for (let place = 0; place < count; place++) {
        const span = columnsTaken[galleryShape(place, count)][screen];
        // A picture that does not fit moves to the next row and leaves a gap.
        expect((taken % columns) + span, `picture ${place} on ${screen}`).toBeLessThanOrEqual(columns);
        taken += span;
      }
      expect(taken % columns, screen).toBe(0);
    }
  },
);
