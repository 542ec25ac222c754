import { platform } from "@uola/browser/platform.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import { withCaptcha } from "@uola/client/captcha-retry";
import { dayMs } from "@uola/contract/durations";
import { go } from "@uola/page-loader/browser/go.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { say } from "@uola/words/site";
import { useEffect, useRef, useState } from "react";
import { type Key, keyFor, type Refusal, refusalOf } from "../../features/booking/attempt.ts";
import { type Done, keepDraft, keptDraft, storeDone } from "../../features/booking/booking-storage.ts";
import { type Draft, emptyDraft } from "../../features/booking/draft.ts";
import { futureDeadline } from "../../features/booking/form.ts";
import type { CompanyDraft } from "../order/draft.ts";
import type { Offer } from "./offers.ts";
import {
  bookingInputOf,
  type FreeTime,
  freeDays,
  invoiceLine,
  type Problem,
  problemsIn,
  type Request,
} from "./request.ts";

/** How many days ahead an event can be requested. */
export const daysAhead = 56;

/** Loads the times when staff are available, by day; `failed` is set if the request failed. */
export function useFreeDays({ activity }: Offer) {
  const app = useApp();
  const [days, setDays] = useState<Map<string, FreeTime[]>>();
  const [failed, setFailed] = useState(false);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a time turned out to be taken
  useEffect(() => {
    let current = true;
    const look = async () => {
      try {
        const { availability } = await platform(app);
        const now = Date.now();
        const { availabilityEntries } = await availability.query({
          query: {
            filter: {
              serviceId: activity.id,
              startDate: new Date(now).toISOString(),
              endDate: new Date(now + daysAhead * dayMs).toISOString(),
              bookable: true,
            },
          },
        });
        if (current) setDays(freeDays(availabilityEntries));
        if (current) setFailed(false);
      } catch {
        if (current) setFailed(true);
      }
    };
    void look();
    return () => {
      current = false;
    };
  }, [app, activity.id, asked]);
  return { days, failed, look: () => setAsked((count) => count + 1) };
}

/**
 * The state of the request form and of its submission. The contact details stay in the tab, shared
 * with the booking page.
 */
export function useRequest(offer: Offer, count: number, onTaken: () => void) {
  const app = useApp();
  const { user } = useAuth();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [request, setRequest] = useState<Request>({ day: "", time: undefined, ages: "", invoice: undefined });
  const [problems, setProblems] = useState<Problem[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const [told, setTold] = useState(0);
  const [sending, setSending] = useState(false);
  const key = useRef<Key>(null);

  useEffect(() => setDraft(keptDraft()), []);
  useEffect(() => {
    if (!user) return;
    setDraft((typed) => ({
      ...typed,
      firstName: typed.firstName || user.firstName,
      lastName: typed.lastName || user.lastName,
      email: typed.email || user.email,
    }));
  }, [user]);

  const forget = (field: string) => setProblems((all) => all.filter((problem) => problem.field !== field));
  const whole = { ...draft, participants: count };
  return {
    draft,
    request,
    problems,
    refusal,
    told,
    sending,
    edit(field: "firstName" | "lastName" | "email" | "phone" | "note", value: string) {
      const changed = { ...draft, [field]: value };
      setDraft(changed);
      keepDraft({ ...keptDraft(), ...changed });
      forget(field);
    },
    fillInvoice(invoice: CompanyDraft | undefined, field?: keyof CompanyDraft) {
      setRequest({ ...request, invoice });
      if (field) forget(field);
    },
    ask(changes: Partial<Request>) {
      setRequest({ ...request, ...changes });
      for (const field of Object.keys(changes)) forget(field);
    },
    async submit() {
      if (sending) return;
      const found = problemsIn(request, whole, offer);
      setProblems(found);
      setRefusal(undefined);
      if (found.length > 0 || !request.time) return setTold((number) => number + 1);
      const { time } = request;
      key.current = keyFor(key.current, `${offer.activity.id} ${time.start}`, whole, () => crypto.randomUUID());
      setSending(true);
      try {
        const client = await platform(app);
        const answers = [
          { id: "ages", label: say("private.request.ages"), value: request.ages },
          ...(request.invoice
            ? [{ id: "invoice", label: say("order.company"), value: invoiceLine(request.invoice) }]
            : []),
          { id: "note", label: say("field.notes"), value: draft.note },
        ];
        const input = bookingInputOf(offer, time, whole, answers);
        const options = { idempotencyKey: key.current.key, timeoutMs: 20_000 };
        const { booking } = await withCaptcha(client, (proof) =>
          client.bookings.create({ booking: input, ...proof }, options),
        );
        storeDone(doneOf(offer, time, whole, booking.id, booking.status !== "CONFIRMED"));
        go(`?kind=${offer.kind}&done=${booking.id}`, { replace: true });
      } catch (error) {
        const why = refusalOf(error);
        setRefusal(why);
        if (why.why === "full" || why.why === "gone") {
          setRequest({ ...request, time: undefined });
          onTaken();
        }
        setTold((number) => number + 1);
      } finally {
        setSending(false);
      }
    },
  };
}

function doneOf({ activity }: Offer, time: FreeTime, draft: Draft, bookingId: string, pending: boolean): Done {
  return {
    bookingId,
    pending,
    activity: activity.name,
    slug: activity.slug,
    category: activity.category?.name ?? "",
    kind: activity.category?.kind ?? "other",
    start: time.start,
    end: time.end,
    lessons: 0,
    staff: [],
    participants: draft.participants,
    payAtGym: activity.payAtGym,
    cents: activity.price.kind === "each" ? activity.price.cents * draft.participants : null,
    email: draft.email.trim(),
    cancelUntil: futureDeadline(time.cancelUntil),
  };
}
