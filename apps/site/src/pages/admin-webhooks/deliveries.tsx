import { useInfiniteQuery } from "@tanstack/react-query";
import type { Webhook, WebhookDelivery } from "@uola/contract";
import { dateLong, time } from "@uola/words/formats";
import { useState } from "react";
import { Sheet } from "../../admin/kit/sheet.tsx";
import { say } from "../../admin/kit/tell.ts";
import { useWrite } from "../../admin/kit/use-platform.ts";
import { useSaid } from "../../admin/kit/use-said.tsx";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { TextButton } from "../../ui/buttons.tsx";
import { RadioGroup } from "../../ui/choices.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { eventName } from "./events.ts";

type Status = WebhookDelivery["status"] | "ALL";
const statuses = ["ALL", "WAITING", "DELIVERED", "DEAD"] as const;
const atOnce = 30;
const everyMs = 3_000;

/** What was told to one server, newest first; what it refused for good can be told again. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const app = useApp();
  const { id: webhookId } = webhook;
  const [status, setStatus] = useState<Status>("ALL");
  const write = useWrite("webhooks");
  const { make, shown } = useSaid();
  const { data, isError, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["webhooks", "deliveries", webhookId, status],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) => {
      const cursorPaging = { limit: atOnce, ...(cursor && { cursor }) };
      const only = status === "ALL" ? {} : { status };
      return (await platform(app)).webhooks.deliveries({ webhookId, cursorPaging, ...only });
    },
    getNextPageParam: ({ cursors }) => cursors.next ?? undefined,
    refetchInterval: everyMs,
  });
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
  const replay = (deliveryIds?: string[]) =>
    make(
      () => write(({ webhooks }) => webhooks.replay({ webhookId, ...(deliveryIds && { deliveryIds }) })),
      say("webhooks.done.replay"),
    );
  return (
    <Sheet wide title={say("webhooks.deliveries.of", { url: webhook.url })} onClose={onClose}>
      <div className="flex flex-wrap items-center gap-4">
        <RadioGroup
          legend={say("webhooks.status")}
          name="status"
          value={status}
          choices={statuses.map((value) => ({ value, label: say(`webhooks.status.${value}`) }))}
          onChange={(value) => setStatus(value as Status)}
        />
        {webhook.dead > 0 && (
          <TextButton onClick={() => void replay()}>{say("webhooks.replayAll", { count: webhook.dead })}</TextButton>
        )}
      </div>
      {shown}
      <Notice urgent>{isError && !data ? say("list.failed") : undefined}</Notice>
      {isError && !data && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
      {!data && !isError && <Skeleton lines={6} label={say("loading")} />}
      {deliveries?.length === 0 && <p className="py-4 muted">{say("webhooks.none")}</p>}
      <ul className="desk-list mt-4" aria-live="polite" aria-relevant="additions">
        {deliveries?.map((delivery) => (
          <li key={delivery.id}>
            <div className="what">
              <p>
                <b>{eventName(delivery.eventType)}</b>{" "}
                <span className={`state-word ${delivery.status === "DEAD" ? "" : "outlined"}`}>
                  {say(`webhooks.status.${delivery.status}`)}
                </span>
              </p>
              <p className="muted">
                {dateLong(delivery.createdDate)}, {time(delivery.createdDate)} ·{" "}
                {say("webhooks.attempts", { count: delivery.attempts })}
                {delivery.status === "WAITING" &&
                  delivery.nextAttemptDate &&
                  ` · ${say("webhooks.next", { date: dateLong(delivery.nextAttemptDate), time: time(delivery.nextAttemptDate) })}`}
              </p>
              {(delivery.responseStatus || delivery.error) && (
                <p>
                  {say("webhooks.answer", { status: String(delivery.responseStatus ?? "–") })}
                  {delivery.error && ` ${delivery.error}`}
                </p>
              )}
            </div>
            {delivery.status === "DEAD" && (
              <TextButton onClick={() => void replay([delivery.id])}>{say("webhooks.replay")}</TextButton>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <TextButton className="mt-4" onClick={() => void fetchNextPage()}>
          {say("more")}
        </TextButton>
      )}
    </Sheet>
  );
}
