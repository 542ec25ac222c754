import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { useSlice } from "@uola/page-loader/tree.tsx";
import { PrimaryButton, PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { say } from "@uola/words/site";
import { bookingLink } from "../../features/booking/address.ts";
import { useHeadlineFocus } from "../../features/headline-focus.ts";
import { OwnBookingTicket } from "../account/own-booking-row.tsx";
import { useChanges } from "../account/use-changes.tsx";
import type { FrameData } from "../business.data.ts";
import { titleOf } from "./managing.ts";
import { useManage } from "./use-manage.ts";

export const head = (): Head => ({ title: say("manage.title"), hidden: true });

export const Waiting = () => (
  <main id="content" className="short" aria-busy="true">
    <PageHeader title={say("manage.loading")} />
  </main>
);

/**
 * The page behind the link in a confirmation e-mail: anyone with the link can view, cancel and move
 * the booking.
 */
export default function Manage({ search }: PageProps) {
  const key = search.get("key") ?? "";
  const { managing, look, quote, cancel, move } = useManage(key);
  const { phone, address } = useSlice<FrameData>("business");
  const { onCancel, onMove, notice, dialogs } = useChanges({ phone: phone.label, quote, cancel, move });
  const title = titleOf(managing);
  useHeadlineFocus(title === "loading" ? undefined : title, { fromTop: true });
  if (managing.at === "loading") return <Waiting />;

  return (
    <main id="content" className={managing.at === "read" ? undefined : "short"}>
      <PageHeader
        title={say(`manage.${title}`)}
        art={{ shape: "jug", hue: "green" }}
        hues={["pink", "yellow", "orange"]}
      />
      <section className="page section grid max-w-[900px] gap-8">
        {notice()}
        {managing.at === "read" ? (
          <>
            <ul className="grid gap-9">
              <OwnBookingTicket
                mine={managing.mine}
                phone={phone.label}
                place={address}
                marked={false}
                linkKey={key}
                level={2}
                onCancel={() => onCancel(managing.mine)}
                onMove={() => onMove(managing.mine)}
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
              <PrimaryButton className="justify-self-start" onClick={() => void look()}>
                {say("action.retry")}
              </PrimaryButton>
            )}
          </>
        )}
      </section>
      {dialogs}
    </main>
  );
}
