import { usePlatformList } from "@uola/browser/use-platform.ts";
import type { Order } from "@uola/contract";
import { useApp } from "@uola/page-loader/tree.tsx";
import { TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { LoadFailed } from "@uola/ui/load-failed.tsx";
import { dateLong, money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { orderPath } from "../order/order-path.ts";
import { nameOf, withdrawableOf } from "../order/order-words.ts";

/** The user's orders with their documents; nothing if there are none. */
export function Orders() {
  const { items, isError, refetch, hasNextPage, fetchNextPage } = usePlatformList(
    ["myOrders"],
    async ({ orders }, { cursor }) => {
      const { orders: items, pagingMetadata } = await orders.own({ ...(cursor && { cursor }) });
      return { items, next: pagingMetadata.cursors?.next };
    },
    { refetch: true },
  );
  const isLost = isError && !items;
  if (!items?.length && !isLost) return null;
  return (
    <section aria-labelledby="orders" className={isLost ? "grid gap-5" : undefined}>
      <h2 id="orders" className="day-heading">
        {say("account.orders")}
      </h2>
      {isLost && (
        <LoadFailed level={3} title={say("account.orders.failed")} retry={() => void refetch()}>
          {say("account.orders.failed.do")}
        </LoadFailed>
      )}
      <ul>
        {items?.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </ul>
      {hasNextPage && <TextButton onClick={() => void fetchNextPage()}>{say("action.showMore")}</TextButton>}
    </section>
  );
}

function Row({ order }: { order: Order & { key: string } }) {
  const { platformUrl } = useApp();
  const { key, number, createdDate, total, state, lines, documents } = order;
  const path = orderPath(key);
  return (
    <li className="grid gap-1 border-b border-rule py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <TextLink href={path}>{say("account.order", { number })}</TextLink>
        <strong>{money(total)}</strong>
      </p>
      <p className="text-muted">
        {dateLong(createdDate)} · {say("account.order.state", { state })}
      </p>
      <p className="small">{lines.map((line) => nameOf(line)).join(", ")}</p>
      {documents.length > 0 && (
        <ul className="small flex flex-wrap gap-x-6">
          {documents.map(({ id, kind, number }) => (
            <li key={id}>
              <TextLink
                alone
                href={`${platformUrl}/v1/orders/by-key/${encodeURIComponent(key)}/documents/${id}`}
                target="_blank"
                rel="noreferrer"
              >
                {say(`order.placed.document.${kind as "INVOICE"}`, { number })}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      {withdrawableOf(order, new Date()).length > 0 && (
        <p>
          <TextLink alone href={path} about={number}>
            {say("order.withdraw.here")}
          </TextLink>
        </p>
      )}
    </li>
  );
}
