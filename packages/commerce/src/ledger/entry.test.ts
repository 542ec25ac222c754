import { PassEntryKind, VoucherEntryKind } from "@uola/contract";
import { expect, test } from "vitest";
import { actionOf } from "./entry.ts";

test("the audit actions of ledger entries keep their names", () => {
  expect(VoucherEntryKind.options.map(actionOf)).toEqual(
    "issue reserve release redeem giveBack refund extend block unblock send newCode remind".split(" "),
  );
  expect(PassEntryKind.options.map(actionOf)).toEqual(
    "issue use giveBack freeze resume extend transfer correct refund remind".split(" "),
  );
});
