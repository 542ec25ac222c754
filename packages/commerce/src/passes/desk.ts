import type { CodeGuesses } from "@uola/booking";
import { type contract, readVoucherCode } from "@uola/contract";
import { type Context, type Handlers, Refusal, recordChange, transact, Violation } from "@uola/kernel";
import { recordDeskMoney, refuseIfSoldByOrder } from "../desk/desk.ts";
import { lacksReceipt } from "../vouchers/vouchers.ts";
import type { PassKinds } from "./kinds.ts";
import { type PassLedger, visitedService } from "./ledger.ts";
import { transfer } from "./rules.ts";
import * as store from "./store.ts";
import { toPass } from "./to-pass.ts";

/** Desk operations on a pass that a person shows or asks for. */
export function deskHandlers(
  context: Context,
  { ledger, kinds, codeGuesses }: { ledger: PassLedger; kinds: PassKinds; codeGuesses: CodeGuesses },
): Handlers<Pick<typeof contract.passes, "find" | "issue" | "use" | "giveBack" | "freeze" | "resume" | "transfer">> {
  const { db, siteId, now } = context;
  return {
    async find({ code }, call) {
      const letters = readVoucherCode(code);
      const row = letters
        ? await codeGuesses.tried({ call, tokens: undefined }, () => ledger.byCode(letters))
        : undefined;
      if (!row) throw new Refusal("PASS_NOT_FOUND", "No pass has this code.", 404);
      return { pass: toPass(row, await ledger.today()) };
    },

    async issue({ requestId, kindId, holder, price, priceReason, language, payment }, { caller }) {
      const issued = async () => (requestId ? store.issuedBy(db, siteId, requestId) : undefined);
      const earlier = await issued();
      if (earlier) return { pass: toPass(earlier, await ledger.today()) };
      if (lacksReceipt(payment)) {
        throw new Violation([{ field: "payment.receiptNumber", description: "is required for cash and cards" }]);
      }
      const today = await ledger.today();
      const sold = (await kinds.soldOn(today)).kinds.get(kindId);
      if (!sold) {
        const isKnown = (await store.kinds(db, siteId, [kindId])).length > 0;
        throw isKnown
          ? new Refusal("NOT_FOR_SALE", "This kind of pass is not sold now.")
          : new Refusal("PASS_KIND_NOT_FOUND", `There is no kind of pass ${kindId}.`, 404);
      }
      const { row, price: listed } = sold;
      const isReduced = price != null && price < listed.cents;
      if (isReduced && !priceReason) {
        throw new Violation([{ field: "priceReason", description: "is required for a price below the list" }]);
      }
      const name = language === "en" ? listed.english : listed.name;
      const asked = { kindId, name, terms: row.terms, price: price ?? listed.cents, payment, holder, language };
      const pass = await transact(context, async (tx) => {
        const sold = await ledger.issue(tx, { ...asked, memberId: null, requestId: requestId ?? undefined }, caller);
        if (isReduced) {
          await recordChange(tx, {
            siteId,
            at: now(),
            entity: "pass",
            entityId: sold.id,
            audit: {
              actor: caller,
              action: "pass.reducePrice",
              before: { price: listed.cents },
              after: { price: asked.price, reason: priceReason },
            },
          });
        }
        const taken = { kind: "PASS", amount: asked.price, about: String(sold.number), actor: caller } as const;
        await recordDeskMoney(tx, { ...taken, ...payment, siteId, at: now() });
        return sold;
      }).catch(async (error: unknown) => {
        // The same request was processed concurrently and finished first.
        const other = await issued();
        if (other) return other;
        throw error;
      });
      return { pass: toPass(pass, today) };
    },

    async use({ passId, requestId, people, bookingId, again }, { caller: actor }) {
      const booked = bookingId ? await store.booking(db, siteId, bookingId) : undefined;
      if (bookingId && !booked) throw new Refusal("BOOKING_NOT_FOUND", `There is no booking ${bookingId}.`, 404);
      if (booked) await refuseIfSoldByOrder(db, siteId, booked.id);
      const service = booked && (await visitedService(context, booked.serviceId));
      const at = booked?.startDate ?? now();
      const entering = { people, at, service, bookingId: booked?.id, requestId, actor, oncePerDay: !again };
      const { pass } = await ledger.use(passId, entering);
      return { pass };
    },

    async giveBack({ passId, revision, people, reason }, { caller: actor }) {
      const { pass } = await ledger.giveBack(passId, revision, { people, actor, reason });
      return { pass };
    },

    async freeze({ passId, revision, from, until, reason }, { caller: actor }) {
      refuseInvalidFreeze({ from, until, today: await ledger.today() });
      const { pass } = await ledger.freeze(passId, revision, { from, until, actor, reason });
      return { pass };
    },

    async resume({ passId, revision, reason }, { caller: actor }) {
      const { pass } = await ledger.resume(passId, revision, { actor, reason });
      return { pass };
    },

    async transfer({ passId, revision, holder, reason }, { caller: actor }) {
      const { last4, sealedCode } = ledger.codes.make();
      const { pass } = await ledger.step(passId, revision, ({ codeVersion }) => ({
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
