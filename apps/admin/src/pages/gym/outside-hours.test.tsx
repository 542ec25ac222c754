import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Decision, SettleDialog } from "./outside-hours.tsx";

const selectedIn = (dialog: Parameters<typeof SettleDialog>[0]) => {
  const html = renderToStaticMarkup(<SettleDialog {...dialog} />);
  const radios = [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([radio]) => radio);
  expect(radios).toHaveLength(3);
  return radios.filter((radio) => /\bchecked\b/.test(radio)).map((radio) => /value="(\w+)"/.exec(radio)?.[1]);
};
const dialog = { sessions: [], onClose: () => {}, onSure: () => {} };

test("when a day is closed, the dialog initially selects deciding later, not cancelling the sessions", () => {
  expect(selectedIn(dialog)).toEqual(["LATER"]);
});

test.each<Decision>(["CANCEL", "KEEP"])("initially selects %s if the owner has asked for it", (proposed) => {
  expect(selectedIn({ ...dialog, proposed })).toEqual([proposed]);
});
