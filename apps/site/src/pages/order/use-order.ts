import { type Reason, reasonOf } from "@uola/browser/error-messages.ts";
import { isMissing, reportUnexpected } from "@uola/browser/errors.ts";
import { platform } from "@uola/browser/platform.ts";
import type { Client } from "@uola/client";
import type { BuyerCompany, Order } from "@uola/contract";
import { useApp } from "@uola/page-loader/tree.tsx";
import { useCallback, useEffect, useState } from "react";
import { useAction } from "../../features/use-action.ts";
import type { ChosenWay } from "./draft.ts";
import { takeRefused } from "./keep.ts";
import { askAgainMs, viewOf } from "./order-words.ts";

export type OrderState = {
  order: Order | undefined;
  missing: boolean;
  failed: boolean;
  busy: boolean;
  refused: Reason<"order"> | undefined;
  again(): void;
  pay(way: ChosenWay, bank: string): Promise<void>;
  cancel(): Promise<void>;
  /** These resolve to whether the action succeeded; the reason for a failure is in `refused`. */
  refund(asked: Refunded): Promise<boolean>;
  withdraw(asked: Withdrawn): Promise<boolean>;
  setCompany(documentId: string, company: BuyerCompany): Promise<boolean>;
};
type Refunded = {
  lineIds: string[];
  participants?: number[];
  expectedAmount: number;
  way: "PROVIDER" | "CREDIT";
  iban?: string;
};
type Withdrawn = { lineIds: string[]; name: string; email: string; iban?: string };

/**
 * Loads an order by its key, and polls while the bank's result is pending. `token` is the data with
 * which the bank redirected the browser.
 */
export function useOrder(key: string, token: string | null): OrderState {
  const app = useApp();
  const [order, setOrder] = useState<Order>();
  const [trouble, setTrouble] = useState<"missing" | "failed">();
  const { at, failure, run } = useAction<Reason<"order">>();
  /** The reason why the buyer could not be redirected to the bank; reset by the next action. */
  const [notRedirected, setNotRedirected] = useState<OrderState["refused"]>();
  const [asked, setAsked] = useState(0);

  const check = useCallback(async () => {
    try {
      const { payments } = await platform(app);
      setOrder((await payments.check({ key, ...(token && { token }) })).order);
      setTrouble(undefined);
    } catch (error) {
      reportUnexpected(error);
      setTrouble(isMissing(error) ? "missing" : "failed");
    } finally {
      setAsked((times) => times + 1);
    }
  }, [app, key, token]);
  useEffect(() => void check(), [check]);
  useEffect(() => setNotRedirected(takeRefused(key)), [key]);

  const waits = order && viewOf(order) === "checking";
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => void check(), askAgainMs(asked));
    return () => clearTimeout(timer);
  }, [waits, asked, check]);
  // Checks at once when the buyer returns from the bank's window.
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && void check();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [check]);

  const act = async (work: (client: Client) => Promise<{ order: Order; redirectUrl?: string | null | undefined }>) => {
    setNotRedirected(undefined);
    const isDone = await run(
      async (client) => {
        const { order, redirectUrl } = await work(client);
        if (redirectUrl) location.assign(redirectUrl);
        else setOrder(order);
      },
      (error) => reasonOf(error, "order"),
    );
    if (!isDone) void check();
    return isDone;
  };
  return {
    order,
    busy: at === "running",
    refused: failure ?? notRedirected,
    missing: trouble === "missing",
    failed: trouble === "failed",
    again: () => void check(),
    pay: async (way, bank) => void (await act(({ payments }) => payments.start({ key, way, ...(bank && { bank }) }))),
    cancel: async () => void (await act(({ orders }) => orders.cancelByKey({ key }))),
    refund: (asked) => act(({ orders }) => orders.refundByKey({ key, ...asked })),
    withdraw: (asked) => act(({ orders }) => orders.withdraw({ key, ...asked })),
    setCompany: (documentId, company) => act(({ orders }) => orders.setCompany({ key, documentId, company })),
  };
}
