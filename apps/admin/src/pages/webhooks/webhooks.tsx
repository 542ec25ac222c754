import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Webhook } from "@uola/contract";
import type { Head } from "@uola/page-loader/page.ts";
import { type Feedback, useFeedback } from "@uola/ui/kit/feedback.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { say } from "@uola/words/admin";
import { dateLong, time } from "@uola/words/formats";
import { useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Keys } from "./keys.tsx";
import { WebhookForm } from "./webhook-form.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("webhooks.heading"), hidden: true });
const everyMs = 5_000;

export default function Webhooks() {
  return (
    <AdminFrame here="/admin/webhooks/">
      <All />
    </AdminFrame>
  );
}

type Opened = { kind: "form"; webhook?: Webhook } | { kind: "deliveries"; webhook: Webhook };

/** Webhooks with their delivery state, refreshed every few seconds. */
function All() {
  const feedback = useFeedback();
  const [opened, setOpened] = useState<Opened>();
  const reading = usePlatformQuery(["webhooks", "list"], async ({ webhooks }) => (await webhooks.list({})).webhooks, {
    everyMs,
  });
  const write = usePlatformAction("webhooks");
  const close = () => setOpened(undefined);
  return (
    <AdminPage title={say("webhooks.heading")}>
      {feedback.shown}
      <ListSection
        title={say("webhooks.list")}
        add={{ label: say("webhooks.add"), onClick: () => setOpened({ kind: "form" }) }}
        empty={say("webhooks.empty")}
        lead={say("webhooks.lead")}
        items={reading.data}
        reading={reading}
        row={(webhook) => <Line webhook={webhook} feedback={feedback} onOpen={setOpened} />}
      >
        {opened?.kind === "form" && (
          <WebhookForm
            key={opened.webhook?.id ?? "new"}
            webhook={opened.webhook}
            onClose={close}
            onDone={(webhook) => {
              feedback.done(say("done.saved", { name: webhook.url }));
              // A new webhook is opened to show its key.
              setOpened(opened.webhook ? undefined : { kind: "form", webhook });
            }}
            onDelete={({ id: webhookId, url }) => {
              close();
              void feedback.make(
                () => write(({ webhooks }) => webhooks.remove({ webhookId })),
                say("done.deleted", { name: url }),
              );
            }}
          />
        )}
        {opened?.kind === "deliveries" && (
          <Deliveries
            webhook={reading.data?.find(({ id }) => id === opened.webhook.id) ?? opened.webhook}
            onClose={close}
          />
        )}
      </ListSection>
      <Keys feedback={feedback} />
    </AdminPage>
  );
}

type LineProps = { webhook: Webhook; feedback: Feedback; onOpen: (opened: Opened) => void };

function Line({ webhook, feedback: { make }, onOpen }: LineProps) {
  const { id: webhookId, url, enabled, waiting, dead, lastDeliveredDate, eventTypes } = webhook;
  const write = usePlatformAction("webhooks");
  const [answer, setAnswer] = useState<string>();
  const turn = (to: boolean) => write(({ webhooks }) => webhooks.update({ webhookId, webhook: { enabled: to } }));
  const test = async () => {
    setAnswer(say("webhooks.testing"));
    try {
      const { delivered, responseStatus, error } = await write(({ webhooks }) => webhooks.test({ webhookId }));
      const status = String(responseStatus ?? "–");
      setAnswer(
        delivered ? say("webhooks.test.good", { status }) : say("webhooks.test.bad", { status, error: error ?? "" }),
      );
    } catch (failure) {
      setAnswer(adminErrorMessage(failure));
    }
  };
  return (
    <Row
      name={url}
      onOpen={() => onOpen({ kind: "form", webhook })}
      marks={[!enabled && say("webhooks.off")]}
      about={
        <>
          {eventTypes.length === 0
            ? say("webhooks.events.all")
            : say("webhooks.events.count", { count: eventTypes.length })}
          {" · "}
          {lastDeliveredDate
            ? say("webhooks.last", { date: dateLong(lastDeliveredDate), time: time(lastDeliveredDate) })
            : say("webhooks.never")}
        </>
      }
      more={
        <>
          <p>
            {say("webhooks.waiting", { count: waiting })}
            {dead > 0 && <b> · {say("webhooks.dead", { count: dead })}</b>}
          </p>
          <p role="status">{answer}</p>
        </>
      }
      main={{ label: say("webhooks.deliveries"), onClick: () => onOpen({ kind: "deliveries", webhook }) }}
      others={[
        { label: say("webhooks.test"), onClick: () => void test() },
        {
          label: say(enabled ? "webhooks.turnOff" : "webhooks.turnOn"),
          apart: true,
          onClick: () =>
            void make(
              () => turn(!enabled),
              say(enabled ? "webhooks.done.off" : "webhooks.done.on", { url }),
              () => turn(enabled),
            ),
        },
      ]}
    />
  );
}
