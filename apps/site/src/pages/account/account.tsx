import { useAuth } from "@uola/browser/session/session.tsx";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { useRoute, useSlice } from "@uola/page-loader/tree.tsx";
import { PrimaryLink, TextButton } from "@uola/ui/buttons.tsx";
import { LoadFailed } from "@uola/ui/load-failed.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { say } from "@uola/words/site";
import { useEffect, useState } from "react";
import type { FrameData } from "../business.data.ts";
import { Calendars } from "./calendars.tsx";
import { InstallOffer } from "./install-offer.tsx";
import { keepBookings } from "./keep-bookings.ts";
import { Orders } from "./orders.tsx";
import { OwnBookingRow, OwnBookingTicket } from "./own-booking-row.tsx";
import { Passes } from "./passes.tsx";
import { Profile } from "./profile.tsx";
import { useChanges } from "./use-changes.tsx";
import { useOwnBookings } from "./use-own-bookings.ts";
import { WaitingList } from "./waiting-list.tsx";

export const head = (): Head => ({ title: say("page.account"), hidden: true });

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

/** The account page: the user's bookings, the actions on them, and the profile. */
export default function Account() {
  const { search } = useRoute();
  const { signOut } = useAuth();
  const business = useSlice<FrameData>("business");
  const phone = business.phone.label;
  const { identity, upcoming, past, state, load, quote, cancel, move } = useOwnBookings();
  const { onCancel, onMove, notice, dialogs } = useChanges({ phone, quote, cancel, move });
  const [pastShown, setPastShown] = useState(pastAtFirst);
  useEffect(() => {
    // If storing the bookings fails, the offline page just shows less.
    if (state === "ready") keepBookings(upcoming, business.address).catch(() => {});
  }, [state, upcoming, business.address]);

  return (
    <main id="content">
      <Top />
      <div className="page booking-columns grid gap-14 py-9 lg:py-14">
        <div className="grid content-start gap-14">
          {notice(state === "stale" && say("account.stale"))}
          {state === "loading" && <Skeleton lines={6} label={say("state.loading")} />}
          {state === "failed" && (
            <LoadFailed title={say("account.failed")} retry={load}>
              {say("account.failed.do")}
            </LoadFailed>
          )}
          {(state === "ready" || state === "stale") && (
            <>
              <WaitingList onAccepted={load} phone={phone} />
              <Passes />
              <section aria-labelledby="upcoming" className="grid gap-5">
                <h2 id="upcoming" className="day-heading">
                  {say("account.upcoming")}
                </h2>
                {upcoming.length === 0 ? (
                  <div className="grid justify-items-start gap-2 py-4">
                    <h3 className="title">{say("account.empty")}</h3>
                    <p>{say("account.empty.do")}</p>
                    {/* On narrow screens the header has this link. */}
                    <PrimaryLink className="mt-3 max-lg:hidden" href={linkTo("/booking/")} icon="right">
                      {say("action.book")}
                    </PrimaryLink>
                  </div>
                ) : (
                  <ul className="grid gap-9">
                    {upcoming.map((mine) => (
                      <OwnBookingTicket
                        key={mine.id}
                        mine={mine}
                        phone={phone}
                        place={business.address}
                        marked={mine.id === search.get("booking")}
                        onCancel={() => onCancel(mine)}
                        onMove={() => onMove(mine)}
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
                    <OwnBookingRow key={mine.id} mine={mine} />
                  ))}
                </ul>
                {past.length > pastShown && (
                  <TextButton onClick={() => setPastShown(past.length)}>{say("action.showMore")}</TextButton>
                )}
              </section>
              <Orders />
            </>
          )}
        </div>
        <div className="grid content-start gap-14">
          <Profile identity={identity} onSignOut={signOut} />
          <Calendars bookings={upcoming} />
          <InstallOffer />
        </div>
      </div>
      {dialogs}
    </main>
  );
}
