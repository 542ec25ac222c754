import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../../apps/admin/src");

/** These dialogs record typed data; their second button closes them without saving. */
const recording = [
  "pages/desk-close/correct-dialog.tsx",
  "pages/orders/receive-dialog.tsx",
  "pages/orders/statement-note-dialog.tsx",
];

test("only dialogs that record data offer to close without saving", () => {
  const offering = globSync("**/*.tsx", { cwd: root }).filter((file) =>
    readFileSync(join(root, file), "utf8").includes('giveUp={say("form.cancel")}'),
  );
  expect(offering.toSorted()).toEqual(recording);
});

test("dialogs with a keep option label their cancel button differently", () => {
  const confusing = globSync("**/*.tsx", { cwd: root }).filter((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return source.includes("<FormDialog") && /"KEEP"/.test(source) && !source.includes("giveUp=");
  });
  expect(confusing).toEqual([]);
});
