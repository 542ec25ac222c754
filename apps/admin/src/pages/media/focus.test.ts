import { expect, test } from "vitest";
import { focusText, moved, pointIn } from "./focus.ts";

const box = { left: 100, top: 50, width: 320, height: 200 };

test.each([
  [
    { x: 100, y: 50 },
    { x: 0, y: 0 },
  ],
  [
    { x: 180, y: 150 },
    { x: 0.25, y: 0.5 },
  ],
  [
    { x: 999, y: 0 },
    { x: 1, y: 0 },
  ],
])("converts a tap at %j to the point %j of the picture", (tap, point) => expect(pointIn(box, tap)).toEqual(point));

test("only arrow keys move the focal point, within the picture and starting from the middle", () => {
  expect(moved(null, "ArrowLeft")).toEqual({ x: 0.5, y: 0.5 });
  expect(moved({ x: 0.5, y: 0.5 }, "ArrowRight")).toEqual({ x: 0.55, y: 0.5 });
  expect(moved({ x: 0.02, y: 1 }, "ArrowLeft")).toEqual({ x: 0, y: 1 });
  expect(moved({ x: 0.02, y: 1 }, "ArrowDown")).toEqual({ x: 0.02, y: 1 });
  expect(moved({ x: 0.02, y: 1 }, "Enter")).toBeUndefined();
});

test("describes the focal point as text", () => {
  expect(focusText({ x: 0.25, y: 0.8 })).toContain("25");
  expect(focusText(null)).not.toBe(focusText({ x: 0, y: 0 }));
});
