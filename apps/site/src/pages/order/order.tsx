import { words } from "@uola/words/site";
import { WayBack } from "../../features/way-back.tsx";
import type { Head, PageProps } from "../../loader/page.ts";
import { useSlice } from "../../loader/tree.tsx";
import { Band } from "../../ui/band.tsx";
import { TextLink } from "../../ui/buttons.tsx";
import type { FrameData } from "../business.data.ts";

const say = words("lt");

export const head = (): Head => ({ title: say("site.title", { page: say("order.title") }), hidden: true });

/** Where a checkout begun elsewhere leads. Nothing is paid online, and that is said at once. */
export default function Order({ search }: PageProps) {
  const { phone } = useSlice<FrameData>("business");
  const steps = [
    { text: say("order.next.bookings"), href: "/account/", label: say("page.account") },
    { text: say("order.next.prices"), href: "/prices/", label: say("page.prices") },
    { text: say("order.next.phone"), href: phone.href, label: say("order.call", { phone: phone.label }) },
  ];
  return (
    <main id="content">
      <Band title={say("order.title")} art={{ shape: "jug", hue: "pink" }} hues={["yellow", "sky", "green"]}>
        <p className="lead mt-6">{say("order.lead")}</p>
      </Band>
      <section className="page section grid max-w-[900px] gap-4">
        <h2 className="title">{say("order.next")}</h2>
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
      <WayBack to={search.get("returnTo")} />
    </main>
  );
}
