import { showPhone } from "@uola/browser/gym/tel.ts";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { say } from "@uola/words/site";
import { type ComponentType, useEffect, useState } from "react";
import { ReturnLink } from "../../features/return-link.tsx";
import type { OrderData } from "./order.data.ts";
import { useOrderKey } from "./order-path.ts";
import type { PartProps } from "./part-props.ts";

export const head = ({ data: { texts } }: PageProps<OrderData>): Head => ({
  title: texts.title,
  description: say("order.description"),
  hidden: true,
});

type Part = { name: string; View: ComponentType<PartProps> };

/**
 * Shows the cart and the checkout or, if the URL has an order key, that order. Each is loaded on
 * demand, because this content is private.
 */
export default function OrderPage({ data, search }: PageProps<OrderData>) {
  const { texts, contact } = data;
  const orderKey = useOrderKey();
  const which = orderKey === undefined ? undefined : orderKey ? "placed" : "checkout";
  const [loaded, setLoaded] = useState<Part>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!which) return;
    const from = which === "placed" ? () => import("./placed.tsx") : () => import("./checkout.tsx");
    chunk(from).then(
      ({ default: View }) => setLoaded({ name: which, View }),
      () => setFailed(true),
    );
  }, [which]);
  const part = loaded && loaded.name === which ? loaded : undefined;
  // The view of a placed order has its own page header.
  const isSaid = which === "placed" && part;
  return (
    // At least as tall as the screen, so that the layout does not shift when the cart loads.
    <main id="content" className="min-h-svh">
      {!isSaid && (
        <PageHeader title={texts.title} art={{ shape: "flower", hue: "yellow" }} hues={["green", "orange", "pink"]}>
          <p className="lead mt-6">{texts.lead}</p>
        </PageHeader>
      )}
      {part ? (
        <part.View key={orderKey} data={data} search={search} orderKey={orderKey ?? ""} />
      ) : (
        <div className="page section">
          <noscript>
            <p className="error-summary">
              {say("order.script", { phone: showPhone(contact.phone), address: contact.email })}
            </p>
          </noscript>
          <div className="needs-scripts max-w-[720px]">
            {failed ? (
              <Notice urgent>{say("order.failed")}</Notice>
            ) : (
              <Skeleton lines={5} label={say("state.loading")} />
            )}
          </div>
        </div>
      )}
      <ReturnLink search={search} />
    </main>
  );
}
