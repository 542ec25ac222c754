import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { problemOf } from "./commit-subject.mjs";

describe("a commit subject", () => {
  test.each([
    "fix(carts): reject a voucher that another cart has reserved",
    "feat: add a waiting list",
    "refactor(site)!: pass the locale explicitly",
    'Revert "fix(carts): reject a voucher"',
    "Merge branch 'main'",
  ])("is accepted: %s", (subject) => expect(problemOf(subject)).toBeUndefined());

  test.each([
    ["without a type", "reject a voucher that another cart has reserved", /must have the form/],
    ["with an unknown type", "mend(carts): reject a voucher", /must have the form/],
    ["in the third person", "fix(carts): rejects a voucher", /imperative verb, not with "rejects"/],
    ["in the past tense", "fix(carts): rejected a voucher", /imperative verb, not with "rejected"/],
    ["with a noun phrase", "fix(season): the tape of a last place has its room", /not with "the"/],
    ["with a full stop", "fix(carts): reject a voucher.", /full stop/],
    ["with more than 72 characters", `fix(carts): reject ${"a voucher ".repeat(6)}`, /characters; at most 72/],
  ])("is rejected %s", (_, subject, problem) => expect(problemOf(subject)).toMatch(problem));
});

test("the commit-msg hook exits with 1 for a wrong subject and with 0 for a right one", () => {
  const file = join(mkdtempSync(join(tmpdir(), "uola-subject-")), "message");
  const run = (message: string) => {
    writeFileSync(file, message);
    return () =>
      execFileSync(process.execPath, [resolve(import.meta.dirname, "commit-subject.mjs"), file], { stdio: "pipe" });
  };
  expect(run("fix(carts): rejects a voucher\n")).toThrow(/imperative/);
  expect(run("fix(carts): reject a voucher\n\nThe body may have long lines and any words.\n")).not.toThrow();
});
