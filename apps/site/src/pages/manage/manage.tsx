import { say } from "@uola/words/site";
import { useEffect, useRef, useState } from "react";
import { useHeadlineFocus } from "../../features/headline-focus.ts";
import type { Head, PageProps } from "../../loader/page.ts";
import { useSlice } from "../../loader/tree.tsx";
import { PrimaryLink, SecondaryButton, TextLink } from "../../ui/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import type { Choice } from "../account/another-time.ts";
import { CancelDialog, cancelRefusalText } from "../account/cancel-dialog.tsx";
import type { Mine } from "../account/mine.ts";
import { MineTicket } from "../account/mine-row.tsx";
import { MoveDialog, moveRefusalText } from "../account/move-dialog.tsx";
import { bookingLink } from "../booking/address.ts";
import { whenOf } from "../booking/show.ts";
import type { FrameData } from "../business.data.ts";
import { titleOf } from "./managing.ts";
import { useManage } from "./use-manage.ts";

export const head = (): Head => ({ title: say("site.title", { page: say("manage.title") }), hidden: true });

export const Waiting = () => (
  <main id="content" aria-busy="true">
    <PageHeader title={say("manage.loading")} />
  </main>
);

/** Where the link in a mail leads: the booking, to be seen, cancelled and moved by whoever has the mail. */
export default function Manage({ search }: PageProps) {
  const { managing, look, cancel, move } = useManage(search.get("key") ?? "");
  const { phone, address } = useSlice<FrameData>("business");
  const [asked, setAsked] = useState<Mine>();
  const [moving, setMoving] = useState<Mine>();
  const [told, setTold] = useState<{ text: string; urgent: boolean }>();
  const notice = useRef<HTMLDivElement>(null);
  const title = titleOf(managing);
  useHeadlineFocus(title === "loading" ? undefined : title, { fromTop: true });
  // The button that was pressed may be gone with its booking: the focus goes to what happened, once the dialog is closed.
  useEffect(() => {
    if (told) notice.current?.focus();
  }, [told]);
  if (managing.at === "loading") return <Waiting />;

  const confirm = async (mine: Mine) => {
    const refusal = await cancel(mine);
    setAsked(undefined);
    setTold(
      refusal
        ? { urgent: true, text: cancelRefusalText(refusal, phone.label) }
        : { urgent: false, text: say("account.cancel.done", { title: mine.title, when: whenOf(mine.start) }) },
    );
  };
  const confirmMove = async (mine: Mine, choice: Choice) => {
    const result = await move(mine, choice);
    if (!result.moved && result.refusal !== "changed" && result.refusal !== "over") return result.refusal;
    setMoving(undefined);
    if (!result.moved) setTold({ urgent: true, text: moveRefusalText(result.refusal, phone.label) });
    else {
      const { title, start, status } = result.moved;
      const words = status === "PENDING" ? "account.move.asked" : "account.move.done";
      setTold({ urgent: false, text: say(words, { title, when: whenOf(start) }) });
    }
    return undefined;
  };

  return (
    <main id="content">
      <PageHeader
        title={say(`manage.${title}`)}
        art={{ shape: "jug", hue: "green" }}
        hues={["pink", "yellow", "orange"]}
      />
      <section className="page section grid max-w-[900px] gap-8">
        <div ref={notice} tabIndex={-1} className={told ? "" : "-mb-8"}>
          <Notice urgent={told?.urgent} hue={told && !told.urgent ? "green" : "orange"}>
            {told?.text}
          </Notice>
        </div>
        {managing.at === "read" ? (
          <>
            <ul className="grid gap-9">
              <MineTicket
                mine={managing.mine}
                phone={phone.label}
                place={address}
                marked={false}
                onCancel={() => setAsked(managing.mine)}
                onMove={() => setMoving(managing.mine)}
              />
            </ul>
            {title === "off" && managing.mine.slug ? (
              <PrimaryLink
                className="justify-self-start"
                href={bookingLink({ service: managing.mine.slug })}
                icon="right"
              >
                {say("account.again")}
              </PrimaryLink>
            ) : (
              <p className="small text-muted">{say("manage.link")}</p>
            )}
          </>
        ) : (
          <>
            <p className="lead">{say(`manage.${managing.at}.said`, { phone: phone.label })}</p>
            {managing.at === "unknown" ? (
              <TextLink alone href={phone.href}>
                {say("booking.times.call.name", { phone: phone.label })}
              </TextLink>
            ) : (
              <SecondaryButton className="justify-self-start" onClick={() => void look()}>
                {say("action.retry")}
              </SecondaryButton>
            )}
          </>
        )}
      </section>
      <MoveDialog mine={moving} phone={phone.label} onClose={() => setMoving(undefined)} onMove={confirmMove} />
      <CancelDialog mine={asked} onClose={() => setAsked(undefined)} onConfirm={confirm} />
    </main>
  );
}
