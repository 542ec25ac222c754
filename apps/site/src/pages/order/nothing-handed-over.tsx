import { useAuth } from "@uola/browser/session/session.tsx";
import { linkTo } from "@uola/page-loader/locale.ts";
import { useSlice } from "@uola/page-loader/tree.tsx";
import { TextLink } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";
import { bookingLink } from "../../features/booking/address.ts";
import { InlineSignIn } from "../../features/booking/inline-sign-in.tsx";
import type { FrameData } from "../business.data.ts";
import type { HandOver } from "./hand-over.ts";
import type { OrderData } from "./order.data.ts";

type Props = { texts: OrderData["texts"]; handOver: HandOver };

/** Shown when the cart or reservation from another app no longer exists; lists alternatives. */
export function NothingHandedOver({ texts, handOver: { checkoutId, reservationId, event } }: Props) {
  const { phone } = useSlice<FrameData>("business");
  const { isAuthenticated } = useAuth();
  const steps = [
    reservationId
      ? {
          text: say("order.handOver.again"),
          href: bookingLink(event ? { service: event } : {}),
          label: say("action.book"),
        }
      : { text: texts.bookings, href: linkTo("/account/"), label: say("page.account") },
    { text: texts.prices, href: linkTo("/prices/"), label: say("page.prices") },
    { text: texts.phone, href: phone.href, label: say("order.call", { phone: phone.label }) },
  ];
  return (
    <section className="page section grid max-w-[900px] gap-4" role="status">
      <h2 className="title">{say(reservationId ? "order.handOver.reservation" : "order.handOver.cart")}</h2>
      {checkoutId && <p>{say("order.reference", { id: checkoutId })}</p>}
      {!isAuthenticated && <InlineSignIn />}
      <ul className="rule">
        {steps.map(({ text, href, label }) => (
          <li key={href} className="grid items-center gap-x-8 border-b border-rule py-4 md:grid-cols-[1fr_auto]">
            <p>{text}</p>
            <TextLink alone href={href}>
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
