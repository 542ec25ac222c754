import { say } from "@uola/words/site";
import { useEffect, useRef, useState } from "react";
import { linkTo } from "../../loader/locale.ts";
import type { Head } from "../../loader/page.ts";
import { useRoute, useSlice } from "../../loader/tree.tsx";
import { useSession } from "../../session.tsx";
import { PrimaryButton, PrimaryLink, TextButton } from "../../ui/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { whenOf } from "../booking/show.ts";
import type { FrameData } from "../business.data.ts";
import type { Choice } from "./another-time.ts";
import { Calendars } from "./calendars.tsx";
import { CancelDialog, cancelRefusalText } from "./cancel-dialog.tsx";
import type { Mine } from "./mine.ts";
import { MineRow, MineTicket } from "./mine-row.tsx";
import { MoveDialog, moveRefusalText } from "./move-dialog.tsx";
import { Profile } from "./profile.tsx";
import { type Moved, useMine } from "./use-mine.ts";
import { Waitings } from "./waitings.tsx";

export const head = (): Head => ({ title: say("site.title", { page: say("page.account") }), hidden: true });

const pastAtFirst = 5;

const Top = () => (
  <PageHeader title={say("account.head")} art={{ shape: "jug", hue: "green" }} hues={["pink", "yellow", "orange"]}>
    <p className="mt-6 lg:hidden">
      <PrimaryLink href={linkTo("/booking/")} icon="right">
        {say("action.book")}
      </PrimaryLink>
    </p>
  </PageHeader>
);

export const Waiting = () => (
  <main id="content">
    <Top />
    <div className="page booking-columns grid gap-14 py-14">
      <Skeleton lines={8} label={say("state.loading")} />
      <Skeleton lines={3} label={say("state.loading")} />
    </div>
  </main>
);

/** One's bookings, what can be done about them, and who one is. */
export default function Account() {
  const { search } = useRoute();
  const { signOut } = useSession();
  const business = useSlice<FrameData>("business");
  const phone = business.phone.label;
  const { identity, upcoming, past, state, load, cancel, move } = useMine();
  const [asked, setAsked] = useState<Mine>();
  const [moving, setMoving] = useState<Mine>();
  const [told, setTold] = useState<{ text: string; urgent: boolean; undo?: () => Promise<void> }>();
  const [pastShown, setPastShown] = useState(pastAtFirst);
  const notice = useRef<HTMLDivElement>(null);

  // The button that was pressed may be gone with its booking: the focus goes to what happened, once the dialog is closed.
  useEffect(() => {
    if (told) notice.current?.focus();
  }, [told]);

  const confirm = async (mine: Mine) => {
    const refusal = await cancel(mine);
    setAsked(undefined);
    setTold(
      refusal
        ? { urgent: true, text: cancelRefusalText(refusal, phone) }
        : { urgent: false, text: say("account.cancel.done", { title: mine.title, when: whenOf(mine.start) }) },
    );
  };

  const takeBack = async (back: () => Promise<Moved>) => {
    const result = await back();
    setTold(
      result.refusal
        ? { urgent: true, text: moveRefusalText(result.refusal, phone) }
        : { urgent: false, text: say("account.move.undone", { when: whenOf(result.moved.start) }) },
    );
  };
  const confirmMove = async (mine: Mine, { slot }: Choice) => {
    const result = await move(mine, slot);
    const again = result.refusal !== undefined && result.refusal !== "changed" && result.refusal !== "over";
    if (again) return result.refusal;
    setMoving(undefined);
    if (result.refusal) setTold({ urgent: true, text: moveRefusalText(result.refusal, phone) });
    else {
      const { title, start, status, move: allowed } = result.moved;
      const text = say(status === "PENDING" ? "account.move.asked" : "account.move.done", {
        title,
        when: whenOf(start),
      });
      // Only where the policy would let it go again.
      const undo = () => takeBack(result.back);
      setTold({ urgent: false, text, ...(allowed?.kind === "until" && { undo }) });
    }
    return undefined;
  };

  return (
    <main id="content">
      <Top />
      <div className="page booking-columns grid gap-14 py-9 lg:py-14">
        <div className="grid content-start gap-14">
          <div ref={notice} tabIndex={-1} className="notices">
            <Notice urgent={told?.urgent} hue={told && !told.urgent ? "green" : "orange"}>
              {told ? (
                <>
                  {told.text} {told.undo && <TextButton onClick={told.undo}>{say("action.undo")}</TextButton>}
                </>
              ) : (
                state === "stale" && say("account.stale")
              )}
            </Notice>
          </div>
          {state === "loading" && <Skeleton lines={6} label={say("state.loading")} />}
          {state === "failed" && (
            <section className="error-summary" role="alert">
              <h2 className="title">{say("account.failed")}</h2>
              <p>{say("account.failed.do")}</p>
              <PrimaryButton className="justify-self-start" onClick={load}>
                {say("action.retry")}
              </PrimaryButton>
            </section>
          )}
          {(state === "ready" || state === "stale") && (
            <>
              <Waitings onAccepted={load} phone={phone} />
              <section aria-labelledby="upcoming" className="grid gap-5">
                <h2 id="upcoming" className="day-heading">
                  {say("account.upcoming")}
                </h2>
                {upcoming.length === 0 ? (
                  <div className="grid justify-items-start gap-2 py-4">
                    <h3 className="title">{say("account.empty")}</h3>
                    <p>{say("account.empty.do")}</p>
                    <PrimaryLink className="mt-3" href={linkTo("/booking/")} icon="right">
                      {say("action.book")}
                    </PrimaryLink>
                  </div>
                ) : (
                  <ul className="grid gap-9">
                    {upcoming.map((mine) => (
                      <MineTicket
                        key={mine.id}
                        mine={mine}
                        phone={phone}
                        place={business.address}
                        marked={mine.id === search.get("booking")}
                        onCancel={() => setAsked(mine)}
                        onMove={() => setMoving(mine)}
                      />
                    ))}
                  </ul>
                )}
              </section>
              <section aria-labelledby="past">
                <h2 id="past" className="day-heading">
                  {say("account.past")}
                </h2>
                {past.length === 0 && <p className="py-4 text-muted">{say("account.past.none")}</p>}
                <ul>
                  {past.slice(0, pastShown).map((mine) => (
                    <MineRow key={mine.id} mine={mine} />
                  ))}
                </ul>
                {past.length > pastShown && (
                  <TextButton onClick={() => setPastShown(past.length)}>{say("action.showMore")}</TextButton>
                )}
              </section>
            </>
          )}
        </div>
        <div className="grid content-start gap-14">
          <Profile identity={identity} onSignOut={signOut} />
          <Calendars bookings={upcoming} />
        </div>
      </div>
      <MoveDialog mine={moving} phone={phone} onClose={() => setMoving(undefined)} onMove={confirmMove} />
      <CancelDialog mine={asked} onClose={() => setAsked(undefined)} onConfirm={confirm} />
    </main>
  );
}
