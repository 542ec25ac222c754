import { readServices } from "@uola/booking";
import type { contract, DeskPayment, Input } from "@uola/contract";
import { totalCents } from "@uola/contract/booking-price";
import { required } from "@uola/contract/required";
import { type Database, newId } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal, transact, Violation } from "@uola/kernel";
import { lacksReceipt, receiptRequired, recordDeskMoney } from "../desk/desk.ts";
import { sumOf } from "../money/money.ts";
import type { BatchInvoices } from "./batch-invoices.ts";
import type { VoucherLedger } from "./ledger.ts";
import { readBatch } from "./reading.ts";
import { yearAfter } from "./rules.ts";
import * as store from "./store.ts";
import { toBatch, toVoucher } from "./to-voucher.ts";

type Issued = Omit<
  Input<typeof contract.vouchers.issue>,
  "requestId" | "recipientName" | "giverName" | "recipientEmail" | "sendDate"
>;

/** Issues vouchers once they are paid: a single one at the front desk, or a batch for a company. */
export function issueHandlers(
  context: Context,
  ledger: VoucherLedger,
  invoices: BatchInvoices,
): Handlers<Pick<typeof contract.vouchers, "issue" | "issueBatch">> {
  const { db, siteId, now } = context;

  /** Returns the fields shared by all vouchers of a sale. */
  async function common(input: Issued) {
    const { face, serviceId, vatType, vatRate, design, language, greeting, payment } = input;
    const today = await ledger.today();
    const validUntil = input.validUntil ?? yearAfter(today);
    const wrong = [
      ...((face == null) === (serviceId == null) ? [{ field: "face", description: "either this or serviceId" }] : []),
      ...((vatRate == null) === (vatType === "SINGLE")
        ? [{ field: "vatRate", description: "is given for a single-purpose voucher, and for no other" }]
        : []),
      ...(validUntil < today ? [{ field: "validUntil", description: "must not be in the past" }] : []),
      ...(lacksReceipt(payment) ? [receiptRequired] : []),
    ];
    if (wrong.length > 0) throw new Violation(wrong);
    const service = serviceId ? await servicePrice(serviceId) : undefined;
    return {
      face: service?.cents ?? (face as number),
      serviceId: serviceId ?? null,
      serviceName: service?.name ?? null,
      vatType,
      vatRate: vatRate ?? null,
      validUntil,
      design,
      language,
      greeting: greeting ?? "",
      payment,
      createdDate: now(),
    };
  }

  /** Returns the current price of a service. Rejects with SERVICE_NOT_FOUND or SERVICE_HAS_NO_PRICE. */
  async function servicePrice(serviceId: string) {
    const service = (await readServices(context, { ids: [serviceId] })).get(serviceId);
    if (!service) throw new Refusal("SERVICE_NOT_FOUND", `There is no service ${serviceId}.`, 404);
    const price = totalCents(service, { totalParticipants: 1, participantsChoices: null });
    if (!price || price.cents === 0) throw new Refusal("SERVICE_HAS_NO_PRICE", `${service.name} has no price.`);
    return { cents: price.cents, name: service.name };
  }

  /** Records one till payment for vouchers that were paid together. */
  async function noteIssued(tx: Database, sold: readonly store.VoucherRow[], payment: DeskPayment, actor: Caller) {
    const [first, last] = [sold[0]?.number, sold.at(-1)?.number];
    await recordDeskMoney(tx, {
      siteId,
      at: now(),
      kind: "VOUCHER",
      ...payment,
      actor,
      amount: sumOf(sold.map(({ face }) => face)),
      about: first === last ? String(first) : `${first}–${last}`,
    });
  }

  return {
    async issue({ requestId, recipientName, giverName, recipientEmail, sendDate, ...input }, { caller }) {
      const voucher = await ledger.issueOnce(requestId, async () => {
        const row = {
          ...(await common(input)),
          id: newId(),
          recipientName: recipientName ?? "",
          giverName: giverName ?? "",
          recipientEmail: recipientEmail ?? null,
          sendDate: recipientEmail ? (sendDate ?? now()) : null,
        };
        return transact(context, async (tx) => {
          const issued = await ledger.issue(tx, [row], caller, requestId ?? undefined);
          await noteIssued(tx, issued, input.payment, caller);
          return required(issued[0], "voucher");
        });
      });
      return { voucher: toVoucher(voucher, await ledger.today()) };
    },

    async issueBatch({ requestId: batchId, company, count, ...input }, { caller }) {
      const earlier = await store.batch(db, siteId, batchId);
      if (earlier) return { batch: toBatch(earlier) };
      const what = await common(input);
      const { face, validUntil, createdDate } = what;
      const date = await ledger.today();
      const taxClass = invoices.taxClassOf(what, date);
      const batch = { siteId, id: batchId, company: company.name, face, validUntil, createdDate };
      const rows = Array.from({ length: count }, () => ({
        ...what,
        id: newId(),
        batchId,
        recipientName: "",
        giverName: company.name,
        recipientEmail: null,
        sendDate: null,
      }));
      await transact(context, async (tx) => {
        if (!(await store.insertBatch(tx, batch))) return;
        const sold = await ledger.issue(tx, rows, caller);
        await noteIssued(tx, sold, input.payment, caller);
        const paid = { method: input.payment.method, date };
        await invoices.issue(tx, { sold, company, taxClass, paid, actor: caller });
      });
      return { batch: toBatch(await readBatch(context, batchId)) };
    },
  };
}
