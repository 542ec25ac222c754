import { isMissing } from "@uola/browser/errors.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Order, Pass, PersonBooking, PersonSearchResult } from "@uola/contract";
import { parseVoucherCode } from "@uola/contract/voucher-code";
import { useDebounced } from "@uola/ui/use-debounced.ts";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { useMemo } from "react";
import { resultsOf } from "./finder.tsx";
import { addedOf, goodsIn } from "./goods.ts";
import { type Good, isPeopleSearch } from "./keys.ts";

/** Maximum number of tiles; only the first nine have a keyboard shortcut. */
const goodsMost = 24;
const passesMost = 5;

/**
 * Reads the goods that have a tile. They stay undefined until both the prices and the pass types
 * have been read.
 */
export function useGoods(today: string) {
  const reading = usePlatformQuery(
    ["desk-goods", language()],
    async ({ content, passes }) => {
      const [{ collections }, { kinds }] = await Promise.all([
        content.read({ collectionIds: ["Prices"], language: language() }),
        passes.kinds({}),
      ]);
      return { lines: collections.Prices ?? [], kinds };
    },
    { freshMs: 300_000 },
  );
  const { data } = reading;
  const goods = useMemo(() => data && goodsIn(data.lines, data.kinds, today).slice(0, goodsMost), [data, today]);
  return { reading, goods };
}

const useFound = (text: string) =>
  usePlatformQuery(["people", "search", text], ({ people }) => people.search({ text }), {
    enabled: isPeopleSearch(text),
    keeps: true,
  });

const useVoucher = (text: string) =>
  usePlatformQuery(["vouchers", "desk", text], async ({ vouchers }) => (await vouchers.find({ code: text })).voucher, {
    enabled: parseVoucherCode(text) !== undefined,
  });

/** Searches passes; omits refunded passes, which no longer admit anyone. */
const usePasses = (text: string) =>
  usePlatformQuery(
    ["passes", "desk", text],
    async ({ passes }) =>
      (await passes.query({ text, limit: passesMost })).passes.filter(({ status }) => status !== "REFUNDED"),
    { enabled: isPeopleSearch(text), keeps: true },
  );

/** The valid passes of a person, found by email address. */
export function useOwnPasses(email: string | null | undefined) {
  const { data = [] } = usePasses(email ?? "");
  const isOwn = ({ holder }: Pass) => holder.email?.toLowerCase() === email?.toLowerCase();
  return email ? data.filter((pass) => pass.status !== "EXPIRED" && isOwn(pass)) : [];
}

/**
 * Searches people, bookings by code, passes, and a voucher by its code. The results lag behind fast
 * typing or a scanner; `isSettled` is true once they match the input.
 */
export function useResults(typed: string) {
  const text = useDebounced(typed.trim());
  const found = useFound(text);
  const voucher = useVoucher(text);
  const passes = usePasses(text);
  const seeks = isPeopleSearch(text);
  return {
    results: resultsOf({
      found: seeks ? found.data : undefined,
      voucher: voucher.data,
      passes: seeks ? passes.data : undefined,
    }),
    isLooking: found.isFetching && !found.data,
    hasFailed: found.isError,
    isSettled: text === typed.trim() && !found.isFetching && !voucher.isFetching && !passes.isFetching,
  };
}

export const useSessions = (now: Date) => {
  const today = localDate(now);
  return usePlatformQuery(
    ["attendance-day", "desk", today],
    async ({ availability }) => {
      const { sessions } = await availability.sessions({
        from: instantOf(today),
        to: instantOf(addDays(today, 1)),
      });
      return sessions.filter(({ status, appointment }) => status === "CONFIRMED" && !appointment);
    },
    { everyMs: 60_000 },
  );
};

/** A person's bookings for today and later, and the amounts they owe at the front desk. */
export const useUpcomingBookings = (personId: string | undefined) =>
  usePlatformQuery(
    ["people", "desk", personId],
    async ({ people }) => (await people.bookings({ personId: personId ?? "", when: "AHEAD", limit: 20 })).bookings,
    { enabled: personId !== undefined },
  );

export const useCart = () =>
  usePlatformQuery(["desk", "cart"], async ({ carts }) => (await carts.get({})).cart, { refetch: true });

export type Sale = {
  person: PersonSearchResult | undefined;
  kind: "CASH" | "CARD";
  receiptNumber: string;
  toPay: number;
  /** Name used for a buyer who does not give one. */
  walkIn: string;
  requestId: string;
};

/** The actions of the front desk. */
export function useDesk() {
  const onCart = usePlatformAction("desk");
  const onPeople = usePlatformAction("people", "attendance-day");
  const onSale = usePlatformAction("desk", "people", "orders", "documents", "attendance-day", "vouchers", "passes");
  return useMemo(
    () => ({
      addGood: (good: Good) => onCart(({ carts }) => carts.add(addedOf(good))),
      addPlace: (ids: { sessionId: string; serviceId: string; scheduleId: string }) =>
        onCart(({ carts }) => carts.add({ booking: { slot: ids, totalParticipants: 1 }, captchaTokens: null })),
      addCode: (code: string) => onCart(({ carts }) => carts.addCode({ code })),
      /** Returns the pass with this code; undefined if the code belongs to no pass. */
      passOf: (code: string) =>
        onCart(({ passes }) =>
          passes.find({ code }).then(
            ({ pass }) => pass,
            (error) => {
              if (isMissing(error)) return undefined;
              throw error;
            },
          ),
        ),
      removeCode: (codeId: string) => onCart(({ carts }) => carts.removeCode({ codeId })),
      remove: (lineId: string) => onCart(({ carts }) => carts.remove({ lineId })),
      mark: ({ id, sessionId }: Pick<PersonBooking, "id" | "sessionId">, came: boolean) =>
        onPeople(({ bookings }) =>
          bookings.setAttendance({
            bookingId: id,
            status: came ? "ATTENDED" : "NOT_SET",
            ...(sessionId && { sessionId }),
          }),
        ),
      /**
       * Places an order for the cart and records its payment. `placed` is the order from an earlier
       * attempt, if any.
       */
      sell: (sale: Sale, placed: Order | undefined) =>
        onSale(async ({ orders, payments }) => {
          const { person, walkIn, kind, receiptNumber, requestId } = sale;
          const buyer = {
            firstName: person?.firstName || walkIn,
            lastName: person?.lastName ?? "",
            email: person?.email || null,
            phone: person?.phone ?? null,
          };
          const consents = [{ kind: "TERMS" as const, version: "desk" }];
          const given = { requestId, buyer, consents, way: "AT_DESK" as const, language: language() };
          const order =
            placed ?? (await orders.place({ ...given, expectedToPay: sale.toPay, captchaTokens: null })).order;
          const left = order.toPay - order.paid;
          if (left <= 0) return order;
          try {
            return (await payments.receive({ orderId: order.id, kind, amount: left, requestId, receiptNumber })).order;
          } catch (error) {
            throw new PaymentNotRecorded(order, error);
          }
        }),
      document: (documentId: string) => onSale(async ({ documents }) => (await documents.file({ documentId })).blob()),
    }),
    [onCart, onPeople, onSale],
  );
}

/**
 * Thrown if the order was placed but its payment could not be recorded; the next attempt records
 * the payment for the same order.
 */
export class PaymentNotRecorded extends Error {
  readonly order: Order;
  constructor(order: Order, cause: unknown) {
    super("The money was not noted.", { cause });
    this.order = order;
  }
}
