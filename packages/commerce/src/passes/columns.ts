import type { DeskPayment, PassEntryKind, PassTerms } from "@uola/contract";
import type { PassState } from "./rules.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "pass.terms": PassTerms;
    "pass.frozenDaysOfYears": PassState["frozenDaysOfYears"];
    "pass.payment": DeskPayment;
    "passKind.terms": PassTerms;
    "passEntry.kind": PassEntryKind;
    "passEntry.payment": DeskPayment;
  }
}
