import type { DeskPayment, Voucher, VoucherEntryKind } from "@uola/contract";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "voucher.design": Voucher["design"];
    "voucher.language": Voucher["language"];
    "voucher.payment": DeskPayment;
    "voucherEntry.kind": VoucherEntryKind;
    "voucherEntry.payment": DeskPayment;
  }
}
