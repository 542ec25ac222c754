import { noteCart } from "@uola/browser/gym/cart-mark.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { WaitlistEntry } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryButton, SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { capitalized } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import { momentOf, whenOf } from "../../features/booking/booking-words.ts";
import { localizeWaitlistEntries } from "../../features/waiting.ts";
import { waitRefusalText } from "../../features/waiting-words.ts";
import { offersFirst } from "./offers-first.ts";
import { useNotice } from "./use-notice.tsx";

type Answer = "accept" | "decline" | "leave";
type Props = {
  phone: string /** Called when an offer was accepted and there is a new booking. */;
  onAccepted: () => void;
};

const everyMs = 30_000;

/** The user's waiting-list entries and offers; nothing if there are none. */
export function WaitingList({ phone, onAccepted }: Props) {
  const { data } = usePlatformQuery(
    ["waitlist"],
    async (client) => localizeWaitlistEntries(client, (await client.waitlist.mine({})).entries),
    {
      everyMs,
      refetch: true,
    },
  );
  const change = usePlatformAction("waitlist");
  const [busy, setBusy] = useState<string>();
  const [leaving, setLeaving] = useState<WaitlistEntry>();
  const { done, fail, isShown, notice } = useNotice();

  const entries = offersFirst(data ?? []);
  const answer = async (entry: WaitlistEntry, what: Answer) => {
    if (busy) return;
    setBusy(entry.id);
    try {
      await change(({ waitlist }) => waitlist[what]({ entryId: entry.id }).then(() => undefined));
      done(say(`account.wait.done.${what}`, { title: entry.title }));
      if (what === "accept") onAccepted();
    } catch (error) {
      fail(waitRefusalText(error, phone));
    } finally {
      setBusy(undefined);
      setLeaving(undefined);
    }
  };

  /** An offer that requires prepayment is accepted with the order. */
  const order = async ({ id: entryId }: WaitlistEntry) => {
    if (busy) return;
    setBusy(entryId);
    try {
      const { cart } = await change(({ carts }) => carts.addOffered({ entryId }));
      noteCart(cart);
      go(linkTo("/order/"));
    } catch (error) {
      fail(waitRefusalText(error, phone));
    } finally {
      setBusy(undefined);
    }
  };

  if (entries.length === 0 && !isShown) return null;
  return (
    <section aria-labelledby="waiting" className="grid gap-5">
      <h2 id="waiting" className="day-heading">
        {say("account.wait")}
      </h2>
      {notice()}
      <ul>
        {entries.map((entry) => {
          const offered = entry.state === "OFFERED";
          return (
            <li key={entry.id} className="grid justify-items-start gap-2 border-b border-rule py-5">
              {offered && <Badge hue="now">{say("account.wait.offered")}</Badge>}
              <h3 className="title">{entry.title}</h3>
              <p>
                {entry.startDate && capitalized(whenOf(entry.startDate))} ·{" "}
                {say("participants", { count: entry.totalParticipants })}
              </p>
              {offered && entry.offerExpiresDate && (
                <p>{say("account.wait.until", { when: momentOf(entry.offerExpiresDate) })}</p>
              )}
              {!offered && entry.position != null && (
                <p>{say("account.wait.position", { position: entry.position, ahead: entry.ahead ?? 0 })}</p>
              )}
              <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
                {offered ? (
                  <>
                    <PrimaryButton
                      about={entry.title}
                      small
                      disabled={busy !== undefined}
                      onClick={() => (entry.paidFirst ? order(entry) : answer(entry, "accept"))}
                    >
                      {say(entry.paidFirst ? "account.wait.pay" : "account.wait.accept")}
                    </PrimaryButton>
                    <TextButton
                      about={entry.title}
                      disabled={busy !== undefined}
                      onClick={() => answer(entry, "decline")}
                    >
                      {say("account.wait.decline")}
                    </TextButton>
                  </>
                ) : (
                  <TextButton about={entry.title} onClick={() => setLeaving(entry)}>
                    {say("account.wait.leave")}
                  </TextButton>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {leaving && (
        <Overlay title={say("account.wait.ask")} close={say("action.close")} onClose={() => setLeaving(undefined)}>
          <p>
            <strong>{leaving.title}</strong>
            {leaving.startDate && `, ${whenOf(leaving.startDate)}`}
          </p>
          <p className="mt-4">{say("account.wait.lose")}</p>
          <div className="mt-7 flex flex-wrap gap-4">
            <PrimaryButton disabled={busy !== undefined} onClick={() => answer(leaving, "leave")}>
              {say("account.wait.leave")}
            </PrimaryButton>
            <SecondaryButton className="min-h-[56px]" onClick={() => setLeaving(undefined)}>
              {say("account.wait.keep")}
            </SecondaryButton>
          </div>
        </Overlay>
      )}
    </section>
  );
}
