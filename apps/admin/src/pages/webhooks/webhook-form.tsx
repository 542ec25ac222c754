import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Webhook } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Check, Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { eventName, eventTypes } from "./events.ts";

type Draft = { url: string; all: boolean; events: string[] };
const label = (field: keyof Draft) => say(`webhooks.field.${field}`);

type WebhookFormProps = {
  webhook: Webhook | undefined;
  onClose: () => void;
  onDone: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
};

/** Edits a webhook: its URL, its events and the key that signs the deliveries. */
export function WebhookForm({ webhook, onClose, onDone, onDelete }: WebhookFormProps) {
  const write = usePlatformAction("webhooks");
  const [isDeleting, setDeleting] = useState(false);
  const draft = { url: webhook?.url ?? "", all: !webhook?.eventTypes.length, events: webhook?.eventTypes ?? [] };
  const form = useEntityForm<Draft>({
    label,
    kept: { draft, revision: undefined },
    isNew: !webhook,
    save: async ({ draft: { url, all, events } }) => {
      const wish = { url: url.trim(), eventTypes: all ? [] : (events as Webhook["eventTypes"]) };
      const made = await write(({ webhooks }) =>
        webhook ? webhooks.update({ webhookId: webhook.id, webhook: wish }) : webhooks.create({ webhook: wish }),
      );
      onDone(made.webhook);
    },
    check: ({ url, all, events }) => ({
      ...(!/^https?:\/\/\S+$/.test(url.trim()) && { url: say("webhooks.wrong.url") }),
      ...(!all && events.length === 0 && { events: say("services.wrong.staff") }),
    }),
    fieldOf: (path) => (path.endsWith("url") ? "url" : undefined),
  });
  const { set, wrong } = form;
  return (
    <>
      <FormSheet
        wide
        title={webhook ? say("webhooks.one") : say("webhooks.add")}
        form={form}
        onClose={onClose}
        more={webhook && <TextButton onClick={() => setDeleting(true)}>{say("delete")}</TextButton>}
      >
        <Field {...form.text("url")} type="url" hint={say("webhooks.url.hint")} />
        <fieldset id="events" tabIndex={-1}>
          <legend className="title">{label("events")}</legend>
          <Check {...form.check("all")} />
          {!form.draft.all &&
            eventTypes.map((type) => (
              <Check
                key={type}
                id={type}
                checked={form.draft.events.includes(type)}
                onChange={({ target }) => {
                  const others = form.draft.events.filter((other) => other !== type);
                  set({ events: target.checked ? [...others, type] : others });
                }}
              >
                {eventName(type)}
              </Check>
            ))}
          {wrong.events && <p className="error">{wrong.events}</p>}
        </fieldset>
        {webhook && <PublicKey text={webhook.publicKey} />}
      </FormSheet>
      {isDeleting && webhook && (
        <FormDialog
          title={say("webhooks.delete")}
          sure={say("delete")}
          giveUp={say("delete.not")}
          onClose={() => setDeleting(false)}
          form={() => onDelete(webhook)}
        >
          <p>{say("webhooks.delete.lead", { url: webhook.url })}</p>
        </FormDialog>
      )}
    </>
  );
}

/**
 * Shows the public key with which a receiver verifies signatures, so that it can be copied as a
 * whole.
 */
function PublicKey({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <section aria-label={say("webhooks.key")}>
      <h3 className="title">{say("webhooks.key")}</h3>
      <p className="text-muted mb-2">{say("webhooks.key.hint")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre className="public-key" tabIndex={0}>
        {text}
      </pre>
      <TextButton onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
        {say("webhooks.key.copy")}
      </TextButton>
      <span role="status" className="ml-4">
        {isCopied && say("webhooks.key.copied")}
      </span>
    </section>
  );
}
