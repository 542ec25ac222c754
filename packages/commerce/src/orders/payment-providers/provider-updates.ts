import type { OrderPaymentMethod, PaymentProvider } from "@uola/contract";
import { type BackgroundTask, type Context, minuteMs, Refusal, transact, workOnEach } from "@uola/kernel";
import { isPayable, isUnderWay } from "../order-rules.ts";
import * as store from "../order-store.ts";
import * as paymentStore from "../payment-store.ts";
import { type Settling, wayNames } from "../settle.ts";
import { isEuros, messageKey, type Provider, type ProviderReport, type Providers } from "./provider.ts";
import type { ProviderRefunds } from "./provider-refunds.ts";

type Parts = { providers: Providers; settling: Settling; providerRefunds: ProviderRefunds };
export type ProviderUpdates = ReturnType<typeof createProviderUpdates>;

/** Intervals between polls, in minutes; afterwards every hour for two days. */
const pollIntervalsMinutes = [1, 3, 10, 30];
const pollsMax = pollIntervalsMinutes.length + 48;

/**
 * Handles the provider messages about our payment attempts and refunds, and polls the providers.
 * Messages about unknown payments are ignored.
 */
export function createProviderUpdates(context: Context, { providers, settling, providerRefunds }: Parts) {
  const { db, siteId, now } = context;

  const providerOf = (way: OrderPaymentMethod | string): Provider | undefined =>
    Object.hasOwn(providers, way) ? providers[way as PaymentProvider] : undefined;

  async function receive(way: PaymentProvider, news: readonly ProviderReport[]): Promise<void> {
    for (const each of news) await receiveOne(way, each);
  }

  async function receiveOne(way: PaymentProvider, news: ProviderReport): Promise<void> {
    const attempt = await paymentStore.attemptByRef(db, siteId, { way, providerRef: news.providerRef });
    if (!attempt) return;
    if (news.about === "changed") {
      const fetched = await providerOf(way)?.fetch?.(news.providerRef);
      return fetched && receive(way, fetched);
    }
    const actor = { kind: "system", id: `payments: ${wayNames[way]}` } as const;
    if (news.about === "refund") {
      const { providerRef, refundRef, state: status, amount: sum } = news;
      const eventKey = messageKey({ providerRef, refundRef, status, sum });
      return providerRefunds.noteRefund({ attemptId: attempt.id, eventKey, actor }, news);
    }
    if (news.about === "dispute") {
      const { providerRef, disputeRef, step } = news;
      const eventKey = messageKey({ providerRef, disputeRef, step });
      return providerRefunds.noteDispute({ attemptId: attempt.id, eventKey, actor }, news);
    }
    const { state, message, providerRef: reference, currency, isTrial } = news;
    if (!state) return;
    const amount = isEuros(currency) ? news.amount : undefined;
    const key = messageKey({ reference, state, amount: news.amount, currency, isTrial });
    await settling.applyProviderEvent({ attemptId: attempt.id, state, amount, reference, key, message });
  }

  /**
   * Polls the provider for an attempt. If the provider cannot be polled, the attempt expires at its
   * expiry date; a later payment still counts.
   */
  async function pollAttempt(attempt: paymentStore.AttemptRow): Promise<void> {
    const { id, way, providerRef, state, expiresDate } = attempt;
    const provider = providerOf(way);
    if (!provider || !providerRef) return;
    if (!provider.fetch) {
      if (!isUnderWay(state) || !expiresDate || expiresDate > now()) return;
      const key = `${id} expired`;
      await settling.applyProviderEvent({ attemptId: id, state: "EXPIRED", key, message: { expiresDate } });
      return;
    }
    if (provider.close && (await isGivenUp(attempt))) await provider.close(providerRef);
    await receive(way as PaymentProvider, await provider.fetch(providerRef));
  }

  /** Whether this attempt must no longer be paid: it or its order was canceled. */
  async function isGivenUp({ orderId, state }: paymentStore.AttemptRow): Promise<boolean> {
    if (state === "CANCELED") return true;
    return isUnderWay(state) && !isPayable((await store.find(db, siteId, orderId))?.state ?? "CANCELED");
  }

  type Polled = Pick<paymentStore.AttemptRow, "way" | "polls" | "expiresDate">;
  /** Returns when to poll an attempt next; null for never again. */
  function nextPoll({ way, polls, expiresDate }: Polled, at: Date): Date | null {
    const provider = providerOf(way);
    if (!provider || polls >= pollsMax) return null;
    if (!provider.fetch) return expiresDate && expiresDate > at ? expiresDate : null;
    return new Date(at.getTime() + (pollIntervalsMinutes[polls] ?? 60) * minuteMs);
  }

  return {
    receive,
    ask: pollAttempt,
    nextPoll,

    /** Returns when to poll an abandoned attempt: immediately if the provider can close it. */
    closePoll: (attempt: paymentStore.AttemptRow, at: Date): Date | null =>
      providerOf(attempt.way)?.close ? at : nextPoll(attempt, at),

    /** Applies a token sent by the browser if it was signed by the provider of one of the attempts. */
    async receiveFromBrowser(attempts: readonly paymentStore.AttemptRow[], token: string): Promise<void> {
      for (const way of new Set(attempts.map((attempt) => attempt.way))) {
        const news = await providerOf(way)?.read?.(token).catch(unlessRefused);
        if (news) return receive(way as PaymentProvider, news);
      }
    },
  };
}

const atOnce = 20;

/** Polls every open attempt, since provider messages may be late or missing. */
export const pollTask = (context: Context, { ask, nextPoll }: ProviderUpdates): BackgroundTask => ({
  name: "payments: ask about attempts",
  everyMs: 15_000,
  oneProcessAtATime: true,
  async run() {
    const { db, siteId, now, log } = context;
    const due = await paymentStore.toPoll(db, siteId, now(), atOnce);
    await workOnEach(due, async (attempt) => {
      const polls = attempt.polls + 1;
      const pollDate = nextPoll({ ...attempt, polls }, now());
      await transact(context, (tx) => paymentStore.updateAttempt(tx, attempt, { polls, pollDate }, now()));
      await ask(attempt).catch((error: unknown) => {
        log.warn({ attempt: attempt.id, err: error }, "a provider did not tell about an attempt");
      });
    });
    return due.length === atOnce;
  },
});

export function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
