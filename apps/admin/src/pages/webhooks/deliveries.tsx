import { usePlatformAction, usePlatformList } from "@uola/browser/use-platform.ts";
import type { Webhook, WebhookDelivery } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row } from "@uola/ui/kit/list.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dateLong, time } from "@uola/words/formats";
import { useState } from "react";
import { eventName } from "./events.ts";

type Status = WebhookDelivery["status"] | "ALL";
const statuses = ["ALL", "WAITING", "DELIVERED", "DEAD"] as const;
const everyMs = 3_000;

/** Deliveries to one server, newest first; those that failed permanently can be sent again. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id: webhookId } = webhook;
  const [status, setStatus] = useState<Status>("ALL");
  const write = usePlatformAction("webhooks");
  const { make, shown } = useFeedback();
  const reading = usePlatformList(
    ["webhooks", "deliveries", webhookId, status],
    async ({ webhooks }, cursorPaging) => {
      const only = status === "ALL" ? {} : { status };
      const { deliveries: items, cursors } = await webhooks.deliveries({ webhookId, cursorPaging, ...only });
      return { items, next: cursors.next };
    },
    { limit: 30, everyMs },
  );
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
      <List
        items={reading.items}
        reading={reading}
        isLive
        lines={6}
        empty={<p className="py-4 text-muted">{say("webhooks.none")}</p>}
      >
        {(delivery) => (
          <Row
            name={eventName(delivery.eventType)}
            marks={[say(`webhooks.status.${delivery.status}`)]}
            about={[
              `${dateLong(delivery.createdDate)}, ${time(delivery.createdDate)}`,
              say("webhooks.attempts", { count: delivery.attempts }),
              delivery.status === "WAITING" &&
                delivery.nextAttemptDate &&
                say("webhooks.next", {
                  date: dateLong(delivery.nextAttemptDate),
                  time: time(delivery.nextAttemptDate),
                }),
            ]
              .filter(Boolean)
              .join(" · ")}
            more={
              (delivery.responseStatus || delivery.error) && (
                <p>
                  {say("webhooks.answer", { status: String(delivery.responseStatus ?? "–") })}
                  {delivery.error && ` ${delivery.error}`}
                </p>
              )
            }
            main={
              delivery.status === "DEAD" && { label: say("webhooks.replay"), onClick: () => void replay([delivery.id]) }
            }
          />
        )}
      </List>
    </Sheet>
  );
}
