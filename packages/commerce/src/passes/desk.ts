import type { CodeGuesses } from "@uola/booking";
import type { contract, Input } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal, recordChange, transact, Violation } from "@uola/kernel";
import { recordDeskMoney, refuseIfSoldByOrder, refuseWithoutReceipt } from "../desk/desk.ts";
import type { PassKinds } from "./kinds.ts";
import { type PassLedger, visitedService } from "./ledger.ts";
import { transfer } from "./rules.ts";
import * as store from "./store.ts";
import { toPass } from "./to-pass.ts";

/** Handlers for passes that people show or request at the front desk. */
export function deskHandlers(
  context: Context,
  { ledger, kinds, codeGuesses }: { ledger: PassLedger; kinds: PassKinds; codeGuesses: CodeGuesses },
): Handlers<Pick<typeof contract.passes, "find" | "issue" | "use" | "giveBack" | "freeze" | "resume" | "transfer">> {
  const { db, siteId, now } = context;

  type Asked = Pick<Input<typeof contract.passes.issue>, "kindId" | "holder" | "price" | "priceReason" | "language">;
  /**
   * Returns the pass type as it is sold today, with its list price. Rejects with NOT_FOR_SALE or
   * PASS_KIND_NOT_FOUND, or if the price is reduced without a reason.
   */
  async function soldNow({ kindId, holder, price, priceReason, language }: Asked) {
    const sold = (await kinds.soldOn(await ledger.today())).kinds.get(kindId);
    if (!sold) {
      const isKnown = (await store.kinds(db, siteId, [kindId])).length > 0;
      throw isKnown
        ? new Refusal("NOT_FOR_SALE", "This kind of pass is not sold now.")
        : new Refusal("PASS_KIND_NOT_FOUND", `There is no kind of pass ${kindId}.`, 404);
    }
    const { cents: listed, name, english } = sold.price;
    if (price != null && price < listed && !priceReason) {
      throw new Violation([{ field: "priceReason", description: "is required for a price below the list" }]);
    }
    const named = language === "en" ? english : name;
    return { kindId, holder, language, name: named, terms: sold.row.terms, price: price ?? listed, listed };
  }

  /** Records that a pass was sold below the list price. */
  const recordReduction = (
    tx: Database,
    { id, price }: store.PassRow,
    { listed, reason, actor }: { listed: number; reason: string | null | undefined; actor: Caller },
  ) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "pass",
      entityId: id,
      audit: { actor, action: "pass.reducePrice", before: { price: listed }, after: { price, reason } },
    });

  return {
    async find({ code }, call) {
      const row = await ledger.findByCode(code, (find) => codeGuesses.tried({ call, tokens: undefined }, find));
      return { pass: toPass(row, await ledger.today()) };
    },

    async issue({ requestId, payment, ...asked }, { caller }) {
      const pass = await ledger.issueOnce(requestId, async () => {
        refuseWithoutReceipt(payment);
        const { listed, ...issued } = await soldNow(asked);
        return transact(context, async (tx) => {
          const by = { payment, memberId: null, requestId: requestId ?? undefined };
          const row = await ledger.issue(tx, { ...issued, ...by }, caller);
          if (row.price < listed) await recordReduction(tx, row, { listed, reason: asked.priceReason, actor: caller });
          const money = { kind: "PASS", amount: row.price, about: String(row.number), actor: caller } as const;
          await recordDeskMoney(tx, { ...money, ...payment, siteId, at: now() });
          return row;
        });
      });
      return { pass: toPass(pass, await ledger.today()) };
    },

    async use({ passId, requestId, people, bookingId, again }, { caller: actor }) {
      const booked = bookingId ? await store.booking(db, siteId, bookingId) : undefined;
      if (bookingId && !booked) throw new Refusal("BOOKING_NOT_FOUND", `There is no booking ${bookingId}.`, 404);
      if (booked) await refuseIfSoldByOrder(db, siteId, booked.id);
      const service = booked && (await visitedService(context, booked.serviceId));
      const at = booked?.startDate ?? now();
      const entering = { people, at, service, bookingId: booked?.id, requestId, actor, oncePerDay: !again };
      return { pass: (await ledger.use(passId, entering)).shown };
    },

    async giveBack({ passId, revision, people, reason }, { caller: actor }) {
      return { pass: (await ledger.giveBack(passId, revision, { people, actor, reason })).shown };
    },

    async freeze({ passId, revision, from, until, reason }, { caller: actor }) {
      refuseInvalidFreeze({ from, until, today: await ledger.today() });
      return { pass: (await ledger.freeze(passId, revision, { from, until, actor, reason })).shown };
    },

    async resume({ passId, revision, reason }, { caller: actor }) {
      return { pass: (await ledger.resume(passId, revision, { actor, reason })).shown };
    },

    async transfer({ passId, revision, holder, reason }, { caller: actor }) {
      const { last4, sealedCode } = ledger.codes.make();
      const { shown: pass } = await ledger.step(passId, revision, ({ codeVersion }) => ({
        kind: "TRANSFER",
        actor,
        reason,
        about: holder.name,
        decide: transfer,
        outbox: ledger.mailOf("issued"),
        set: {
          holderName: holder.name,
          holderEmail: holder.email,
          memberId: null,
          transferredDate: now(),
          last4,
          sealedCode,
          codeVersion: codeVersion + 1,
        },
      }));
      return { pass };
    },
  };
}

/** Rejects a freeze that starts in the past or ends before it starts. */
export function refuseInvalidFreeze({ from, until, today }: { from: string; until: string; today: string }): void {
  const wrong = [
    ...(from < today ? [{ field: "from", description: "must not be in the past" }] : []),
    ...(until < from ? [{ field: "until", description: "must not be before `from`" }] : []),
  ];
  if (wrong.length > 0) throw new Violation(wrong);
}
