import { say } from "@uola/words/site";
import { WayBack } from "../../features/way-back.tsx";
import { linkTo } from "../../loader/locale.ts";
import type { Head, PageProps } from "../../loader/page.ts";
import { useSlice } from "../../loader/tree.tsx";
import { TextLink } from "../../ui/buttons.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import type { FrameData } from "../business.data.ts";
import type { OrderData } from "./order.data.ts";

export const head = ({ data: { texts } }: PageProps<OrderData>): Head => ({
  title: texts.title,
  hidden: true,
});

/** Where a checkout begun elsewhere leads. Nothing is paid online, and that is said at once. */
export default function Order({ data: { texts }, search }: PageProps<OrderData>) {
  const { phone } = useSlice<FrameData>("business");
  const steps = [
    { text: texts.bookings, href: linkTo("/account/"), label: say("page.account") },
    { text: texts.prices, href: linkTo("/prices/"), label: say("page.prices") },
    { text: texts.phone, href: phone.href, label: say("order.call", { phone: phone.label }) },
  ];
  return (
    <main id="content" className="short">
      <PageHeader title={texts.title} art={{ shape: "jug", hue: "pink" }} hues={["yellow", "sky", "green"]}>
        <p className="lead mt-6">{texts.lead}</p>
      </PageHeader>
      <section className="page section grid max-w-[900px] gap-4">
        <h2 className="title">{say("order.next")}</h2>
        {search.get("checkout") && <p>{say("order.reference", { id: search.get("checkout") ?? "" })}</p>}
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
      <WayBack search={search} />
    </main>
  );
}
