import type { BankEntry, contract } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, type Handlers, Refusal, recordChange, transact } from "@uola/kernel";
import type { Documents } from "../../documents/documents.ts";
import type { Chargebacks } from "../chargebacks.ts";
import type { OrderReading } from "../order-reading.ts";
import type * as store from "../order-store.ts";
import { type Known, nameOf, type OrderWriting } from "../order-writing.ts";
import * as paymentStore from "../payment-store.ts";
import type { Settling } from "../settle.ts";
import { createOldEntryMatcher } from "./entry-identity.ts";
import type { StatementFile } from "./file.ts";
import {
  type Candidate,
  isReversed,
  isSamePerson,
  matchProblem,
  numbersIn,
  type Proposal,
  proposalFor,
  type ToCheck,
} from "./matching-rules.ts";
import { readInWorker } from "./reading.ts";
import * as entries from "./store.ts";

type Parts = {
  documents: Documents;
  reading: OrderReading;
  writing: OrderWriting;
  settling: Settling;
  chargebacks: Chargebacks;
};

const listMax = 500;
const awaitingMax = 2000;

/**
 * Imports bank statements and assigns their entries to orders; see docs/rules/payments.md for the
 * rules.
 */
export function bankStatement(
  context: Context,
  { documents, reading, writing, settling, chargebacks }: Parts,
): Pick<Handlers<typeof contract.payments>, "importStatement" | "bankEntries" | "noteBankEntry" | "setBankEntryAside"> {
  const { db, siteId, now } = context;
  const notFound = (id: string) => new Refusal("ENTRY_NOT_FOUND", `There is no entry ${id}.`, 404);
  const isNoted = () => new Refusal("ENTRY_NOTED", "The entry is noted for an order already.");

  /** Returns orders with the data used to decide whether an entry pays them. */
  async function candidates(on: Database, orders: readonly store.OrderRow[]): Promise<Candidate[]> {
    const ids = orders.map(({ id }) => id);
    const transfers = (await paymentStore.payments(on, siteId, ids)).filter(
      ({ kind, voidedDate }) => kind === "BANK_TRANSFER" && !voidedDate,
    );
    const stoodFor = await entries.withEntry(
      on,
      siteId,
      transfers.map(({ id }) => id),
    );
    const noted = transfers.filter(({ id }) => !stoodFor.has(id));
    return orders.map((order) => ({
      id: order.id,
      number: order.number,
      state: order.state,
      left: order.paidDate ? order.later : order.toPay - order.later - order.paid,
      byTransfer: order.way === "BANK_TRANSFER",
      buyer: nameOf(order),
      names: [nameOf(order), nameOf({ buyer: order.buyer, company: null })],
      notedBefore: noted.filter(({ orderId }) => orderId === order.id).map(({ amount }) => amount),
      transfers: transfers.filter(({ orderId }) => orderId === order.id).map(({ amount }) => amount),
    }));
  }

  /**
   * Returns the order numbers that each entry contains. For a reversal without an order number,
   * returns the numbers from previously recorded entries with the same payer and amount.
   */
  async function numbersOf(rows: readonly entries.EntryRow[]): Promise<string[][]> {
    const nameless = rows.filter((row) => row.reversal && numbersIn(row).length === 0);
    const noted = await entries.notedOf(
      db,
      siteId,
      nameless.map(({ amount }) => amount),
    );
    return rows.map((row) => {
      if (!nameless.includes(row)) return numbersIn(row);
      const same = noted.filter(
        ({ amount, bookedDate, payerName }) =>
          amount === row.amount && bookedDate <= row.bookedDate && isSamePerson(payerName, row.payerName),
      );
      return [...new Set(same.map(({ number }) => number))];
    });
  }

  /**
   * Proposes an order for each entry. If two entries would pay the same order, only one is a sure
   * match.
   */
  async function proposals(rows: readonly entries.EntryRow[]): Promise<Proposal[]> {
    const numbers = await numbersOf(rows);
    const [named, open] = [
      await candidates(db, await entries.ordersByNumber(db, siteId, [...new Set(numbers.flat())])),
      await candidates(db, await entries.awaitingTransfer(db, siteId, awaitingMax)),
    ];
    const [earliest = ""] = rows.map(({ bookedDate }) => bookedDate).toSorted();
    const reversals = earliest ? await entries.reversals(db, siteId, earliest) : [];
    const taken = new Set<string>();
    return rows.map((row, index) => {
      const own = named.filter(({ number }) => numbers[index]?.includes(number));
      const proposal = proposalFor(row, own, open, reversals);
      const { match, order } = proposal;
      if (match !== "SURE" || !order) return proposal;
      if (taken.has(order.id)) return { match: "UNKNOWN", problem: "PAID_ALREADY", order };
      taken.add(order.id);
      return proposal;
    });
  }

  /** Returns the order that each recorded entry pays, in the form of a proposal. */
  async function decided(rows: readonly entries.EntryRow[]): Promise<Proposal[]> {
    const paid = await entries.orderOf(
      db,
      siteId,
      rows.flatMap(({ paymentId }) => paymentId ?? []),
    );
    const orders = await candidates(
      db,
      await entries.ordersByNumber(
        db,
        siteId,
        paid.map(({ number }) => number),
      ),
    );
    return rows.map(({ paymentId }) => {
      const number = paid.find((one) => one.paymentId === paymentId)?.number;
      return { match: "SURE", problem: null, order: orders.find((order) => order.number === number) ?? null };
    });
  }

  async function toEntries(rows: readonly entries.EntryRow[]): Promise<BankEntry[]> {
    const isDone = (row: entries.EntryRow) => row.state === "NOTED";
    const [open, done] = [rows.filter((row) => !isDone(row)), rows.filter(isDone)];
    const shown = new Map<entries.EntryRow, Proposal>();
    for (const [index, one] of (await proposals(open)).entries()) shown.set(required(open[index], "entry row"), one);
    for (const [index, one] of (await decided(done)).entries()) shown.set(required(done[index], "entry row"), one);
    return rows.map((row) => {
      const { match, problem, order } = required(shown.get(row), "proposal");
      const { id, bookedDate, amount, currency, payerName, payerIban, text, reference, state } = row;
      return {
        id,
        bookedDate,
        amount,
        currency,
        payerName,
        payerIban,
        text,
        reference,
        state,
        match,
        problem,
        order,
      };
    });
  }

  const answer = async (entryId: string): Promise<BankEntry> => {
    const row = await entries.find(db, siteId, entryId);
    if (!row) throw notFound(entryId);
    return required((await toEntries([row]))[0], "bank entry");
  };

  const record = (tx: Database, entryId: string, actor: Actor, action: string, after: object) =>
    recordChange(tx, { siteId, at: now(), entity: "bankEntry", entityId: entryId, audit: { actor, action, after } });

  /** Returns the id of an entry's payment: one that was recorded by hand before, or a new one. */
  async function pay(
    tx: Database,
    order: store.OrderRow,
    entry: entries.EntryRow,
    { known, actor, problem }: { known: Known; actor: Actor; problem: Proposal["problem"] },
  ): Promise<string> {
    if (problem === "NOTED_BEFORE") {
      const noted = (await paymentStore.payments(tx, siteId, [order.id])).filter(
        ({ kind, amount, voidedDate }) => kind === "BANK_TRANSFER" && !voidedDate && amount === entry.amount,
      );
      const stoodFor = await entries.withEntry(
        tx,
        siteId,
        noted.map(({ id }) => id),
      );
      const found = noted.find(({ id }) => !stoodFor.has(id));
      if (found) return found.id;
    }
    const reference = `bank ${entry.entryKey}`;
    const booked = new Date(`${entry.bookedDate}T12:00:00Z`);
    const receivedDate = booked < now() ? booked : now();
    const money = { kind: "BANK_TRANSFER" as const, amount: entry.amount, reference, receivedDate };
    await settling.receive(tx, order, money, { known, actor });
    const made = (await paymentStore.payments(tx, siteId, [order.id])).find(
      (payment) => payment.reference === reference,
    );
    return required(made, "payment row").id;
  }

  /**
   * Voids a transfer with the same amount as the reversal; the latest one if there are several.
   * Rejects with ENTRY_NOT_MONEY if the order has no such transfer.
   */
  async function voidTransfer(
    tx: Database,
    order: store.OrderRow,
    { amount, bookedDate }: entries.EntryRow,
    actor: Actor,
  ): Promise<string> {
    const payment = (await paymentStore.payments(tx, siteId, [order.id])).findLast(
      (one) =>
        one.kind === "BANK_TRANSFER" &&
        !one.voidedDate &&
        one.amount === amount &&
        one.receivedDate < new Date(`${bookedDate}T23:59:59Z`),
    );
    if (!payment) throw new Refusal("ENTRY_NOT_MONEY", `Order ${order.number} has no transfer of this sum.`);
    if (!(await chargebacks.takePaymentBack(tx, order, payment, actor))) {
      throw new Refusal("ENTRY_NOT_MONEY", "It paid one of several parts, which a person has to look at.");
    }
    return payment.id;
  }

  /**
   * Returns the entries of a file that are not stored yet. Marks those that resemble a stored
   * entry, since they may be the same payment.
   */
  async function newEntries(tx: Database, iban: string, found: readonly FoundEntry[]): Promise<FoundEntry[]> {
    const inFile = new Set(found.map(({ entryKey }) => entryKey));
    const known = await entries.storedKeys(tx, siteId, [...inFile]);
    const unknown = found.filter(({ entryKey }) => !known.has(entryKey));
    const days = unknown.map(({ bookedDate }) => bookedDate).toSorted();
    const [from = "", to = ""] = [days[0], days.at(-1)];
    const old = createOldEntryMatcher(iban, from ? await entries.withoutReference(tx, siteId, { from, to }) : []);
    const fresh = unknown.filter((entry) => !old.take(entry.old));
    const references = [...new Set(fresh.map(({ bankReference }) => bankReference).filter(Boolean))];
    const stored = await entries.withReference(tx, siteId, references);
    const resembled = new Set(stored.filter(({ entryKey }) => !inFile.has(entryKey)).map(moneyWithReference));
    return fresh.map((entry) => {
      const resembles = old.resembles(entry.old) || resembled.has(moneyWithReference(entry));
      return resembles ? { ...entry, toCheck: entry.toCheck ?? "SAME_REFERENCE" } : entry;
    });
  }

  return {
    async importStatement(_, { file, caller: actor }) {
      const own = (await documents.seller())?.iban?.replace(/\s/g, "").toUpperCase();
      // The file is read before the account is checked, so that an unreadable file is rejected for
      // that reason.
      const read = await readInWorker(await bytesOf(file), own ?? "no account");
      if (!own) throw new Refusal("SELLER_NOT_SET", "First say who sells, and onto which account.");
      const { statements, entries: found, skipped, otherAccounts } = read;
      if (statements === 0) throw new Refusal("OTHER_ACCOUNT", `The statement is not of ${own}.`);
      return transact(context, async (tx) => {
        const fresh = await newEntries(tx, own, found);
        const base = { siteId, state: "OPEN" as const, paymentId: null, createdDate: now(), decidedDate: null };
        const rows = fresh.map(({ old: _, ...entry }) => ({ ...base, ...entry, id: newId() }));
        const ids = await entries.insert(tx, rows);
        const made = rows.filter(({ id }) => ids.has(id));
        const differing = made.filter(({ toCheck }) => toCheck === "SAME_REFERENCE").length;
        const counts = { added: made.length - differing, known: found.length - made.length, differing };
        const after = { ...counts, skipped, otherAccounts };
        await record(tx, siteId, actor, "bankEntry.import", after);
        return after;
      });
    },

    async bankEntries({ state }) {
      const rows = await entries.list(db, siteId, state ?? "OPEN", listMax + 1);
      return { entries: await toEntries(rows.slice(0, listMax)), hasMore: rows.length > listMax };
    },

    async noteBankEntry({ entryId, orderNumber, onlySure }, { caller: actor }) {
      const [number] = numbersIn({ text: orderNumber, reference: "" });
      const [named] = await entries.ordersByNumber(db, siteId, number ? [number] : []);
      if (!named) throw reading.notFound();
      await writing.onOrder(named.id, async (tx, order, known) => {
        const entry = await entries.lock(tx, siteId, entryId);
        if (!entry) throw notFound(entryId);
        if (entry.paymentId) {
          const isHere = (await paymentStore.payments(tx, siteId, [order.id])).some(({ id }) => id === entry.paymentId);
          if (isHere) return;
          throw isNoted();
        }
        if (entry.returned || entry.currency !== "EUR") {
          throw new Refusal(
            "ENTRY_NOT_MONEY",
            "A payment out that came back, and money in another currency, pay no order.",
          );
        }
        if (entry.reversal) {
          if (onlySure) throw new Refusal("NOT_SURE", "A reversal is noted by itself.", 409, { problem: "REVERSAL" });
          const paymentId = await voidTransfer(tx, order, entry, actor);
          await entries.update(tx, entry, { state: "NOTED", paymentId, decidedDate: now() });
          await record(tx, entryId, actor, "bankEntry.takeBack", { orderNumber: order.number, amount: entry.amount });
          return;
        }
        const [candidate] = await candidates(tx, [order]);
        const problem = matchProblem(required(candidate, "candidate"), entry.amount);
        const isGone = onlySure && isReversed(entry, await entries.reversals(tx, siteId, entry.bookedDate));
        const unsure = isGone ? "TAKEN_BACK" : (entry.toCheck ?? problem);
        if (onlySure && unsure)
          throw new Refusal("NOT_SURE", `Not sure any more: ${unsure}.`, 409, { problem: unsure });
        const paymentId = await pay(tx, order, entry, { known, actor, problem });
        await entries.update(tx, entry, { state: "NOTED", paymentId, decidedDate: now() });
        await record(tx, entryId, actor, "bankEntry.note", { orderNumber: order.number, amount: entry.amount });
      });
      return { entry: await answer(entryId), ...(await reading.answerTo(actor, named.id)) };
    },

    async setBankEntryAside({ entryId, aside }, { caller: actor }) {
      await transact(context, async (tx) => {
        const entry = await entries.lock(tx, siteId, entryId);
        if (!entry) throw notFound(entryId);
        if (entry.state === "NOTED") throw isNoted();
        const state = aside ? "ASIDE" : "OPEN";
        if (entry.state === state) return;
        await entries.update(tx, entry, { state, paymentId: null, decidedDate: aside ? now() : null });
        await record(tx, entryId, actor, `bankEntry.${state.toLowerCase()}`, { amount: entry.amount });
      });
      return { entry: await answer(entryId) };
    },
  };
}

type FoundEntry = Omit<StatementFile["entries"][number], "toCheck"> & { toCheck: ToCheck | null };

const moneyWithReference = (
  entry: Pick<entries.EntryRow, "bankReference" | "bookedDate" | "amount" | "currency" | "reversal" | "returned">,
): string =>
  JSON.stringify([entry.bankReference, entry.bookedDate, entry.amount, entry.currency, entry.reversal, entry.returned]);

async function bytesOf(file: { chunks(): AsyncGenerator<Uint8Array, void> }): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
