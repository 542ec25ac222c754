import type { CodeGuesses } from "@uola/booking";
import { type contract, hasPower, type Voucher, type VoucherMonth, voucherCodeText } from "@uola/contract";
import {
  type Caller,
  type Context,
  type Handlers,
  page,
  Refusal,
  recordChange,
  transact,
  Violation,
} from "@uola/kernel";
import { csvFile } from "../documents/documents.ts";
import { listingOf, namedEntries, timeZone } from "../ledger/ledger.ts";
import type { VoucherLedger } from "./ledger.ts";
import { qrOf } from "./qr.ts";
import { availableOf, isCodePrivate, statusOf } from "./rules.ts";
import * as store from "./store.ts";
import { toBatch, toVoucher } from "./to-voucher.ts";

const listing = listingOf("voucher");

/** Returns a batch with its remaining balance. Rejects with BATCH_NOT_FOUND. */
export async function readBatch({ db, siteId }: Pick<Context, "db" | "siteId">, batchId: string) {
  const batch = await store.batch(db, siteId, batchId);
  if (!batch) throw new Refusal("BATCH_NOT_FOUND", `There is no batch ${batchId}.`, 404);
  return batch;
}

export function readingHandlers(
  context: Context,
  ledger: VoucherLedger,
  codeGuesses: CodeGuesses,
): Handlers<
  Pick<typeof contract.vouchers, "balance" | "query" | "get" | "report" | "batches" | "batchCodes" | "print">
> {
  const { db, siteId, now, urls } = context;

  /** Returns a batch with its vouchers. Rejects with BATCH_NOT_FOUND. */
  async function ofBatch(batchId: string) {
    const [batch, rows] = await Promise.all([readBatch(context, batchId), store.ofBatch(db, siteId, batchId)]);
    return { batch, rows };
  }

  /** Records who read codes, as the audit log does for everything that could lose money. */
  const recordReading = (rows: readonly store.VoucherRow[], actor: Caller, action: string) =>
    transact(context, async (tx) => {
      const at = now();
      for (const { id } of rows) {
        await recordChange(tx, { siteId, at, entity: "voucher", entityId: id, audit: { actor, action } });
      }
    });

  return {
    async balance({ code, captchaTokens: tokens }, call) {
      const row = await ledger.findByCode(code, (find) => codeGuesses.tried({ call, tokens }, find));
      const status = statusOf(row, await ledger.today());
      const { last4, face, serviceName, validUntil } = row;
      const available = status === "ACTIVE" ? availableOf(row) : 0;
      return { balance: { last4, status, face, available, serviceName, validUntil } };
    },

    async query({ status, batchId, text, limit, cursor }, { caller }) {
      const today = await ledger.today();
      const searched = {
        status: status ?? undefined,
        batchId: batchId ?? undefined,
        text: text || undefined,
        today,
        byNames: readsNames(caller),
      };
      const cursorPaging = { ...(limit && { limit }), ...(cursor && { cursor }) };
      const [{ rows, pagingMetadata }, counted] = await Promise.all([
        page(store.list(db, siteId, searched), { cursorPaging }, listing),
        store.counts(db, siteId, today),
      ]);
      const numberOf = (status: string) => counted.find((each) => each.status === status)?.count ?? 0;
      const counts = {
        ACTIVE: numberOf("ACTIVE"),
        USED_UP: numberOf("USED_UP"),
        EXPIRED: numberOf("EXPIRED"),
        BLOCKED: numberOf("BLOCKED"),
        REFUNDED: numberOf("REFUNDED"),
        open: counted.find((each) => each.status === "ACTIVE")?.open ?? 0,
      };
      return { vouchers: rows.map((row) => shownTo(caller, toVoucher(row, today))), pagingMetadata, counts };
    },

    async get({ voucherId }) {
      const [row, entries] = await Promise.all([ledger.read(voucherId), store.entriesOf(db, siteId, voucherId)]);
      const named = await namedEntries(context, entries);
      return { voucher: toVoucher(row, await ledger.today()), entries: named };
    },

    async report() {
      const rows = await store.months(db, siteId, await timeZone(db, siteId));
      const closings = new Map<string, number>();
      const months = rows.map(({ month, vatType, issued, used, refunded }): VoucherMonth => {
        const opening = closings.get(vatType) ?? 0;
        const closing = opening + issued - used - refunded;
        closings.set(vatType, closing);
        return { month, vatType, opening, issued, used, refunded, closing };
      });
      return { months: months.toReversed() };
    },

    batches: async () => ({ batches: (await store.batches(db, siteId)).map(toBatch) }),

    async batchCodes({ batchId }, { caller }) {
      const { batch, rows } = await ofBatch(batchId);
      await recordReading(rows, caller, "voucher.codes");
      const lines = rows.map(({ number, sealedCode, face, validUntil }) =>
        [number, voucherCodeText(ledger.codes.open(sealedCode)), euros(face), validUntil].join(";"),
      );
      return csvFile(`vouchers-${batch.createdDate.toISOString().slice(0, 10)}.csv`, [
        "number;code;euros;validUntil",
        ...lines,
      ]);
    },

    async print({ voucherId, batchId }, { caller }) {
      if ((voucherId == null) === (batchId == null)) {
        throw new Violation([{ field: "voucherId", description: "either this or batchId" }]);
      }
      const rows = batchId != null ? (await ofBatch(batchId)).rows : [await ledger.read(voucherId as string)];
      if (caller.role !== "owner" && rows.some(isCodePrivate)) throw codePrivate();
      await recordReading(rows, caller, "voucher.print");
      const today = await ledger.today();
      const vouchers = rows.map((row) => {
        const code = voucherCodeText(ledger.codes.open(row.sealedCode));
        return { voucher: toVoucher(row, today), code, qr: qrOf(balanceUrl(urls.site, row.language, code)) };
      });
      return { vouchers };
    },
  };
}

export const codePrivate = () =>
  new Refusal(
    "VOUCHER_CODE_PRIVATE",
    "The code of this voucher belongs to whoever it was sent or sold to. Send it again to its own address, or ask the owner.",
    403,
  );

const readsNames = (caller: Caller): boolean => hasPower("seesBookings", caller);

/** Hides the greeting, names and address of a gift from callers who only keep the books. */
const shownTo = (caller: Caller, voucher: Voucher): Voucher =>
  readsNames(caller) ? voucher : { ...voucher, greeting: "", recipientName: "", giverName: "", recipientEmail: null };

/** The code is in the URL fragment, which browsers do not send, so it appears in no server log. */
export const balanceUrl = (site: string, language: string, code: string): string =>
  `${site}${language === "en" ? "/en" : ""}/gift/balance/#${code}`;

const euros = (cents: number): string => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;
