import type { Order, PersonBooking, PersonSearchResult } from "@uola/contract";
import type { Head } from "@uola/page-loader/page.ts";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { parseCents } from "@uola/ui/kit/money.ts";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { useClock } from "@uola/ui/kit/use-clock.ts";
import { say } from "@uola/words/admin";
import { localDate, money, time } from "@uola/words/formats";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { printFile } from "../content/download-file.ts";
import { OpenedPass } from "../passes/pass.tsx";
import { nameOf } from "../people/name.ts";
import { Scan } from "../vouchers/scan.tsx";
import { DeskCart, type Taking } from "./desk-cart.tsx";
import { Finder, type Result } from "./finder.tsx";
import { deskKey, type Good, goodOf, lastCheckIn } from "./keys.ts";
import { PersonPanel } from "./person-panel.tsx";
import { SaleKeys } from "./sale-keys.tsx";
import {
  PaymentNotRecorded,
  useCart,
  useDesk,
  useGoods,
  useOwnPasses,
  useResults,
  useSessions,
  useUpcomingBookings,
} from "./use-desk.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("desk.heading"), hidden: true });

export default function DeskPage() {
  return (
    <AdminFrame here="/admin/desk/">
      <Desk />
    </AdminFrame>
  );
}

const nothingTaken: Taking = { kind: "CASH", given: "", receipt: "" };
type Done = { at: Date; what: string; amount?: number; order?: Order };
const doneMost = 6;

/**
 * The front desk page: find, check in, take payment. It reads from left to right and works within
 * seconds without a mouse. The search field always has the focus.
 */
function Desk() {
  const now = useClock();
  const { goods, reading: goodsReading } = useGoods(localDate(now));
  const sessions = useSessions(now);
  const cart = useCart().data;
  const act = useDesk();
  const { make, fail, shown: feedback } = useFeedback();

  const field = useRef<HTMLInputElement>(null);
  const receiptField = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  /** Set if Enter was pressed before the search results, or the chosen person's bookings, had loaded. */
  const [chooses, setChooses] = useState(false);
  const [person, setPerson] = useState<PersonSearchResult>();
  const [taking, setTaking] = useState(nothingTaken);
  const [wrong, setWrong] = useState<string>();
  const [scans, setScans] = useState(false);
  const [passId, setPassId] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<readonly Done[]>([]);
  const [letInLast, setLetInLast] = useState<PersonBooking>();
  // Identifies one sale, so that a retry neither orders nor charges twice.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const [placed, setPlaced] = useState<Order>();
  const [prints, setPrints] = useState(true);

  const { results, isSettled, ...looking } = useResults(typed);
  const coming = useUpcomingBookings(person?.id);
  const passes = useOwnPasses(person?.email);

  const note = (one: Omit<Done, "at">) =>
    setDone((before) => [{ ...one, at: new Date() }, ...before].slice(0, doneMost));
  const clear = () => {
    setTyped("");
    setAt(0);
    setChooses(false);
    field.current?.focus();
  };
  const next = () => {
    if (typed) return clear();
    setPerson(undefined);
    clear();
  };
  const add = (good: Good) => {
    clear();
    void make(() => act.addGood(good));
  };
  const applyCode = (code: string) => {
    clear();
    void make(() => act.addCode(code));
  };
  const choose = (result: Result | undefined) => {
    if (!result) return;
    if (result.kind === "voucher") return applyCode(typed.trim());
    if (result.kind === "pass") setPassId(result.id);
    else setPerson(result.person);
    clear();
  };
  const letIn = (booking: PersonBooking, came = true) => {
    void make(
      () => act.mark(booking, came),
      say(came ? "desk.letIn.done" : "undone", { name: booking.contactName }),
    ).then((worked) => {
      if (!worked) return;
      setLetInLast((last) => lastCheckIn(last, booking, came));
      if (came) note({ what: `${booking.contactName} · ${booking.title}` });
    });
  };
  const isToday = ({ startDate }: { startDate?: Date | null | undefined }) =>
    startDate != null && localDate(startDate) === localDate(now);
  const expected = coming.data?.find((one) => one.status === "CONFIRMED" && isToday(one) && !one.came);
  const chooseFound = useEffectEvent(() => {
    setChooses(false);
    if (typed) choose(results[at]);
    else if (expected) letIn(expected);
  });
  const isKnown = typed ? isSettled : !coming.isLoading;
  useEffect(() => {
    if (chooses && isKnown) chooseFound();
  }, [chooses, isKnown]);

  const pick = (kind: Taking["kind"]) => {
    setTaking({ ...taking, kind });
    receiptField.current?.focus();
  };
  async function take() {
    if (!cart || busy || (cart.lines.length === 0 && !placed)) return;
    if (!person && !placed && cart.lines.some(({ kind }) => kind === "PASS")) {
      field.current?.focus();
      return setWrong(say("desk.wrong.holder"));
    }
    const toPay = placed ? placed.toPay - placed.paid : cart.toPay;
    const receiptNumber = taking.receipt.trim();
    const given = taking.given.trim() ? parseCents(taking.given) : toPay;
    if (toPay > 0 && taking.kind === "CASH" && (given === undefined || given < toPay)) {
      return setWrong(say("desk.wrong.given"));
    }
    if (toPay > 0 && !receiptNumber) {
      receiptField.current?.focus();
      return setWrong(say("desk.wrong.receipt"));
    }
    setWrong(undefined);
    setBusy(true);
    let sold: Order | undefined;
    try {
      const walkIn = say("desk.walkIn");
      sold = await act.sell({ person, kind: taking.kind, receiptNumber, toPay, walkIn, requestId }, placed);
      note({ what: person ? nameOf(person) : say("desk.walkIn"), amount: toPay, order: sold });
      setPlaced(undefined);
      setRequestId(crypto.randomUUID());
      setTaking({ ...nothingTaken, kind: taking.kind });
      // Clears the person and the search, so that the next sale is not made in this person's name.
      setPerson(undefined);
      clear();
    } catch (error) {
      if (error instanceof PaymentNotRecorded) setPlaced(error.order);
      fail(adminErrorMessage(error instanceof PaymentNotRecorded ? error.cause : error));
    } finally {
      setBusy(false);
    }
    const [document] = sold?.documents ?? [];
    if (document && prints) await print(document);
  }
  /** Prints a document. A printing failure does not undo the sale. */
  async function print({ id, number }: Order["documents"][number]) {
    try {
      printFile(await act.document(id));
    } catch (error) {
      fail(say("desk.notPrinted", { number, reason: adminErrorMessage(error) }));
    }
  }

  function onKey(event: KeyboardEvent) {
    if (document.querySelector("dialog[open]")) return;
    const isSearch = event.target === field.current;
    const key = deskKey(event.nativeEvent, typed === "");
    if (!key || (!isSearch && (key === "up" || key === "down" || key === "choose" || key === "undo"))) return;
    event.preventDefault();
    if (key === "up" || key === "down") {
      const to = at + (key === "down" ? 1 : -1);
      setAt(Math.max(0, Math.min(to, results.length - 1)));
    } else if (key === "choose") {
      const good = goodOf(typed, goods ?? []);
      if (good) add(good);
      else setChooses(true);
    } else if (key === "cash" || key === "card") pick(key === "cash" ? "CASH" : "CARD");
    else if (key === "take") void take();
    else if (key === "next") next();
    else if (letInLast) letIn(letInLast, false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the desk's keys work wherever one is on it
    <div className="contents" onKeyDown={onKey}>
      <AdminPage title={say("desk.heading")} about={time(now)}>
        {feedback}
        <div className="grid items-start gap-x-8 gap-y-10 md:grid-cols-[minmax(200px,280px)_minmax(0,1fr)] xl:grid-cols-[260px_minmax(0,1fr)_340px]">
          <Finder
            field={field}
            typed={typed}
            onType={(to) => {
              setTyped(to);
              setAt(0);
              setChooses(false);
              const good = /^\+\d$/.test(to) ? goodOf(to, goods ?? []) : undefined;
              if (good) add(good);
            }}
            results={results}
            at={at}
            {...looking}
            onChoose={choose}
            onScan={() => setScans(true)}
            sessions={sessions.data?.filter(({ endDate }) => endDate > now)}
            onSell={({ id: sessionId, serviceId, scheduleId }) =>
              void make(() => act.addPlace({ sessionId, serviceId, scheduleId })).then(clear)
            }
          />
          <div>
            <PersonPanel
              person={person}
              coming={coming.data}
              expected={expected}
              isToday={isToday}
              onLetIn={letIn}
              onNext={next}
              passes={passes}
              onPass={setPassId}
            />
            {/* Placed above the tiles, so that the confirmation of a payment is visible without scrolling. */}
            {done[0] && <DoneList title={say("desk.done")} done={[done[0]]} onPrint={(it) => void print(it)} />}
            <SaleKeys goods={goods} reading={goodsReading} onAdd={add} />
            {done.length > 1 && (
              <DoneList title={say("desk.done.earlier")} done={done.slice(1)} onPrint={(it) => void print(it)} />
            )}
          </div>
          <DeskCart
            cart={cart}
            placed={placed}
            name={person ? nameOf(person) : say("desk.walkIn")}
            email={person?.email}
            taking={taking}
            onTaking={setTaking}
            receiptField={receiptField}
            wrong={wrong}
            busy={busy}
            prints={prints}
            onPrints={setPrints}
            onRemove={(lineId) => void make(() => act.remove(lineId))}
            onRemoveCode={(codeId) => void make(() => act.removeCode(codeId))}
            onScan={() => setScans(true)}
            onTake={() => void take()}
          />
        </div>
        <p className="mt-8 hidden flex-wrap gap-x-5 gap-y-2 border-rule border-t pt-3 text-muted md:flex">
          {keyHints().map(([keys, does]) => (
            <span key={does}>
              <kbd>{keys}</kbd> {does}
            </span>
          ))}
        </p>
      </AdminPage>
      {scans && (
        <Scan
          title={say("vouchers.scan")}
          onClose={() => setScans(false)}
          open={async (code) => {
            // A pass pays for places in the cart; if the cart contains none, the pass admits its
            // holder.
            const pays = cart?.lines.some(({ kind }) => kind === "BOOKING");
            const pass = pays ? undefined : await act.passOf(code);
            if (pass) setPassId(pass.id);
            else await act.addCode(code);
            setScans(false);
            clear();
          }}
        />
      )}
      {passId && <OpenedPass key={passId} passId={passId} onClose={() => setPassId(undefined)} />}
    </div>
  );
}

type DoneProps = { title: string; done: readonly Done[]; onPrint: (document: Order["documents"][number]) => void };

/** The completed sales and check-ins, with documents to print. */
const DoneList = ({ title, done, onPrint }: DoneProps) => (
  <section className="mt-9">
    <h2 className="title border-text border-b-[3px] pb-[6px]">{title}</h2>
    <ul>
      {done.map(({ at, what, amount, order }) => (
        <li key={at.getTime()} className="flex flex-wrap items-center gap-x-5 border-rule border-b py-2">
          <b>{time(at)}</b>
          <span className="mr-auto">{what}</span>
          {amount !== undefined && <b>{money(amount)}</b>}
          {order?.documents.map((document) => (
            <button key={document.id} type="button" className="quick" onClick={() => onPrint(document)}>
              {say("desk.print", { number: document.number })}
            </button>
          ))}
        </li>
      ))}
    </ul>
  </section>
);

const keyHints = (): [string, string][] => [
  ["↑ ↓", say("desk.key.walk")],
  ["Enter", say("desk.key.choose")],
  ["+1", say("desk.key.add")],
  ["F8", say("desk.cash")],
  ["F9", say("desk.card")],
  ["Ctrl Enter", say("desk.key.take")],
  ["Esc", say("desk.key.next")],
  ["Ctrl Z", say("desk.key.undo")],
];
